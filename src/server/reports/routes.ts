import { Hono } from 'hono'
import type * as z from 'zod'
import {
  PRINT_FAILURES,
  type PrintFailure,
  REPORT_ACTIONS,
  reportActionBody,
  REPORTS_MAX,
  REPORTS_PATH,
  saveReportBody,
  type MailedReport,
  type ReportAction,
  type ReportRun,
  type ReportsAnswer,
} from '#/contract/delivery/reports.ts'
import { sessionPerson } from '#/server/administration/log-book.ts'
import { archiveAccount } from '#/server/session/names.ts'
import type { ReportTools } from './tools.ts'
import type { SendResult } from '#/server/delivery/to-all.ts'
import {
  callContext,
  readBody,
  requireSession,
  sendConflict,
  sendJson,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { readClientNames } from '#/server/live/reading.ts'
import { refuseInPrivacyMode } from '#/server/http/privacy-mode.ts'
import { dayIn, isZone, skippedTime } from '#/server/schedule/due.ts'
import type { Schedule, ScheduledRun } from '#/server/schedule/schedules.ts'
import type { StoredSession } from '#/server/session/store.ts'
import { objectTitleOf } from './figures.ts'
import {
  cleanSettings,
  isWrong,
  REPORT_KIND,
  scheduleOfReport,
  reportSettingsOf,
  wrongSettings,
} from './settings.ts'
import { viewQuestion } from './view/view-question.ts'

const OWN = `/api${REPORTS_PATH}`
const MAX_RUNS = 100
/** Large enough to refuse 10,000 addresses with a reason. */
const BODY_MAX_BYTES = 1024 * 1024

export interface ReportRoutesOptions extends ReportTools {
  /** Starts the run at once: a person is waiting. */
  readonly hurry: () => void
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const hasResults = (result: unknown): result is { readonly told: readonly SendResult[] } =>
  typeof result === 'object' && result !== null && 'told' in result && Array.isArray(result.told)

const contactsIn = (result: unknown): number | null =>
  typeof result === 'object' && result !== null && 'contacts' in result && typeof result.contacts === 'number'
    ? result.contacts
    : null

const noPdfIn = (result: unknown): PrintFailure | null =>
  (typeof result === 'object' && result !== null && 'no_pdf' in result
    ? PRINT_FAILURES.find((one) => one === result.no_pdf)
    : undefined) ?? null

const runAnswer = (run: ScheduledRun): ReportRun => ({
  report: run.schedule,
  due: run.due,
  state: run.state,
  is_late: run.isLate,
  is_asked: run.isManual,
  try_at: run.state === 'waiting' ? iso(run.try_at) : null,
  ended: iso(run.ended),
  reason: run.reason,
  said: run.said,
  sent: hasResults(run.result) ? run.result.told.filter(({ is }) => is === 'sent').length : null,
  contacts: contactsIn(run.result),
  no_pdf: noPdfIn(run.result),
})

/** Names of the reports' clients, in one request, if any. */
const clientNamesOf = async (
  { calls, now }: ReportRoutesOptions,
  c: AppContext,
  session: StoredSession,
  reports: readonly Schedule[],
): Promise<ReadonlyMap<string, string>> => {
  if (reports.every((one) => (reportSettingsOf(one)?.client ?? null) === null)) return new Map()
  const hidden = new Set<string>()
  return readClientNames({ calls, session, client: null, hidden, context: callContext(c), now }).catch(
    () => new Map(),
  )
}

const reportAnswer = async (
  tools: ReportRoutesOptions,
  session: StoredSession,
  schedule: Schedule,
  clientNames: ReadonlyMap<string, string>,
): Promise<MailedReport[]> => {
  const { archive, mailStops, now, preferences } = tools
  const settings = reportSettingsOf(schedule)
  if (settings === null) return []
  const { client, object, to, view } = settings
  const views = view ? (await preferences.read(session.principal)).preferences.saved_views : undefined
  const stored =
    object === null ? null : await archive?.store.objects(archiveAccount(session.account, client))
  return [
    {
      id: schedule.id,
      version: schedule.version,
      settings,
      client_name: client === null ? session.user.company_name : (clientNames.get(client) ?? null),
      object_title: object === null ? null : objectTitleOf(stored?.objects ?? [], object),
      view_name: views?.find(({ id }) => id === view?.id)?.name ?? null,
      next: iso(schedule.nextDue),
      paused: schedule.paused,
      stopped: [...(await mailStops.of(schedule.id, to))],
      skips: skippedTime(schedule.timing, schedule.zone, now()),
    },
  ]
}

const checkedReport = async (
  { calls, logBook, now, preferences, offlineAccess }: ReportRoutesOptions,
  c: AppContext,
  session: StoredSession,
  { settings, allow = false }: z.infer<typeof saveReportBody>,
) => {
  const wrong = wrongSettings(settings)
  // An agency has no contacts of its own.
  if (settings.client === null && session.user.is_agency_manager) wrong.client = 'needed'
  if (settings.client !== null)
    await calls.access(session, settings.client, callContext(c)).catch((error: unknown) => {
      if (error instanceof Failure && error.status === 403) wrong.client = 'unknown'
      else throw error
    })
  if (settings.view) {
    const { saved_views: views } = (await preferences.read(session.principal)).preferences
    const view = views?.find(({ id }) => id === settings.view?.id)
    if (!session.rights.has('export')) wrong.view = 'no_right'
    else if (!view) wrong.view = 'unknown'
    else if (
      viewQuestion(view, settings.object, dayIn(isZone(settings.zone) ? settings.zone : 'UTC', now())) ===
      null
    )
      wrong.view = 'not_kept'
    if (settings.with_callers && !session.rights.has('numbers')) wrong.with_callers = 'no_right'
  }
  const mayRead = (await offlineAccess.stateOf(session.principal)).is === 'given'
  if (!mayRead && !allow) wrong.standing = 'needed'
  if (isWrong(wrong)) throw new Failure(400, { ...wrong })
  if (!mayRead) {
    await offlineAccess.give(session)
    await logBook.note(c, { event: 'standing_given' })
  }
  return scheduleOfReport(cleanSettings(settings))
}

/** `/api/reports…` of the signed-in account. Contains no data of callers. */
export const reportRoutes = (tools: ReportRoutesOptions): Hono<AppEnv> => {
  const { schedules, offlineAccess, config, logBook, hurry } = tools

  const list = async (c: AppContext) => {
    const session = requireSession(c)
    const own = await schedules.list(session.principal, REPORT_KIND)
    const runs = await schedules.runs(session.principal, MAX_RUNS, REPORT_KIND)
    const names = await clientNamesOf(tools, c, session, own)
    const reports: MailedReport[] = []
    for (const schedule of own) reports.push(...(await reportAnswer(tools, session, schedule, names)))
    const answer: ReportsAnswer = {
      reports,
      runs: runs.map(runAnswer),
      mail_from: config.mail?.from.address ?? null,
      standing: await offlineAccess.stateOf(session.principal),
    }
    return sendJson(c, answer)
  }

  const writer = (c: AppContext): StoredSession => {
    const session = requireSession(c)
    if (session.kiosk !== null || session.frame !== null) throw failure('access_denied')
    refuseInPrivacyMode(c)
    return session
  }

  const ownReport = async (c: AppContext, session: StoredSession): Promise<Schedule> => {
    const schedule = await schedules.find(c.req.param('id') ?? '')
    if (schedule?.principal !== session.principal || schedule.kind !== REPORT_KIND) throw failure('not_found')
    return schedule
  }

  /** @throws Failure 400 `reports` at the limit */
  const assertRoom = async ({ principal }: StoredSession) => {
    if ((await schedules.list(principal, REPORT_KIND)).length >= REPORTS_MAX)
      throw new Failure(400, { reports: `too_many: ${REPORTS_MAX}` })
  }

  const add = async (c: AppContext) => {
    const session = writer(c)
    const body = await readBody(c, saveReportBody, BODY_MAX_BYTES)
    const { settings } = body
    const wanted = await checkedReport(tools, c, session, body)
    await assertRoom(session)
    await schedules.add(session.principal, wanted)
    await logBook.note(c, { event: 'schedule_added', kind: REPORT_KIND }, { client: settings.client })
    return list(c)
  }

  const change = async (c: AppContext) => {
    const session = writer(c)
    const body = await readBody(c, saveReportBody, BODY_MAX_BYTES)
    const { settings, version } = body
    const before = await ownReport(c, session)
    const wanted = await checkedReport(tools, c, session, body)
    if (!(await schedules.change({ ...before, version }, wanted))) {
      const present = await ownReport(c, session)
      const names = await clientNamesOf(tools, c, session, [present])
      const [report = null] = await reportAnswer(tools, session, present, names)
      return sendConflict(c, 'report_changed', { report })
    }
    await logBook.note(c, { event: 'schedule_changed', kind: REPORT_KIND }, { client: settings.client })
    return list(c)
  }

  const remove = async (c: AppContext) => {
    const session = writer(c)
    if (!(await schedules.remove(await ownReport(c, session)))) throw failure('not_found')
    await logBook.note(c, { event: 'schedule_deleted', kind: REPORT_KIND })
    return list(c)
  }

  const ACTIONS: Record<ReportAction, (c: AppContext, session: StoredSession) => Promise<unknown>> = {
    pause: async (c, session) => schedules.pause(await ownReport(c, session), 'person'),
    resume: async (c, session) => schedules.pause(await ownReport(c, session), null),
    restore: async (c, session) => {
      const { principal } = session
      await assertRoom(session)
      if (!(await schedules.restore({ id: c.req.param('id') ?? '', principal }))) throw failure('not_found')
    },
    send: async (c, session) => {
      await schedules.ask((await ownReport(c, session)).id)
      hurry()
    },
    again: async (c, session) => {
      const { due } = await readBody(c, reportActionBody)
      if (due === undefined) throw failure('invalid_request')
      if (!(await schedules.again((await ownReport(c, session)).id, due))) throw failure('not_found')
      hurry()
    },
  }
  const act = async (c: AppContext) => {
    const session = writer(c)
    const action = REPORT_ACTIONS.find((one) => one === c.req.param('action'))
    if (action === undefined) throw failure('not_found')
    await ACTIONS[action](c, session)
    await logBook.note(c, { event: 'schedule_changed', kind: REPORT_KIND }, { who: sessionPerson(session) })
    return list(c)
  }

  return new Hono<AppEnv>()
    .get(OWN, list)
    .post(OWN, add)
    .put(`${OWN}/:id`, change)
    .delete(`${OWN}/:id`, remove)
    .post(`${OWN}/:id/:action`, act)
}
