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
  const missedAt = new Map<string | null, number>(
    callers.map((call) => [call.caller, call.offset === null ? -Infinity : utcMinute(call)]),
  )
  const first = new Map<string | null, { readonly at: number; readonly of: Dataset; readonly row: number }>()
  for (const of of later.elsewhere ? [later, later.elsewhere] : [later]) {
    const { day, rows, by } = of
    const instant = instantsIn(of)
    const { isReached } = reachIn(of)
    for (let row = 0; row < rows; row++) {
      if (day[row] === NO_DAY || !isReached(row)) continue
      const caller = by.caller.values[by.caller.codes[row]!] ?? null
      const at = instant(row)
      if (at >= (missedAt.get(caller) ?? Infinity) && at < (first.get(caller)?.at ?? Infinity))
        first.set(caller, { at, of, row })
    }
  }
  return callers.flatMap(({ caller, oid, callId }) => {
    const found = first.get(caller)
    return found === undefined ? [] : [{ oid, callId, reached: contactOf(found.of, found.row) }]
  })
}
