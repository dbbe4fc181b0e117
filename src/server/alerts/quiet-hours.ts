import { isQuiet, notifyAt } from '#/server/metrics/alerts/messages.ts'
import type { QuietHours } from '#/contract/alerts/alert-kinds.ts'
import type { Alert } from '#/contract/alerts/alerts.ts'
import { DAY_MINUTES, MINUTE_MS } from '#/contract/day.ts'
import { offsetIn } from '#/server/schedule/due.ts'

/** Clock changes are two hours at most. */
const LONGEST_MINUTES = DAY_MINUTES + 2 * 60

/**
 * The moment, or the end of its quiet hours. The service has no time zones: an object whose clock equals the
 * alert's zone is assumed to change with it, others not to change.
 * @param moment UTC minutes since 1970
 * @param offset of the object's clock then, minutes east of UTC
 * @param zone IANA name
 */
export const quietUntil = (
  quiet: QuietHours | null,
  moment: number,
  offset: number,
  zone: string,
): number => {
  const offsetAt = (at: number) => offsetIn(zone, at * MINUTE_MS)
  const end = notifyAt(quiet, moment, offset)
  if (offsetAt(moment) !== offset || offsetAt(moment + LONGEST_MINUTES) === offset) return end
  // The clock changes within, so step by minutes.
  let at = moment
  // The remaining minutes may not exist on this clock.
  while (at < moment + 2 * LONGEST_MINUTES && isQuiet(quiet, at, offsetAt(at))) at++
  return at
}

/**
 * When an alert may be sent: no object is in its quiet hours then.
 * @param offsets of the objects' clocks
 */
export const sendableAt = (
  { quiet, zone }: Pick<Alert, 'quiet' | 'zone'>,
  offsets: readonly number[],
  at: number,
): number => {
  const moment = Math.floor(at / MINUTE_MS)
  const latest = Math.max(moment, ...offsets.map((offset) => quietUntil(quiet, moment, offset, zone)))
  return latest === moment ? at : latest * MINUTE_MS
}
