import { Hono } from 'hono'
import { judgedKind } from '#/analytics/alerts/rules.ts'
import {
  previewBody,
  saveAlertBody,
  wrongInRule,
  type AlertPreview,
  type AlertRule,
  type AlertsAnswer,
} from '#/contract/alerts/alerts.ts'
import { webhookTrouble } from '#/contract/delivery/webhook.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { sessionPerson, type LogBook } from '#/server/administration/log-book.ts'
import type { Config } from '#/server/config/config.ts'
import type { ArchiveAccess } from '#/server/archive/access.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { archiveAccount } from '#/server/archive/store/account-numbers.ts'
import type { ContactMarks } from '#/server/contact-marks/store.ts'
import { troubleOf } from '#/server/database/database.ts'
import {
  callContext,
  CLIENT_PATH,
  clientInPath,
  onlyMethods,
  readBody,
  requireSession,
  routeOf,
  sendJson,
  sendNothing,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import { masksOf } from '#/server/presenting/presenting.ts'
import { isZone } from '#/server/schedule/due.ts'
import type { Schedules } from '#/server/schedule/schedules.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import { firingOf } from './judging/firing.ts'
import { scheduleAlert } from './schedule-alert.ts'
import { HANDLED_KINDS, handledContacts } from './judging/handled.ts'
import { MARKS_LOOKED_BACK_MS } from './judging/judge-account.ts'
import { plannedFor } from './judging/planned.ts'
import type { Alerts } from './store/store.ts'

export interface AlertRoutesOptions {
  readonly alerts: Alerts
  readonly marks: ContactMarks
  readonly monthPlans: Pick<MonthPlans, 'of'>
  /** Null: nothing is kept, and nothing can be judged. */
  readonly archive: Archive | null
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly logBook: LogBook
  readonly schedules: Schedules
  readonly config: Pick<Config, 'mail' | 'webhookHosts'>
}

const ALERTS_PATH = '/api/alerts'
const SEEN_PATH = `${ALERTS_PATH}/seen`
const ALERT_PATH = `${ALERTS_PATH}/:id`
const PREVIEW_PATH = '/alerts/preview'

const NOTHING: Omit<AlertPreview, 'why'> = { days: [], fired: 0, message_count: 0, last: null, mail: null }

/** `/api/alerts…` for the account that is signed in, and what a rule would have told below a client's prefix too. */
export const alertRoutes = ({
  alerts,
  marks,
  monthPlans,
  archive,
  access,
  calls,
  logBook,
  schedules,
  config,
}: AlertRoutesOptions): Hono<AppEnv> => {
  const tools = { alerts, schedules }
  const isMine = async (c: AppContext, client: string | null): Promise<boolean> => {
    try {
      await calls.access(requireSession(c), client, callContext(c))
      return true
    } catch (error) {
      if (error instanceof Failure && error.status === 403) return false
      throw error
    }
  }

  /** @throws Failure 400 with what is wrong by its field, `client_forbidden` for a client that is not theirs */
  const checked = async (c: AppContext, rule: AlertRule): Promise<AlertRule> => {
    const wrong: Record<string, string> = { ...wrongInRule(rule) }
    // An alert can be switched off even when its host is no longer allowed.
    const webhook = rule.webhook === null ? null : webhookTrouble(rule.webhook, config.webhookHosts)
    if (webhook !== null && (rule.is_on || webhook === 'no_address')) wrong.webhook = webhook
    if (Object.keys(wrong).length > 0) throw new Failure(400, wrong)
    if (!isZone(rule.zone)) throw failure('invalid_request')
    for (const client of rule.clients ?? []) {
      if (!isPathValue('client_id', client)) throw failure('invalid_request')
      if (!(await isMine(c, client))) throw failure('client_forbidden')
    }
    return rule
  }

  const whose = (c: AppContext, path: string) => {
    const session = requireSession(c)
    c.set('route', path)
    return session
  }
  const writing = (c: AppContext, path: string) => {
    const session = whose(c, path)
    if (masksOf(c) !== null) throw failure('presenting')
    return session
  }

  const list = async (c: AppContext) => {
    const { account } = whose(c, ALERTS_PATH)
    const [all, runs, unseen] = await Promise.all([
      alerts.list(account),
      alerts.runs(account),
      alerts.unseen(account),
    ])
    // Of a client that was withdrawn nothing is told.
    const mine = new Map<string | null, boolean>()
    for (const { client } of runs) if (!mine.has(client)) mine.set(client, await isMine(c, client))
    const looked = await alerts.schedulesOf(account)
    const paused = await schedules.pausedOf(looked.map(([, schedule]) => schedule))
    const answer: AlertsAnswer = {
      alerts: all,
      stalled: looked.flatMap(([alert, schedule]) => {
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
    const session = writing(c, ALERTS_PATH)
    const { rule } = await readBody(c, saveAlertBody)
    const alert = await alerts.add(session.account, await checked(c, rule), sessionPerson(session))
    if (!alert) throw new Failure(400, { kind: 'there are as many alerts as there may be' })
    await scheduleAlert(tools, session, alert)
    await logBook.note(c, { event: 'alert_saved', kind: rule.kind })
    return sendJson(c, { alert })
  }

  const change = async (c: AppContext) => {
    const session = writing(c, ALERT_PATH)
    const { rule, version } = await readBody(c, saveAlertBody)
    const id = c.req.param('id') ?? ''
    const saved = await alerts.change(
      session.account,
      id,
      version,
      await checked(c, rule),
      sessionPerson(session),
    )
    if (!saved) throw failure('not_found')
    if (!saved.isWritten)
      return sendJson(c, { error: 'alert_changed', request_id: c.get('requestId'), alert: saved.alert }, 409)
    await scheduleAlert(tools, session, saved.alert)
    await logBook.note(c, { event: 'alert_saved', kind: rule.kind })
    return sendJson(c, { alert: saved.alert })
  }

  const remove = async (c: AppContext) => {
    const session = writing(c, ALERT_PATH)
    const { account } = session
    const id = c.req.param('id') ?? ''
    const alert = await alerts.find(account, id)
    if (alert) await scheduleAlert(tools, session, { ...alert, is_on: false })
    if (!alert || !(await alerts.remove(account, id))) throw failure('not_found')
    await logBook.note(c, { event: 'alert_deleted', kind: alert.kind })
    return sendNothing(c)
  }

  const seen = async (c: AppContext) => {
    const { account } = whose(c, SEEN_PATH)
    // Alerts shown to others in presentation mode do not count as seen.
    if (masksOf(c) === null) await alerts.seen(account)
    return sendNothing(c)
  }

  const preview = async (c: AppContext) => {
    const session = requireSession(c)
    const client = clientInPath(c)
    c.set('route', routeOf(client, PREVIEW_PATH))
    const { hidden, signal } = await access.check(calls, session, client, callContext(c))
    const { rule, about } = await readBody(c, previewBody)
    await checked(c, rule)
    const unknown = (why: AlertPreview['why']) => sendJson(c, { ...NOTHING, why } satisfies AlertPreview)
    if (archive === null) return unknown('no_archive')
    if (judgedKind(rule.kind).needs.some((name) => hidden.has(name))) return unknown('hidden')
    const account = archiveAccount(session.account, client)
    const plans = await plannedFor(monthPlans, account, rule, hidden, archive.now())
    if (rule.kind === 'plan_behind' && plans.length === 0) return unknown('no_plan')
    const found = await archive
      .count('alert_replay', {
        account,
        rule,
        handled: HANDLED_KINDS.has(rule.kind)
          ? await handledContacts(marks, account, archive.now() - MARKS_LOOKED_BACK_MS)
          : [],
        plans,
        now: archive.now(),
      })
      .catch((error: unknown) => {
        if (error instanceof Failure || troubleOf(error) === null) throw error
        throw failure('archive_unavailable', { cause: error })
      })
    if (signal.aborted) throw failure('client_forbidden')
    if (found === null) return unknown('not_kept')
    const { days, fired, messages, last, title } = found
    const firing = last && firingOf(last, hidden)
    const { alertWords } = await import('./telling/words.ts')
    const answer: AlertPreview = {
      why: null,
      days: [...days],
      fired,
      message_count: messages,
      last: firing,
      mail: last && firing && alertWords(rule, firing, { client: about, object: title, offset: last.offset }),
    }
    return sendJson(c, answer)
  }

  const routes = new Hono<AppEnv>()
  for (const prefix of ['/api', CLIENT_PATH])
    routes.post(prefix + PREVIEW_PATH, preview).all(prefix + PREVIEW_PATH, onlyMethods('POST'))
  return routes
    .get(ALERTS_PATH, list)
    .post(ALERTS_PATH, add)
    .all(ALERTS_PATH, onlyMethods('GET, POST'))
    .post(SEEN_PATH, seen)
    .all(SEEN_PATH, onlyMethods('POST'))
    .put(ALERT_PATH, change)
    .delete(ALERT_PATH, remove)
    .all(ALERT_PATH, onlyMethods('PUT, DELETE'))
}
