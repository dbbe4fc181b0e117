import type { ToldAt } from '#/analytics/alerts/replay.ts'
import type { Firing } from '#/contract/alerts/alerts.ts'
import { MINUTE_MS } from '#/contract/day.ts'

/** What was found, as it is kept and sent: moments in milliseconds, no callers' texts. */
export const firingOf = ({ subject, moment, at, oid, value, of, usual }: ToldAt): Firing => ({
  subject,
  at: (at ?? moment) * MINUTE_MS,
  oid,
  value,
  of,
  usual,
})
