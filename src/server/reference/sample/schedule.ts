import { DAY, HOUR, MINUTE, wallDayNumber } from './calendar.ts'
import { channelsOf, type SampleChannel } from './channels.ts'
import { makeContact, type CallerCount, type SampleContact, type Retry } from './contacts.ts'
import type { SampleObject } from './objects.ts'
import { createRandom, hash, type Random } from './random.ts'
import { lastTuesday } from './stories.ts'
import { dayShare, hoursUntil, timeOfShare } from './trades.ts'

const MONTHS = 14

/** Whole days since 1970 of the first day: 14 months before the day of `now`. */
export const firstDayOf = (now: number): number => {
  const date = new Date(now)
  return wallDayNumber(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - MONTHS, date.getUTCDate()))
}

/** An object with what changes while its contacts are made. */
interface Line extends CallerCount {
  readonly object: SampleObject
  readonly channels: readonly SampleChannel[]
  /** After this instant nothing comes. */
  readonly until: number
  /** After this instant nothing has web attribution. */
  readonly trackedUntil: number
  /** Between the two, most calls are missed. */
  readonly deserted: readonly [from: number, to: number]
  /** A caller who did not get through on an earlier day. */
  waiting: Retry | null
}

const lineOf = (object: SampleObject, days: number, now: number): Line => {
  const { silent = 0, ended = 0, silentToday, misses = 0, lost } = object.story
  const wallClock = now + object.zone.offsetAt(now) * MINUTE
  const lostAt = object.zone.instantAt(lastTuesday(wallClock))
  const midnight = object.zone.instantAt(wallDayNumber(wallClock) * DAY) - 1000
  return {
    object,
    channels: channelsOf(object, days),
    until: silentToday ? midnight : now - silent * HOUR - ended * DAY,
    trackedUntil: !object.hasSite ? -Infinity : lost ? lostAt : Infinity,
    deserted: misses > 0 ? [now - misses * HOUR, now] : [Infinity, Infinity],
    callers: 0,
    waiting: null,
  }
}

/** Milliseconds of a day, from its local midnight, in which the object still gets contacts; 0 to 24 hours. */
const openUntil = ({ object, until }: Line, day: number): number =>
  Math.max(0, Math.min(DAY, until + object.zone.offsetAt(until) * MINUTE - day * DAY))

const isActive = (channel: SampleChannel, index: number) =>
  index >= channel.days[0] && index <= channel.days[1]

/** How many contacts an object gets on a day beside others: trade, season, growth, campaigns, and what is cut off. */
const weightOf = (random: Random, line: Line, first: number, index: number, days: number): number => {
  const { object } = line
  const noise = random.logNormal(0.14)
  const until = openUntil(line, first + index)
  if (object.share === 0 || until === 0) return 0
  const passed = hoursUntil(object.habits, until) / hoursUntil(object.habits, DAY)
  return noise * passed * dayWeight(line, first, index, days)
}

/** The same of a whole day, without chance. */
const dayWeight = (line: Line, first: number, index: number, days: number): number => {
  const { object } = line
  const day = first + index
  const growth = (object.story.growth ?? 1.3) ** (index / days)
  const reach =
    line.channels.reduce((sum, channel) => sum + (isActive(channel, index) ? channel.weight : 0), 0) / 100
  const dark = day * DAY > line.trackedUntil + 12 * HOUR && object.hasSite ? 0.4 : 1
  return object.share * dayShare(object.habits, day, object.language) * growth * reach * dark
}

/** Instants of an object's contacts on a day, in order. */
const instantsOf = (random: Random, line: Line, day: number, count: number): number[] => {
  const { object, until } = line
  const limit = hoursUntil(object.habits, openUntil(line, day))
  return Array.from({ length: count }, () => {
    const moment = timeOfShare(object.habits, random.unit() * limit)
    const instant = object.zone.instantAt(day * DAY + moment)
    return Math.floor(Math.min(until, instant) / 1000) * 1000
  }).toSorted((a, b) => a - b)
}

