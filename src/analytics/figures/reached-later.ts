import { NO_DAY } from '#/contract/day.ts'
import { contactOf, type Reached } from '#/analytics/columns/call-backs.ts'
import type { Dataset } from '#/analytics/columns/dataset.ts'
import { reachIn } from '#/analytics/columns/reached.ts'
import type { Selection } from '#/analytics/columns/select.ts'
import { unreturnedCalls, type UnreturnedCall } from '#/analytics/columns/unreturned-calls.ts'

/** A caller who was still waiting at the end of a period, by their last call, and when they were reached after it. */
export interface ReachedLater extends Pick<UnreturnedCall, 'oid' | 'callId'> {
  readonly reached: Reached
}

/** Days after a period in which what became of its callers is looked for. */
export const LATER_DAYS = 60

/**
 * Of the callers that {@link unreturnedCalls} lists those who were reached later.
 * @param later contacts of the days after the period
 */
export const reachedLater = (
  data: Dataset,
  selection: Selection,
  later: Dataset,
): readonly ReachedLater[] => {
  const first = new Map<string | null, { readonly at: number; readonly of: Dataset; readonly row: number }>()
  for (const of of later.elsewhere ? [later, later.elsewhere] : [later]) {
    const { day, minute, rows, by } = of
    const { isReached } = reachIn(of)
    for (let row = 0; row < rows; row++) {
      if (day[row] === NO_DAY || !isReached(row)) continue
      const caller = by.caller.values[by.caller.codes[row]!] ?? null
      const at = day[row]! * 1440 + minute[row]!
      if (at < (first.get(caller)?.at ?? Infinity)) first.set(caller, { at, of, row })
    }
  }
  return unreturnedCalls(data, selection).callers.flatMap(({ caller, oid, callId }) => {
    const found = first.get(caller)
    return found === undefined ? [] : [{ oid, callId, reached: contactOf(found.of, found.row) }]
  })
}
