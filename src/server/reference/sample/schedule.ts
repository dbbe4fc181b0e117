import * as z from 'zod'
import { DAY, HOUR, MINUTE, wallDayNumber } from './calendar.ts'
import { channelsOf, type SampleChannel } from './channels.ts'
import { makeContact, type SampleContact } from './contacts.ts'
import type { SampleObject } from './objects.ts'
import { createRandom, type Random } from './random.ts'
import { lastTuesday } from './stories.ts'
import { dayShare, hoursUntil, timeOfShare } from './trades.ts'

const MONTHS = 14

/** First and last day since 1970: 14 months up to the day of `now`, which may be tomorrow in the east. */
const spanOf = (now: number) => {
  const date = new Date(now)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - MONTHS, date.getUTCDate())
  return { first: wallDayNumber(first), last: wallDayNumber(now + 14 * HOUR) }
}

const wallDay = ({ zone }: SampleObject, instant: number) =>
  wallDayNumber(instant + zone.offsetAt(instant) * MINUTE)

const lineOf = (object: SampleObject, madeAt: number) => {
  const { spec, zone, trade, language } = object
  const { first, last } = spanOf(madeAt)
  const channels = channelsOf(object, last - first + 1)
  const midnight = zone.instantAt(wallDay(object, madeAt) * DAY) - 1000
  const lostAt = zone.instantAt(lastTuesday(madeAt + zone.offsetAt(madeAt) * MINUTE))
  const trackedUntil = spec.site === '' ? -Infinity : spec.lost ? lostAt : Infinity
  const activeOn = (day: number) =>
    channels.filter(({ days }) => day - first >= days[0] && day - first <= days[1])
  return {
    object,
    madeAt,
    until: spec.silentToday ? midnight : madeAt - spec.silent * HOUR - spec.ended * DAY,
    trackedUntil,
    activeOn,
    /** Relative number of contacts until a moment of a day: by trade, season, growth and campaigns. */
    weightOf: (day: number, moment: number) => {
      const growth = spec.growth ** ((day - first) / (last - first + 1))
      const reach = activeOn(day).reduce((sum, { weight }) => sum + weight, 0) / 100
      const dark = spec.lost && day * DAY > trackedUntil + 12 * HOUR ? 0.3 : 1
      const part = hoursUntil(trade, moment) / hoursUntil(trade, DAY)
      return spec.share * dayShare(trade, day, language) * growth * reach * dark * part
    },
    callers: 0,
    waiting: null as number | null,
  }
}
type Line = ReturnType<typeof lineOf>

/** Part of an object's day: milliseconds since midnight of its wall clock. */
interface Stretch {
  readonly day: number
  readonly from: number
  readonly to: number
}

/** A missed caller who tries again: soon and from the same page, or another day. */
interface Retry {
  readonly caller: number
  readonly soon?: { readonly at: number; readonly channel: SampleChannel | null }
}

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
    const { caller = null, soon } = again ?? {}
    const at = soon?.at ?? Math.min(end, Math.floor(zone.instantAt(day * DAY + moment) / 1000) * 1000)
    // Some callers know the number offline: no visit.
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
 * State from which a sample continues: contacts per weight, and per object its number, its current day, and
 * before that day's new contacts its callers and who was to retry.
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
 * Exactly `total` contacts over 14 months up to `now`, in order of time, numbered from `firstId` and merged
 * with `extra`. Generated about a day at a time, so memory does not grow with the total.
 */
export function* contactsInOrder(
  seed: number,
  objects: readonly SampleObject[],
  extra: readonly SampleContact[],
  { total, now, firstId }: { readonly total: number; readonly now: number; readonly firstId: number },
): Generator<readonly SampleContact[], Going> {
  const { first, last } = spanOf(now)
  const lines = objects.map((object) => lineOf(object, now))
  const endOf = ({ object, until }: Line, day: number) =>
    Math.max(0, Math.min(DAY - 1000, until + object.zone.offsetAt(until) * MINUTE - day * DAY))
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const random = createRandom(seed)
  let sum = 0
  const sums = Float64Array.from(
    days.flatMap((day) =>
      lines.map((line) => (sum += random.logNormal(0.25) * line.weightOf(day, endOf(line, day)))),
    ),
  )
  const counts = new Uint32Array(sums.length)
  // Evenly spaced by weight, so that busy objects have no empty days.
  for (let contact = 0, cell = 0; contact < total; contact++) {
    const weight = ((contact + random.unit()) / total) * sum
    while (sums[cell]! <= weight) cell++
    counts[cell]!++
  }

  let id = firstId
  let pending: readonly SampleContact[] = extra
  for (const [index, day] of days.entries()) {
    const made = lines.flatMap((line, place) => {
      const stretch = { day, from: 0, to: endOf(line, day) }
      const count = counts[index * lines.length + place] ?? 0
      return count > 0 ? makeContacts(createRandom(seed, line.object.id, day), line, stretch, count) : []
    })
    pending = inOrder([...pending, ...made])
    // Contacts wait until no earlier one of an eastern zone can follow.
    const complete = day === last ? Infinity : (day + 1) * DAY - 14 * HOUR
    const ready = pending.filter(({ row }) => row.occurred_at < complete)
    pending = pending.slice(ready.length)
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
 * Contacts after the sample was made, in order of time and without ids; the same however the time is cut into
 * calls, since chance is seeded by object and day. Stories continue.
 * @returns also the state to continue from
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
