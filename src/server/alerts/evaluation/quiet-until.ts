import { isQuiet, tellAt } from '#/analytics/alerts/messages.ts'
import { DAY_MINUTES, type QuietHours } from '#/contract/alerts/alert-kinds.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import { offsetIn } from '#/server/schedule/due.ts'

/** A clock is put on or back by two hours at most. */
const LONGEST_MINUTES = DAY_MINUTES + 2 * 60

/**
 * The moment itself, or the first that is not in the quiet hours. The service tells how far an object's clock is ahead, and not
 * when it changes: one that shows the time of the alert's zone is taken to change with it, any other for one that does not.
 * @param moment minutes since 1970
 * @param offset of the object's clock then, in minutes east of UTC
 * @param zone of the IANA's list
 */
export const quietUntil = (
  quiet: QuietHours | null,
  moment: number,
  offset: number,
  zone: string,
): number => {
  const offsetAt = (at: number) => offsetIn(zone, at * MINUTE_MS)
  const end = tellAt(quiet, moment, offset)
  if (offsetAt(moment) !== offset || offsetAt(moment + LONGEST_MINUTES) === offset) return end
  // The clock changes meanwhile: it is read minute by minute.
  let at = moment
  // What is left of a day may be just what the clock skips.
  while (at < moment + 2 * LONGEST_MINUTES && isQuiet(quiet, at, offsetAt(at))) at++
  return at
}
