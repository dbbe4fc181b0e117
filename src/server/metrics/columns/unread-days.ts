import { mergedDays } from '#/analytics/days.ts'
import type { ListHole } from '#/api/pages.ts'
import { dayAt, dayNumber, instantOf, isDay } from '#/contract/day.ts'
import type { Days } from '#/contract/figures/questions.ts'

/* Days with possibly missing contacts. Lists come newest first, so a gap of pages lies between two dates. */

export interface PageDates {
  readonly newest: string | null
  readonly oldest: string | null
}

export const pageDatesOf = (dates: readonly (string | null | undefined)[]): PageDates => {
  const readable = dates.filter((date): date is string => isDay(date?.slice(0, 10) ?? ''))
  return { newest: readable[0] ?? null, oldest: readable.at(-1) ?? null }
}

const offsetOf = (date: string): number | null => {
  const [, sign, hours, minutes] = /([+-])(\d\d)(?::?(\d\d))?$/.exec(date.slice(10)) ?? []
  if (sign === undefined) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const daysAt = (date: string, offsets: ReadonlySet<number>): number[] => {
  const instant = offsetOf(date) === null ? null : instantOf(date)
  const others = instant === null ? [] : [...offsets].map((offset) => dayNumber(dayAt(instant, offset)))
  return [dayNumber(date.slice(0, 10)), ...others]
}

export const daysOutside = (ranges: readonly Days[], { first, last }: Days): Days[] =>
  [...ranges, { first: last + 1, last: last + 1 }]
    .map((range, index) => ({
      first: index === 0 ? first : ranges[index - 1]!.last + 1,
      last: range.first - 1,
    }))
    .filter((range) => range.first <= range.last)

/**
 * Days that missing pages may cover.
 * @param pages dates of loaded pages
 * @param requested the list's days
 */
export const unreadDaysIn = (
  holes: readonly ListHole[],
  pages: ReadonlyMap<number, PageDates>,
  requested: Days,
): Days[] => {
  if (holes.length === 0) return []
  const dated = [...pages].filter(([, { newest }]) => newest !== null).toSorted(([a], [b]) => a - b)
  const offsets = new Set(
    dated.flatMap(([, { newest, oldest }]) => [newest, oldest].flatMap((date) => offsetOf(date!) ?? [])),
  )
  const within = (day: number) => Math.min(Math.max(day, requested.first), requested.last)
  return mergedDays(
    holes.map(({ after, before }) => {
      const above = dated.findLast(([page]) => page <= after)?.[1].oldest
      const below = before === null ? undefined : dated.find(([page]) => page >= before)?.[1].newest
      const last = above ? within(Math.max(...daysAt(above, offsets))) : requested.last
      const first = below ? within(Math.min(...daysAt(below, offsets))) : requested.first
      return { first: Math.min(first, last), last: Math.max(first, last) }
    }),
  )
}
