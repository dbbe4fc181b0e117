import { isDay } from '#/contract/call-filters.ts'
import type { PeriodPreset } from '#/contract/preferences.ts'

/** Days `YYYY-MM-DD`, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

const DAY_MS = 86_400_000
const at = (day: string) => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const ymd = (year: number, month: number, day: number) => dayOf(new Date(Date.UTC(year, month, day)))

/** `days` may be negative. */
export const addDays = (day: string, days: number): string =>
  dayOf(new Date(at(day).getTime() + days * DAY_MS))

/** How many days a range holds. */
export const daysIn = ({ from, to }: DayRange): number => (at(to).getTime() - at(from).getTime()) / DAY_MS + 1

/** Weeks begin on Monday in both languages. */
const weekOf = (day: string, weeks: number): DayRange => {
  const monday = addDays(day, -((at(day).getUTCDay() + 6) % 7) + weeks * 7)
  return { from: monday, to: addDays(monday, 6) }
}
const monthsOf = (day: string, count: number, shift: number): DayRange => {
  const year = at(day).getUTCFullYear()
  const first = Math.floor(at(day).getUTCMonth() / count) * count + shift * count
  return { from: ymd(year, first, 1), to: ymd(year, first + count, 0) }
}
const isSame = (a: DayRange, b: DayRange) => a.from === b.from && a.to === b.to
/** What has begun ends today: days to come have no contacts. */
const until = ({ from }: DayRange, today: string): DayRange => ({ from, to: today })

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
} as const satisfies Record<PeriodPreset, (today: string) => DayRange>

/** Presets that name a unit of the calendar, the smallest first, and that unit around a day, so many of it away. */
const UNITS: Readonly<Partial<Record<PeriodPreset, (day: string, steps: number) => DayRange>>> = {
  this_week: weekOf,
  this_month: (day, steps) => monthsOf(day, 1, steps),
  this_quarter: (day, steps) => monthsOf(day, 3, steps),
  this_year: (day, steps) => monthsOf(day, 12, steps),
}

export const presetRange = (preset: PeriodPreset, today: string): DayRange => PRESETS[preset](today)

/** Presets that mean just these days today, the plainest first; several may (on the 7th of a month, on a Monday). */
export const presetsOf = (range: DayRange, today: string): PeriodPreset[] =>
  (Object.keys(PRESETS) as PeriodPreset[]).filter((preset) => isSame(presetRange(preset, today), range))

/** What a range stands for in the calendar, so many of it away: a week, months, or what ends today. */
const unitOf = (range: DayRange, today: string): ((steps: number) => DayRange) | null => {
  const [plainest] = presetsOf(range, today)
  const begun = plainest === undefined ? undefined : UNITS[plainest]
  if (begun !== undefined) return (steps) => begun(range.from, steps)
  if (isSame(weekOf(range.from, 0), range)) return (steps) => weekOf(range.from, steps)
  const [from, to] = [at(range.from), at(range.to)]
  const year = from.getUTCFullYear()
  const month = from.getUTCMonth()
  const count = (to.getUTCFullYear() - year) * 12 + to.getUTCMonth() - month + 1
  const months = (steps: number) => ({
    from: ymd(year, month + count * steps, 1),
    to: ymd(year, month + count * (steps + 1), 0),
  })
  return isSame(months(0), range) ? months : null
}

/**
 * The neighbouring range of the same kind: whole months' neighbour is as many months, any other is as many days. What comes next
 * ends today at the latest, as a month that has begun, or as the last so many days. Null: nothing has come yet, or no
 * calendar goes there.
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
