import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'

/** What each day has brought of a part, the compared period first. */
export type DailyParts = readonly { readonly day: number; readonly count: number }[]

/** Days that may lie between the last contact under one name and the first under another. */
const GAP_DAYS = 5
/** A name that has come as often as the other by day, within this factor. */
const ALIKE = 1.6

/** A name's first and last day, and what a day between the edge and it has brought. */
const spanOf = (days: DailyParts) => {
  const there = days.filter(({ count }) => count > 0).map(({ day }) => day)
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return { first: Math.min(...there), last: Math.max(...there), total }
}

/**
 * A name that ends where another begins, with about as many contacts a day: one source under two names, and no cause of a
 * change. Null: there is no such pair, or more than one.
 */
export const renamedPair = (
  parts: readonly DailyParts[],
): { readonly from: number; readonly to: number } | null => {
  const days = parts[0] ?? []
  if (days.length === 0) return null
  const edge = {
    first: Math.min(...days.map(({ day }) => day)),
    last: Math.max(...days.map(({ day }) => day)),
  }
  const known = days.map(({ day }) => day)
  const passed = (from: number, to: number) => known.filter((day) => day >= from && day <= to).length
  const spans = parts.map(spanOf)
  const ended = spans.map(({ last, total }) => total >= TOO_FEW && last < edge.last - GAP_DAYS)
  const begun = spans.map(({ first, total }) => total >= TOO_FEW && first > edge.first + GAP_DAYS)
  const pairs = spans.flatMap((old, from) =>
    spans.flatMap((next, to) => {
      if (!ended[from] || !begun[to] || from === to) return []
      const gap = passed(Math.min(old.last, next.first), Math.max(old.last, next.first)) - 1
      if (next.first < old.last || gap > GAP_DAYS) return []
      const [before, after] = [
        old.total / passed(edge.first, old.last),
        next.total / passed(next.first, edge.last),
      ]
      return before / after <= ALIKE && after / before <= ALIKE ? [{ from, to }] : []
    }),
  )
  return pairs.length === 1 ? pairs[0]! : null
}
