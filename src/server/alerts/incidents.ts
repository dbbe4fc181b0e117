import type { TimedIncident } from '#/server/metrics/alerts/replay.ts'
import type { Incident } from '#/contract/alerts/alerts.ts'
import { MINUTE_MS } from '#/contract/day.ts'

/**
 * An incident as stored and sent: milliseconds, no callers' texts.
 * @param hidden fields that the recipient may not see
 */
export const toIncident = (
  { subject, moment, at, oid, value, of, usual, missed_day }: TimedIncident,
  hidden: ReadonlySet<string>,
): Incident => ({
  subject,
  at: (at ?? moment) * MINUTE_MS,
  oid,
  value,
  of,
  usual,
  ...(missed_day && {
    missed_day: hidden.has('phone_number_from') ? { ...missed_day, waiting: null } : missed_day,
  }),
})
