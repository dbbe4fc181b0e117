import { addDays, monthStart, type DayRange } from '#/contract/day.ts'
import type { DateUnit, Mapping } from './mapping.ts'
import { daysOfMonth, overlap } from '#/analytics/spend/month.ts'
import type { ReadPeriod } from './period.ts'

const MONTHS = { month: 1, quarter: 3, year: 12 } as const

export const daysFrom = (day: string, unit: DateUnit): DayRange => {
  if (unit === 'day') return { from: day, to: day }
  if (unit === 'week') return { from: day, to: addDays(day, 6) }
  const from = monthStart(day)
  return { from, to: addDays(monthStart(day, MONTHS[unit]), -1) }
}

interface PeriodRules {
  readonly mapping: Mapping
  readonly unit: DateUnit
  readonly report: DayRange | null
  readonly usual: DayRange
  readonly read: (text: string) => ReadPeriod | null
}

const isMonth = ({ from, to }: DayRange) => {
  const month = daysOfMonth(from.slice(0, 7))
  return month.from === from && month.to === to
}

const within = (days: DayRange, report: DayRange | null) => (report && overlap(days, report)) ?? days

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
