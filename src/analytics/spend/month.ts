import { addDays, daysIn, monthStart, twoDigits, type DayRange } from '#/contract/day.ts'

export const daysOfMonth = (month: string): DayRange => {
  const from = `${month}-01`
  return { from, to: addDays(monthStart(from, 1), -1) }
}

export const daysInMonth = (month: string): number => daysIn(daysOfMonth(month))

const nextMonth = (month: string) => monthStart(`${month}-01`, 1).slice(0, 7)

/** All months that some days touch, in order. */
export const monthsOf = ({ from, to }: DayRange): string[] => {
  const months: string[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = nextMonth(month)) months.push(month)
  return months
}

export const overlap = (a: DayRange, b: DayRange): DayRange | null => {
  const from = a.from > b.from ? a.from : b.from
  const to = a.to < b.to ? a.to : b.to
  return from > to ? null : { from, to }
}

/** Month of a period's end, `YYYY-MM`, no later than the current one. */
export const monthShown = (to: string, today: string): string => (to < today ? to : today).slice(0, 7)

export const dayOfMonth = (month: string, day: number): string => `${month}-${twoDigits(day)}`

/** Sorts ranges and joins adjacent ones. */
export const joinDays = (ranges: readonly DayRange[]): DayRange[] => {
  const joined: { from: string; to: string }[] = []
  for (const { from, to } of ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1)
    if (last === undefined || from > addDays(last.to, 1)) joined.push({ from, to })
    else if (to > last.to) last.to = to
  }
  return joined
}
