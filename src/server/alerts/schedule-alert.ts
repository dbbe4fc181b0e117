import { tellAt } from '#/analytics/alerts/messages.ts'
import { DAILY_MINUTE, DAY_MINUTES, LOOK_EVERY } from '#/contract/alerts/alert-kinds.ts'
import type { Alert } from '#/contract/alerts/alerts.ts'
import type { Timing } from '#/contract/delivery/timing.ts'
import { timeOf } from '#/i18n/format.ts'
import type { Schedules } from '#/server/schedule/schedules.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { Alerts } from './store/store.ts'
import { ALERT_KIND } from './task.ts'

/** When an alert is looked at, which is also how often it tells at most. */
const timingOf = ({ at_most, quiet }: Pick<Alert, 'at_most' | 'quiet'>): Timing => {
  if (at_most !== 'daily')
    return { every: 'minutes', minutes: at_most === 'hourly' ? 60 : LOOK_EVERY.working }
  return { every: 'day', at: timeOf(tellAt(quiet, DAILY_MINUTE, 0) % DAY_MINUTES) }
}

/** An alert that is on has one schedule, which runs with the access of who has written it last. */
export const scheduleAlert = async (
  { alerts, schedules }: { readonly alerts: Alerts; readonly schedules: Schedules },
  { principal, account }: Pick<StoredSession, 'principal' | 'account'>,
  alert: Alert,
): Promise<void> => {
  const added = alert.is_on
    ? await schedules.add(principal, {
        kind: ALERT_KIND,
        what: { account, alert: alert.id },
        timing: timingOf(alert),
        zone: alert.zone,
      })
    : null
  const before = await alerts.scheduled(account, alert.id, added?.id ?? null)
  const old = before === null ? null : await schedules.find(before)
  if (old) await schedules.remove(old)
}
