/// <reference lib="esnext.temporal" />
import { LAST_COMMON_DAY, type Timing } from '#/contract/delivery/timing.ts'

const MOST_DAYS = 400

export const isZone = (zone: string): boolean => {
  try {
    return Boolean(Temporal.Now.zonedDateTimeISO(zone))
  } catch {
    return false
  }
}

const isOn = (when: Exclude<Timing, { every: 'minutes' }>, date: Temporal.PlainDate): boolean => {
  if (when.every === 'day') return true
  if (when.every === 'week') return date.dayOfWeek === when.weekday
  return when.day === 'last'
    ? date.day === date.daysInMonth
    : date.day === Math.min(when.day, LAST_COMMON_DAY)
}

interface DueTime {
  readonly at: number
  /** The time used instead, if the clock skips the set one; else null. */
  readonly skippedTo: string | null
  readonly day: string
}

/** Due times after a moment. A skipped time is due after the change; a repeated one, the first time. */
function* dueTimes(
  when: Exclude<Timing, { every: 'minutes' }>,
  zone: string,
  after: number,
): Generator<DueTime> {
  const plainTime = Temporal.PlainTime.from(when.at)
  let date = Temporal.Instant.fromEpochMilliseconds(after)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .subtract({ days: 1 })
  for (let days = 0; days < MOST_DAYS; days++, date = date.add({ days: 1 })) {
    if (!isOn(when, date)) continue
    const due = date.toZonedDateTime({ timeZone: zone, plainTime })
    if (due.epochMilliseconds <= after) continue
    const shown = due.toPlainTime()
    yield {
      at: due.epochMilliseconds,
      skippedTo: shown.equals(plainTime) ? null : shown.toString({ smallestUnit: 'minute' }),
      day: date.toString(),
    }
  }
}

/** The first due time after a moment, epoch milliseconds. */
export const nextDue = (when: Timing, zone: string, after: number): number => {
  if (when.every === 'minutes') {
    const step = when.minutes * 60_000
    return (Math.floor(after / step) + 1) * step
  }
  const [first] = dueTimes(when, zone, after)
  if (!first) throw new RangeError('nothing is ever due')
  return first.at
}

/** The first day within a year whose clock change skips the time, and the time used instead; null: none. */
export const skippedTime = (
  when: Timing,
  zone: string,
  after: number,
): { readonly day: string; readonly at: string } | null => {
  if (when.every === 'minutes') return null
  for (const { skippedTo, day } of dueTimes(when, zone, after))
    if (skippedTo !== null) return { day, at: skippedTo }
  return null
}

/** The day on a zone's clock: `YYYY-MM-DD`. */
export const dayIn = (zone: string, at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString()

/** A zone's offset then, minutes ahead of UTC. */
export const offsetIn = (zone: string, at: number): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 60_000_000_000
