import type { CallBacks, ResponseTime } from '#/contract/figures/answers.ts'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import { medianOf } from './evaluation/significance.ts'

const WEEK_MS = 7 * DAY_MS

const middle = (minutes: readonly number[]): ResponseTime => ({
  count: minutes.length,
  minutes: minutes.length === 0 ? null : medianOf(minutes),
})

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
