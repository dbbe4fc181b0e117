import { callBackOrder, utcMinute } from '#/analytics/evaluation/call-back-order.ts'
import { DAY_MINUTES, dayNumber } from '#/contract/day.ts'
import type { Report, UnreturnedCall } from '#/contract/figures/answers.ts'

export const callersOf = ({
  unreturnedCalls,
  tables,
}: Pick<Report, 'unreturnedCalls'> & {
  readonly tables: Pick<Report['tables'], 'source'>
}): UnreturnedCall[] => callBackOrder(unreturnedCalls, tables.source.rows)

/**
 * Minutes since the last try, if it was today by its object's clock; else null.
 * @param now a clock `offset` minutes east of UTC
 */
export const minutesSince = (
  caller: UnreturnedCall,
  now: { readonly day: number; readonly minute: number } | null,
  offset: number | null,
): number | null => {
  if (now === null || offset === null || caller.offset === null) return null
  const utc = now.day * DAY_MINUTES + now.minute - offset
  const isToday = Math.floor((utc + caller.offset) / DAY_MINUTES) === dayNumber(caller.day)
  const since = utc - utcMinute(caller)
  return isToday && since >= 0 ? since : null
}
