import { Hono } from 'hono'
import { saveAlertBody, type AlertsAnswer, type Alert } from '#/contract/alerts/alerts.ts'
import { sessionPerson, type LogBook } from '#/server/administration/log-book.ts'
import type { Config } from '#/server/config/config.ts'
import type { ArchiveAccess } from '#/server/accounts/access.ts'
import { isOwnClient } from '#/server/accounts/requested-account.ts'
import type { Archive } from '#/server/archive/archive.ts'
import type { Annotations } from '#/server/annotations/store.ts'
import {
  CLIENT_PATH,
  readBody,
  requireSession,
  sendConflict,
  sendJson,
  sendNothing,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import type { WorkingHoursStore } from '#/server/working-hours/store.ts'
import { masksOf, refuseInPrivacyMode } from '#/server/http/privacy-mode.ts'
import type { Schedules } from '#/server/schedule/schedules.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import { notifyAt } from '#/server/metrics/alerts/messages.ts'
import { DAILY_MINUTE, EVALUATION_INTERVAL } from '#/contract/alerts/alert-kinds.ts'
import type { Timing } from '#/contract/delivery/timing.ts'
import { timeOf } from '#/i18n/format.ts'
import type { StoredSession } from '#/server/session/store.ts'
import { DAY_MINUTES } from '#/contract/day.ts'
import type { Alerts } from './store/store.ts'
import { checkedRule } from './checked-rule.ts'
import { PREVIEW_PATH, previewRoute } from './preview-route.ts'
import { ALERT_KIND } from './task.ts'

/** When an alert is evaluated, also the maximum frequency of messages. */
const timingOf = ({ at_most, quiet }: Pick<Alert, 'at_most' | 'quiet'>): Timing => {
  if (at_most !== 'daily')
    return { every: 'minutes', minutes: at_most === 'hourly' ? 60 : EVALUATION_INTERVAL.working }
  return { every: 'day', at: timeOf(notifyAt(quiet, DAILY_MINUTE, 0) % DAY_MINUTES) }
}

/** An active alert has one schedule, run with its last author's access. */
const scheduleAlert = async (
  alerts: Pick<Alerts, 'scheduled'>,
  schedules: Schedules,
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
  if (old && added) await schedules.moveRuns(old.id, added.id)
  if (old) await schedules.remove(old)
}

export interface AlertRoutesOptions {
  readonly alerts: Alerts
  readonly annotations: Annotations
  readonly monthPlans: Pick<MonthPlans, 'of'>
  readonly workingHours: Pick<WorkingHoursStore, 'weeks'>
  readonly archive: Archive | null
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly logBook: LogBook
  readonly schedules: Schedules
  readonly config: Pick<Config, 'mail' | 'webhookHosts'>
}

const ALERTS_PATH = '/api/alerts'
const SEEN_PATH = `${ALERTS_PATH}/seen`
/** Other paths below are no alert's. */
const ALERT_PATH = `${ALERTS_PATH}/:id{\\w+-[\\w-]+}`

/** `/api/alerts…` of the signed-in account; previews also below a client's prefix. */
export const alertRoutes = (options: AlertRoutesOptions): Hono<AppEnv> => {
  const { alerts, calls, config, logBook, schedules } = options
  const writing = (c: AppContext) => {
    const session = requireSession(c)
    refuseInPrivacyMode(c)
    return session
  }

  const list = async (c: AppContext) => {
    const { account } = requireSession(c)
    const [all, runs, unseen] = await Promise.all([
      alerts.list(account),
      alerts.runs(account),
      alerts.unseen(account),
    ])
    // Incidents of withdrawn clients are left out.
    const mine = new Map<string | null, boolean>()
    for (const { client } of runs)
      if (!mine.has(client)) mine.set(client, await isOwnClient(calls, c, client))
    const schedulesByAlert = await alerts.schedulesOf(account)
    const paused = await schedules.pausedOf(schedulesByAlert.map(([, schedule]) => schedule))
    const answer: AlertsAnswer = {
      alerts: all,
      stalled: schedulesByAlert.flatMap(([alert, schedule]) => {
        const reason = paused.get(schedule)
        return reason === undefined ? [] : [{ alert, reason }]
      }),
      runs: runs.filter(({ client }) => mine.get(client)),
      unseen,
      mail_from: config.mail?.from.address ?? null,
      webhook_hosts: [...config.webhookHosts],
    }
    return sendJson(c, answer)
  }

  const add = async (c: AppContext) => {
    const session = writing(c)
    const { rule } = await readBody(c, saveAlertBody)
    const checked = await checkedRule(options, c, rule)
    const alert = await alerts.withSchedules(async (rules, scheduled) => {
      const added = await rules.add(session.account, checked, sessionPerson(session))
      if (added) await scheduleAlert(rules, scheduled, session, added)
      return added
    })
    if (!alert) throw new Failure(400, { kind: 'there are as many alerts as there may be' })
    await logBook.note(c, { event: 'alert_saved', kind: rule.kind })
    return sendJson(c, { alert })
  }

  const change = async (c: AppContext) => {
    const session = writing(c)
    const { rule, version } = await readBody(c, saveAlertBody)
    const id = c.req.param('id') ?? ''
    const checked = await checkedRule(options, c, rule)
    const saved = await alerts.withSchedules(async (rules, scheduled) => {
      const changed = await rules.change(session.account, id, version, checked, sessionPerson(session))
      if (changed?.isWritten) await scheduleAlert(rules, scheduled, session, changed.alert)
      return changed
    })
    if (!saved) throw failure('not_found')
    if (!saved.isWritten) return sendConflict(c, 'alert_changed', { alert: saved.alert })
    await logBook.note(c, { event: 'alert_saved', kind: rule.kind })
    return sendJson(c, { alert: saved.alert })
  }

  const remove = async (c: AppContext) => {
    const session = writing(c)
    const { account } = session
    const id = c.req.param('id') ?? ''
    const alert = await alerts.withSchedules(async (rules, scheduled) => {
      const found = await rules.find(account, id)
      if (found) await scheduleAlert(rules, scheduled, session, { ...found, is_on: false })
      return found && (await rules.remove(account, id)) ? found : null
    })
    if (!alert) throw failure('not_found')
    await logBook.note(c, { event: 'alert_deleted', kind: alert.kind })
    return sendNothing(c)
  }

  const seen = async (c: AppContext) => {
    const { account } = requireSession(c)
    // Viewing in presentation mode does not count as seen.
    if (masksOf(c) === null) await alerts.seen(account)
    return sendNothing(c)
  }

  const preview = previewRoute(options)
  const routes = new Hono<AppEnv>()
  for (const prefix of ['/api', CLIENT_PATH]) routes.post(prefix + PREVIEW_PATH, preview)
  return routes
    .get(ALERTS_PATH, list)
    .post(ALERTS_PATH, add)
    .post(SEEN_PATH, seen)
    .put(ALERT_PATH, change)
    .delete(ALERT_PATH, remove)
}
