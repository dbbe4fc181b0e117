import { utcMinute } from '#/analytics/evaluation/call-back-order.ts'
import { NO_DAY } from '#/contract/day.ts'
import { contactOf } from '#/server/metrics/columns/call-backs.ts'
import type { ReachedLater } from '#/contract/figures/answers.ts'
import type { Dataset } from '#/server/metrics/columns/dataset.ts'
import { instantsIn } from '#/server/metrics/columns/instants.ts'
import { reachIn } from '#/server/metrics/columns/reached.ts'
import type { Selection } from '#/server/metrics/columns/select.ts'
import { unreturnedCalls } from '#/server/metrics/columns/unreturned-calls.ts'

export const LATER_DAYS = 60

/**
 * The callers of {@link unreturnedCalls} that were reached later.
 * @param later contacts after the period
 */
export const reachedLater = (
  data: Dataset,
  selection: Selection,
  later: Dataset,
): readonly ReachedLater[] => {
  const { callers } = unreturnedCalls(data, selection)
  // A later day of another time zone can be before the missed call.
  const missed = callers.map((call) => ({
    caller: call.caller,
    at: call.offset === null ? -Infinity : utcMinute(call),
  }))
  const first = new Map<string, { readonly at: number; readonly of: Dataset; readonly row: number }>()
  for (const of of later.elsewhere ? [later, later.elsewhere] : [later]) {
    const { day, rows, by } = of
    const instant = instantsIn(of)
    const { isReached } = reachIn(of)
    const byCode = new Map(missed.map((one) => [by.caller.find(one.caller), one]))
    for (let row = 0; row < rows; row++) {
      if (day[row] === NO_DAY || !isReached(row)) continue
      const one = byCode.get(by.caller.codes[row])
      const at = instant(row)
      if (one !== undefined && at >= one.at && at < (first.get(one.caller)?.at ?? Infinity))
        first.set(one.caller, { at, of, row })
    }
  }
  return callers.flatMap(({ caller, oid, callId }) => {
    const found = first.get(caller)
    return found === undefined ? [] : [{ oid, callId, reached: contactOf(found.of, found.row) }]
  })
}
