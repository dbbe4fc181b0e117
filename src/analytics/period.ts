import {
  addDays,
  dayNumber,
  daysIn,
  dayText,
  isDay,
  monthStart,
  weekdayOf,
  weekStart,
  type DayRange,
} from '#/contract/day.ts'
import { DEFAULT_JOURNAL_PERIOD, type CallFilters, type Period } from '#/contract/call-filters.ts'
import type { PeriodPreset } from '#/contract/preferences.ts'
import type { Bucket, Days, Filter } from '#/contract/figures/questions.ts'

export const toDays = ({ from, to }: DayRange): Days => ({ first: dayNumber(from), last: dayNumber(to) })

const weekOf = (day: string, weeks: number): DayRange => {
  const monday = addDays(weekStart(day), weeks * 7)
  return { from: monday, to: addDays(monday, 6) }
}
const monthsFrom = (first: string, count: number): DayRange => ({
  from: first,
  to: addDays(monthStart(first, count), -1),
})
/** The month, quarter or year around a day: `count` months, shifted by `shift` units. */
const monthsOf = (day: string, count: number, shift: number): DayRange => {
  const before = (Number(day.slice(5, 7)) - 1) % count
  return monthsFrom(monthStart(day, shift * count - before), count)
}
const isSame = (a: DayRange, b: DayRange) => a.from === b.from && a.to === b.to
/** A current unit ends today: days to come have no contacts. */
const until = ({ from }: DayRange, today: string): DayRange => ({ from, to: today })

const ALL_DAYS = 730

const PRESETS = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  last_7_days: (today) => ({ from: addDays(today, -6), to: today }),
  last_30_days: (today) => ({ from: addDays(today, -29), to: today }),
  this_week: (today) => until(weekOf(today, 0), today),
  last_week: (today) => weekOf(today, -1),
  this_month: (today) => until(monthsOf(today, 1, 0), today),
  last_month: (today) => monthsOf(today, 1, -1),
  this_quarter: (today) => until(monthsOf(today, 3, 0), today),
  last_quarter: (today) => monthsOf(today, 3, -1),
  this_year: (today) => until(monthsOf(today, 12, 0), today),
  last_year: (today) => monthsOf(today, 12, -1),
  all: (today) => ({ from: addDays(today, 1 - ALL_DAYS), to: today }),
} as const satisfies Record<PeriodPreset, (today: string) => DayRange>

/** Presets of calendar units, smallest first; the function returns the unit around a day, shifted by steps. */
const UNITS: Readonly<Partial<Record<PeriodPreset, (day: string, steps: number) => DayRange>>> = {
  this_week: weekOf,
  this_month: (day, steps) => monthsOf(day, 1, steps),
  this_quarter: (day, steps) => monthsOf(day, 3, steps),
  this_year: (day, steps) => monthsOf(day, 12, steps),
}

export const presetRange = (preset: PeriodPreset, today: string): DayRange => PRESETS[preset](today)

/** Presets equal to these days today, simplest first; there can be several (on a Monday the 7th). */
export const presetsOf = (range: DayRange, today: string): PeriodPreset[] =>
  (Object.keys(PRESETS) as PeriodPreset[]).filter((preset) => isSame(presetRange(preset, today), range))

/** The API's periods in days, for the archive; the service's own meaning of "month" is not documented (G23). */
const DAYS_OF: Readonly<
  Record<Exclude<Period, 'custom'>, { readonly days: number; readonly preset?: PeriodPreset }>
> = {
  day: { days: 1, preset: 'today' },
  week: { days: 7, preset: 'last_7_days' },
  month: { days: 30, preset: 'last_30_days' },
  year: { days: 365 },
  all: { days: ALL_DAYS },
}

/** A list's days for the archive; null unless both ends are known. */
export const listDays = (
  { period = DEFAULT_JOURNAL_PERIOD, date_from, date_to }: CallFilters,
  today: string,
): DayRange & { readonly preset?: PeriodPreset } => {
  if (period === 'custom') {
    const to = date_to ?? (date_from !== undefined && date_from > today ? date_from : today)
    return { from: date_from ?? addDays(to, 1 - DAYS_OF.all.days), to }
  }
  const { days, preset } = DAYS_OF[period]
  return { from: addDays(today, 1 - days), to: today, ...(preset && { preset }) }
}

/** Months since the year 0. */
export const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** The calendar unit that a range represents, shifted by steps: a week, months, or the days up to today. */
const unitOf = (range: DayRange, today: string): ((steps: number) => DayRange) | null => {
  const [plainest] = presetsOf(range, today)
  const begun = plainest === undefined ? undefined : UNITS[plainest]
  if (begun !== undefined) return (steps) => begun(range.from, steps)
  if (isSame(weekOf(range.from, 0), range)) return (steps) => weekOf(range.from, steps)
  const count = monthNumber(range.to) - monthNumber(range.from) + 1
  const months = (steps: number) => monthsFrom(monthStart(range.from, count * steps), count)
  return isSame(months(0), range) ? months : null
}

/**
 * The neighbouring range of the same kind: whole months next to whole months, else as many days. A later
 * range ends today at the latest. Null: in the future, or out of the calendar's range.
 */
export const shiftRange = (range: DayRange, steps: -1 | 1, today: string): DayRange | null => {
  if (steps === 1 && range.to >= today) return null
  const length = daysIn(range)
  const unit = unitOf(range, today)
  const next = unit
    ? unit(steps)
    : { from: addDays(range.from, length * steps), to: addDays(range.to, length * steps) }
  if (!isDay(next.from) || !isDay(next.to)) return null
  if (steps === -1 || next.to <= today) return next
  return unit ? until(next, today) : { from: addDays(today, 1 - length), to: today }
}

const bucketStart = (day: number, bucket: Bucket): number => {
  if (bucket === 'day') return day
  if (bucket === 'week') return day - weekdayOf(day)
  return dayNumber(monthStart(dayText(day)))
}

export const nextBucket = (start: number, bucket: Bucket): number =>
  bucket === 'day' ? start + 1 : bucket === 'week' ? start + 7 : bucketStart(start + 31, 'month')

/** First days of all buckets between two days, inclusive; days since 1970. */
export const bucketsOf = (first: number, last: number, bucket: Bucket): number[] => {
  const starts: number[] = []
  for (let start = bucketStart(first, bucket); start <= last; start = nextBucket(start, bucket))
    starts.push(start)
  return starts
}

/** The days that filters leave of a period. */
export const narrowedDays = (days: DayRange, filters: readonly Filter[]): DayRange =>
  filters.reduce(({ from, to }, filter) => {
    if (filter.by !== 'day') return { from, to }
    const [first, last] = [dayText(filter.first), dayText(filter.last)]
    return { from: first > from ? first : from, to: last < to ? last : to }
  }, days)
