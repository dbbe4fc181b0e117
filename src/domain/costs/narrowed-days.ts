import type { Filter } from '#/contract/figures/questions.ts'
import { dayText, type DayRange } from '#/contract/day.ts'

export const narrowedDays = (days: DayRange, filters: readonly Filter[]): DayRange =>
  filters.reduce(({ from, to }, filter) => {
    if (filter.by !== 'day') return { from, to }
    const [first, last] = [dayText(filter.first), dayText(filter.last)]
    return { from: first > from ? first : from, to: last < to ? last : to }
  }, days)
