import type { CallBacks, ResponseTime } from '#/contract/figures/answers.ts'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'

const WEEK_MS = 7 * DAY_MS

const middle = (minutes: readonly number[]): ResponseTime => {
  const sorted = minutes.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  return {
    count: sorted.length,
    minutes:
      sorted.length === 0
        ? null
        : sorted.length % 2
          ? sorted[half]!
          : (sorted[half - 1]! + sorted[half]!) / 2,
  }
}

/**
 * The medians of two weeks.
 * @param ended milliseconds of the first try, and of the end
 */
export const responsesOf = (
  ended: readonly { readonly from: number; readonly to: number }[],
  now: number,
): CallBacks['spoken'] => {
  const of = (first: number, last: number) =>
    middle(
      ended
        .filter(({ from, to }) => to > first && to <= last && to >= from)
        .map(({ from, to }) => (to - from) / MINUTE_MS),
    )
  return { week: of(now - WEEK_MS, Infinity), before: of(now - 2 * WEEK_MS, now - WEEK_MS) }
}
