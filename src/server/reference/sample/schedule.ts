import * as z from 'zod'
import { DAY, HOUR, MINUTE, wallDayNumber } from './calendar.ts'
import { channelsOf, type SampleChannel } from './channels.ts'
import { makeContact, type SampleContact } from './contacts.ts'
import type { SampleObject } from './objects.ts'
import { createRandom, type Random } from './random.ts'
import { lastTuesday } from './stories.ts'
import { dayShare, hoursUntil, timeOfShare } from './trades.ts'

const MONTHS = 14

/** Whole days since 1970 of the first and the last day: from 14 months before the day of `now`, which may be the next one in the east. */
const spanOf = (now: number) => {
  const date = new Date(now)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - MONTHS, date.getUTCDate())
  return { first: wallDayNumber(first), last: wallDayNumber(now + 14 * HOUR) }
}

const wallDay = ({ zone }: SampleObject, instant: number) =>
  wallDayNumber(instant + zone.offsetAt(instant) * MINUTE)

/** An object with what its contacts follow from, and the number of its callers so far. */
const lineOf = (object: SampleObject, madeAt: number) => {
  const { spec, zone, trade, language } = object
  const { first, last } = spanOf(madeAt)
  const channels = channelsOf(object, last - first + 1)
  const midnight = zone.instantAt(wallDay(object, madeAt) * DAY) - 1000
  const lostAt = zone.instantAt(lastTuesday(madeAt + zone.offsetAt(madeAt) * MINUTE))
  /** After this instant nothing has web attribution. */
  const trackedUntil = spec.site === '' ? -Infinity : spec.lost ? lostAt : Infinity
  const activeOn = (day: number) =>
    channels.filter(({ days }) => day - first >= days[0] && day - first <= days[1])
  return {
    object,
    madeAt,
    /** After this instant nothing comes. */
    until: spec.silentToday ? midnight : madeAt - spec.silent * HOUR - spec.ended * DAY,
    trackedUntil,
    activeOn,
    /** How many contacts come until a moment of a day, beside those of others: by trade, season, growth and campaigns. */
    weightOf: (day: number, moment: number) => {
      const growth = spec.growth ** ((day - first) / (last - first + 1))
      const reach = activeOn(day).reduce((sum, { weight }) => sum + weight, 0) / 100
      const dark = spec.lost && day * DAY > trackedUntil + 12 * HOUR ? 0.3 : 1
      const part = hoursUntil(trade, moment) / hoursUntil(trade, DAY)
      return spec.share * dayShare(trade, day, language) * growth * reach * dark * part
    },
    callers: 0,
    /** Number of a caller who did not get through on an earlier day, and has not tried again yet. */
    waiting: null as number | null,
  }
}
type Line = ReturnType<typeof lineOf>

/** A day of an object, or a part of it: two moments of its wall clock, milliseconds since midnight. */
interface Stretch {
  readonly day: number
  readonly from: number
  readonly to: number
}

/** A caller who did not get through and tries again: soon and from the same page, or on another day. */
interface Retry {
  readonly caller: number
  readonly soon?: { readonly at: number; readonly channel: SampleChannel | null }
}

/** Makes so many contacts of an object in a stretch of time. */
const makeContacts = (
  random: Random,
  line: Line,
  { day, from, to }: Stretch,
  count: number,
): SampleContact[] => {
  const { object, madeAt, trackedUntil } = line
  const { trade, zone } = object
  const active = line.activeOn(day)
  const before = hoursUntil(trade, from)
  const span = hoursUntil(trade, to) - before
  const end = zone.instantAt(day * DAY + to)
  const planned = Array.from({ length: count }, () => timeOfShare(trade, before + random.unit() * span))
  let again: Retry | null = line.waiting === null ? null : { caller: line.waiting }
  const made: SampleContact[] = []
  for (const moment of planned.toSorted((a, b) => a - b)) {
    // Who tries again takes the place of the next contact.
    const { caller = null, soon } = again ?? {}
    const at = soon?.at ?? Math.min(end, Math.floor(zone.instantAt(day * DAY + moment) / 1000) * 1000)
    // Some know the number from a board or a friend: a call without a visit.
    const hasVisit = active.length > 0 && random.chance(0.94)
    const found = hasVisit ? random.weighted(active, ({ weight }) => weight) : null
    const channel = at > trackedUntil ? null : soon ? soon.channel : found
    const contact = makeContact(random, object, line, { at, madeAt, channel, retry: caller })
    const later = at + (2 + random.below(28)) * MINUTE * (random.chance(0.2) ? 6 : 1)
    again =
      contact.retry === null
        ? null
        : { caller: contact.retry, ...(later <= end && { soon: { at: later, channel } }) }
    made.push(contact)
  }
  line.waiting = again?.caller ?? null
  return made
}

