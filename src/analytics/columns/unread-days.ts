import type { ListHole } from '#/api/pages.ts'
import { dayAt, dayNumber, instantOf, isDay } from '#/contract/day.ts'
import type { Days } from './select.ts'

/*
 * Days that contacts may be missing of: still to be read, or impossible to read. Lists come newest first, so a place where
 * pages are missing lies between two dates.
 */

/** How a page of contacts begins and ends, as its records write it; null: none of them has a date. */
export interface PageDates {
  readonly newest: string | null
  readonly oldest: string | null
}

export const pageDatesOf = (dates: readonly (string | null | undefined)[]): PageDates => {
  const readable = dates.filter((date): date is string => isDay(date?.slice(0, 10) ?? ''))
  return { newest: readable[0] ?? null, oldest: readable.at(-1) ?? null }
}

/** Minutes east of UTC; null: the date does not say. */
const offsetOf = (date: string): number | null => {
  const [, sign, hours, minutes] = /([+-])(\d\d)(?::?(\d\d))?$/.exec(date.slice(10)) ?? []
  if (sign === undefined) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** The days that this moment may be on the clocks of the list's objects (G6). */
const daysAt = (date: string, offsets: ReadonlySet<number>): number[] => {
  const instant = offsetOf(date) === null ? null : instantOf(date)
  const others = instant === null ? [] : [...offsets].map((offset) => dayNumber(dayAt(instant, offset)))
  return [dayNumber(date.slice(0, 10)), ...others]
}

/** Ranges in their order, each as long as it can be. */
export const mergedDays = (ranges: readonly Days[]): Days[] => {
  const merged: Days[] = []
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1)
    if (before === undefined || range.first > before.last + 1) merged.push(range)
    else merged[merged.length - 1] = { first: before.first, last: Math.max(before.last, range.last) }
  }
  return merged
}

/** The days of a range that lie in none of some merged ones. */
export const daysOutside = (ranges: readonly Days[], { first, last }: Days): Days[] =>
  [...ranges, { first: last + 1, last: last + 1 }]
    .map((range, index) => ({
      first: index === 0 ? first : ranges[index - 1]!.last + 1,
      last: range.first - 1,
    }))
    .filter((range) => range.first <= range.last)

/** Of these days some contacts may be missing. */
export const mayMiss = (unread: readonly Days[], { first, last }: Days): boolean =>
  unread.some((range) => first <= range.last && range.first <= last)

/**
 * The days that the missing parts of a list may hold contacts of.
 * @param pages dates of the pages that have come
 * @param asked the days of the list
 */
export const unreadDaysIn = (
  holes: readonly ListHole[],
  pages: ReadonlyMap<number, PageDates>,
  asked: Days,
): Days[] => {
  if (holes.length === 0) return []
  const dated = [...pages].filter(([, { newest }]) => newest !== null).toSorted(([a], [b]) => a - b)
  const offsets = new Set(
    dated.flatMap(([, { newest, oldest }]) => [newest, oldest].flatMap((date) => offsetOf(date!) ?? [])),
  )
  const within = (day: number) => Math.min(Math.max(day, asked.first), asked.last)
  return mergedDays(
    holes.map(({ after, before }) => {
      const above = dated.findLast(([page]) => page <= after)?.[1].oldest
      const below = before === null ? undefined : dated.find(([page]) => page >= before)?.[1].newest
      const last = above ? within(Math.max(...daysAt(above, offsets))) : asked.last
      const first = below ? within(Math.min(...daysAt(below, offsets))) : asked.first
      return { first: Math.min(first, last), last: Math.max(first, last) }
    }),
  )
}