/** Some know the number from a board or a friend: a call without a visit. */
const channelOf = (
  random: Random,
  active: readonly SampleChannel[],
  weights: readonly number[],
): SampleChannel | null => (random.chance(0.06) ? null : (active[random.weighted(weights)] ?? null))

/** Makes an object's contacts of one day, `index` days after the first. */
const makeDay = (
  random: Random,
  line: Line,
  day: number,
  index: number,
  count: number,
  now: number,
): SampleContact[] => {
  const { object } = line
  const active = line.channels.filter((channel) => isActive(channel, index))
  const weights = active.map((channel) => channel.weight)
  const dayEnd = Math.min(line.until, object.zone.instantAt((day + 1) * DAY) - 1000)
  let missedAt = 0
  return instantsOf(random, line, day, count).map((planned) => {
    // A retry takes the next contact's place and comes a few minutes to three hours after the miss, or another day.
    const { waiting } = line
    const retriedAt = missedAt + (2 + random.below(28)) * MINUTE * (random.chance(0.2) ? 6 : 1)
    const isToday = waiting !== null && missedAt > 0
    const retry = isToday && retriedAt > dayEnd ? null : waiting
    const at = isToday && retry ? retriedAt : planned
    const isTracked = at <= line.trackedUntil
    const channel = isTracked ? channelOf(random, active, weights) : null
    const contact = makeContact(random, object, line, {
      at,
      now,
      isTracked,
      isDeserted: at >= line.deserted[0] && at <= line.deserted[1],
      channel: retry && isTracked ? retry.channel : channel,
      retry,
    })
    if (contact.retry) {
      line.waiting = contact.retry
      missedAt = at
    } else if (retry) {
      line.waiting = null
      missedAt = 0
    }
    return contact
  })
}

/** Index of the first entry of `sums` above `value`. */
const search = (sums: Float64Array, value: number): number => {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Exactly `total` contacts of the objects over 14 months up to `now`, in order of time and numbered from `firstId`, with
 * `extra` ones sorted in that have their numbers, about a day's worth at a time: memory does not grow with the total.
 */
export function* contactsInOrder(
  random: Random,
  objects: readonly SampleObject[],
  extra: readonly SampleContact[],
  { total, now, firstId }: { readonly total: number; readonly now: number; readonly firstId: number },
): Generator<readonly SampleContact[], Going> {
  const first = firstDayOf(now)
  // East of UTC the day of `now` may already be the next one.
  const days = wallDayNumber(now + 14 * HOUR) - first + 1
  const lines = objects.map((object) => lineOf(object, days, now))
  const weights = Array.from({ length: days }, (_, index) =>
    Float64Array.from(lines, (line) => weightOf(random, line, first, index, days)),
  )
  const dayTotals = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0))
  const allDays = dayTotals.reduce((sum, weight) => sum + weight, 0)

  let id = firstId
  let weightDone = 0
  let done = 0
  let held: SampleContact[] = [...extra]
  for (let index = 0; index < days; index++) {
    const row = weights[index] ?? new Float64Array()
    weightDone += dayTotals[index] ?? 0
    const count = Math.round((total * weightDone) / allDays) - done
    done += count

    let sum = 0
    const sums = row.map((weight) => (sum += weight))
    const counts = new Uint32Array(lines.length)
    for (let contact = 0; contact < count; contact++) {
      const line = search(sums, random.unit() * sum)
      counts[line] = (counts[line] ?? 0) + 1
    }
    for (const [position, line] of lines.entries()) {
      const own = counts[position] ?? 0
      if (own > 0) held.push(...makeDay(random, line, first + index, index, own, now))
    }

    // What may still be preceded by a contact of the next day in an eastern zone waits for that day.
    const nextDay = index + 1 < days ? (first + index + 1) * DAY - 14 * HOUR : Infinity
    held = held.toSorted((a, b) => a.row.occurred_at - b.row.occurred_at)
    const ready = held.findIndex((draft) => draft.row.occurred_at >= nextDay)
    const out = ready === -1 ? held : held.slice(0, ready)
    held = ready === -1 ? [] : held.slice(ready)
    for (const { row } of out) if (row.id === 0) row.id = id++
    yield out
  }
  return { scale: total / allDays, callers: lines.map(({ object, callers }) => [object.id, callers]) }
}