/**
 * What has to be known of a sample to go on with it: contacts for each unit of weight, and of each object its number, the day under way
 * on its clock, and before that day's new contacts how many callers it had had and who was to try again.
 */
export const going = z.object({
  scale: z.number(),
  objects: z.array(
    z.object({ id: z.number(), day: z.number(), callers: z.number(), waiting: z.number().nullable() }),
  ),
})
export type Going = z.infer<typeof going>

const inOrder = (contacts: readonly SampleContact[]) =>
  contacts.toSorted((a, b) => a.row.occurred_at - b.row.occurred_at)

/**
 * Exactly `total` contacts of the objects over 14 months up to `now`, in order of time and numbered from `firstId`, with
 * `extra` ones sorted in that have their numbers, about a day's worth at a time: memory does not grow with the total.
 */
export function* contactsInOrder(
  seed: number,
  objects: readonly SampleObject[],
  extra: readonly SampleContact[],
  { total, now, firstId }: { readonly total: number; readonly now: number; readonly firstId: number },
): Generator<readonly SampleContact[], Going> {
  const { first, last } = spanOf(now)
  const lines = objects.map((object) => lineOf(object, now))
  /** Where an object's contacts of a day end. */
  const endOf = ({ object, until }: Line, day: number) =>
    Math.max(0, Math.min(DAY - 1000, until + object.zone.offsetAt(until) * MINUTE - day * DAY))
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const random = createRandom(seed)
  let sum = 0
  const sums = Float64Array.from(
    days.flatMap((day) =>
      // No two days are the same.
      lines.map((line) => (sum += random.logNormal(0.25) * line.weightOf(day, endOf(line, day)))),
    ),
  )
  const counts = new Uint32Array(sums.length)
  // Contacts stand at nearly equal distances of weight, so that what is usually busy never goes without for days.
  for (let contact = 0, cell = 0; contact < total; contact++) {
    const weight = ((contact + random.unit()) / total) * sum
    while (sums[cell]! <= weight) cell++
    counts[cell]!++
  }

  let id = firstId
  let held: readonly SampleContact[] = extra
  for (const [index, day] of days.entries()) {
    const made = lines.flatMap((line, place) => {
      const stretch = { day, from: 0, to: endOf(line, day) }
      const count = counts[index * lines.length + place] ?? 0
      return count > 0 ? makeContacts(createRandom(seed, line.object.id, day), line, stretch, count) : []
    })
    held = inOrder([...held, ...made])
    // What may still be preceded by a contact of the next day in an eastern zone waits for that day.
    const complete = day === last ? Infinity : (day + 1) * DAY - 14 * HOUR
    const ready = held.filter(({ row }) => row.occurred_at < complete)
    held = held.slice(ready.length)
    for (const { row } of ready) if (row.id === 0) row.id = id++
    yield ready
  }
  return {
    scale: total / sum,
    objects: lines.map(({ object, callers, waiting }) => ({
      id: object.id,
      day: wallDay(object, now),
      callers,
      waiting,
    })),
  }
}

/**
 * What comes after a sample was made, from one instant to another, in order of time and without numbers: the same contacts
 * however the time is cut into calls, since each object and day has chances of its own. A story that has begun goes on:
 * what is silent stays silent.
 * @returns also what to go on with
 */
export const contactsSince = (
  seed: number,
  objects: readonly SampleObject[],
  { madeAt, from, to }: { readonly madeAt: number; readonly from: number; readonly to: number },
  { scale, objects: known }: Going,
): { readonly drafts: readonly SampleContact[]; readonly going: Going } => {
  const drafts: SampleContact[] = []
  const after = known.map((before): Going['objects'][number] => {
    const object = objects.find(({ id }) => id === before.id)
    const line = object && { ...lineOf(object, madeAt), ...before }
    if (!line || line.until < madeAt) return before
    const wallClock = madeAt + line.object.zone.offsetAt(madeAt) * MINUTE
    const today = wallDay(line.object, to)
    let atMidnight = before
    for (let { day } = before; day <= today; day++) {
      atMidnight = { id: before.id, day, callers: line.callers, waiting: line.waiting }
      const stretch = { day, from: Math.max(0, wallClock - day * DAY), to: DAY - 1000 }
      const random = createRandom(seed, before.id, day, 'new')
      const count = random.events((line.weightOf(day, stretch.to) - line.weightOf(day, stretch.from)) * scale)
      const made = makeContacts(random, line, stretch, count)
      drafts.push(...made.filter(({ row }) => row.occurred_at > from && row.occurred_at <= to))
    }
    return atMidnight
  })
  return { drafts: inOrder(drafts), going: { scale, objects: after } }
}
