import { addDays, monthStart, type DayRange } from '#/contract/day.ts'
import type { DateUnit, Mapping } from './mapping.ts'
import { daysOfMonth, overlap } from './month.ts'
import type { ReadPeriod } from './period.ts'

/** Months that a unit has from the month of its day on. */
const MONTHS = { month: 1, quarter: 3, year: 12 } as const

/** The days from a day on that it stands for: its week, its month. */
export const daysFrom = (day: string, unit: DateUnit): DayRange => {
  if (unit === 'day') return { from: day, to: day }
  if (unit === 'week') return { from: day, to: addDays(day, 6) }
  const from = monthStart(day)
  return { from, to: addDays(monthStart(day, MONTHS[unit]), -1) }
}

interface PeriodRules {
  readonly mapping: Mapping
  readonly unit: DateUnit
  /** The days the whole report is of; null: it does not say. */
  readonly report: DayRange | null
  /** Of lines without dates. */
  readonly usual: DayRange
  readonly read: (text: string) => ReadPeriod | null
}

const isMonth = ({ from, to }: DayRange) => {
  const month = daysOfMonth(from.slice(0, 7))
  return month.from === from && month.to === to
}

/** Weeks and months at the ends of a report hold its days only. */
const within = (days: DayRange, report: DayRange | null) => (report && overlap(days, report)) ?? days

/** The days that a line's amount is of; null: it does not say them. */
export const periodOf = (
  cells: { readonly date: string; readonly last: string },
  { mapping, unit, report, usual, read }: PeriodRules,
): { readonly days: DayRange; readonly isDay: boolean; readonly isWholeMonth: boolean } | null => {
  const of = (days: DayRange) => ({ days, isDay: days.from === days.to, isWholeMonth: isMonth(days) })
  if (mapping.date === null) return of(usual)
  const first = read(cells.date)
  if (first === null) return null
  if (mapping.last !== null) {
    const last = read(cells.last)
    return last === null || last.to < first.from ? null : of({ from: first.from, to: last.to })
  }
  if (first.is === 'range') return of({ from: first.from, to: first.to })
  if (first.is === 'month') return of(within({ from: first.from, to: first.to }, report))
  return of(unit === 'day' ? daysFrom(first.from, 'day') : within(daysFrom(first.from, unit), report))
}