/** What has to be known of a sample to go on with it. */
export interface Going {
  /** Contacts for each unit of weight. */
  readonly scale: number
  /** How many callers each object has had, by its number. */
  readonly callers: readonly (readonly [object: number, callers: number])[]
}

/** New contacts come in steps of the clock, and are there when a step is over. */
export const STEP = 5 * MINUTE
export const lastStep = (now: number): number => Math.floor(now / STEP) * STEP

/** At most as many contacts of one object in a step: more than there ever are. */
const MOST = 50
/** How many events there are, where `mean` are usual (Poisson), for a chance from 0 to 1. */
const eventsFor = (mean: number, chance: number): number => {
  let term = Math.exp(-mean)
  let sum = term
  let events = 0
  while (chance > sum && events < MOST) {
    term *= mean / ++events
    sum += term
  }
  return events
}

/**
 * What comes after a sample was made, from one instant to another, in order of time and without numbers: the same contacts
 * however the time is cut into calls, since each object and step has chances of its own. A story that has begun goes on:
 * what is silent stays silent.
 * @param madeAt when the sample was made @param from end of a step, as {@link lastStep} gives it @returns also what to go on with
 */
export const contactsSince = (
  seed: number,
  objects: readonly SampleObject[],
  { madeAt, from, to }: { readonly madeAt: number; readonly from: number; readonly to: number },
  { scale, callers }: Going,
): { readonly drafts: readonly SampleContact[]; readonly going: Going } => {
  const first = firstDayOf(madeAt)
  const days = wallDayNumber(madeAt + 14 * HOUR) - first + 1
  const known = new Map(callers)
  const lines = objects
    .map((object) => ({ ...lineOf(object, days, madeAt), callers: known.get(object.id) ?? 0 }))
    .filter(({ object, until }) => object.share > 0 && until === madeAt)
  const drafts: SampleContact[] = []
  for (const line of lines) {
    const { object, channels } = line
    const { habits, zone } = object
    let index = -1
    let perUnit = 0
    let active: readonly SampleChannel[] = []
    for (let step = from; step < to; step += STEP) {
      const wallClock = step + zone.offsetAt(step) * MINUTE
      const today = wallDayNumber(wallClock) - first
      if (today !== index) {
        index = today
        perUnit = (dayWeight(line, first, index, days) * scale) / hoursUntil(habits, DAY)
        active = channels.filter((channel) => isActive(channel, index))
      }
      const moment = wallClock % DAY
      const mean = perUnit * (hoursUntil(habits, Math.min(DAY, moment + STEP)) - hoursUntil(habits, moment))
      const chance = hash(seed, object.id, step / STEP) / 2 ** 32
      // Most steps have none: nothing else is asked then.
      if (chance <= 1 - mean) continue
      const random = createRandom(hash(seed, 'new', object.id, step / STEP))
      const instants = Array.from(
        { length: eventsFor(mean, chance) },
        () => step + 1000 * random.below(STEP / 1000),
      )
      for (const at of instants.toSorted((a, b) => a - b)) {
        const isTracked = at <= line.trackedUntil
        const weights = active.map((channel) => channel.weight)
        const channel = isTracked ? channelOf(random, active, weights) : null
        drafts.push(
          makeContact(random, object, line, {
            at,
            now: step + STEP,
            isTracked,
            isDeserted: false,
            channel,
            retry: null,
          }),
        )
      }
    }
    known.set(object.id, line.callers)
  }
  return {
    drafts: drafts.toSorted((a, b) => a.row.occurred_at - b.row.occurred_at),
    going: { scale, callers: [...known] },
  }
}
