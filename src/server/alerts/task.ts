import * as z from 'zod'
import { evaluationInterval } from '#/server/metrics/alerts/messages.ts'
import { evaluatorOf } from '#/server/metrics/alerts/rules.ts'
import { agencyAnswer } from '#/contract/agency.ts'
import { EVALUATION_INTERVAL } from '#/contract/alerts/alert-kinds.ts'
import type { Alert } from '#/contract/alerts/alerts.ts'
import { MINUTE_MS, momentAt } from '#/contract/day.ts'
import { isReadable } from '#/contract/field.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { lastBegunDay } from '#/server/archive/reading/clock.ts'
import { untilRead } from '#/server/archive/reading/questions/question.ts'
import { archiveAccount } from '#/server/session/names.ts'
import type { Annotations } from '#/server/annotations/store.ts'
import { runAsSession, toJobError } from '#/server/delivery/run-as.ts'
import type { DeliveryTools } from '#/server/delivery/tools.ts'
import { NO_FAULTS } from '#/server/faults.ts'
import { Failure } from '#/server/http/failure.ts'
import type { RunContext, Task } from '#/server/schedule/scheduler.ts'
import { PermanentError, RetryableError } from '#/server/schedule/run-failures.ts'
import type { StoredSession } from '#/server/session/store.ts'
import { EVALUATED_DAYS } from '#/server/archive/evaluation/evaluate-account.ts'
import { deliverAlert, isDelivered } from '#/server/alerts/notifications/deliver.ts'
import { toIncident } from './incidents.ts'
import { sendableAt } from './quiet-hours.ts'
import { ruleInputs } from '#/server/archive/evaluation/inputs.ts'
import type { Alerts } from '#/server/alerts/store/store.ts'
import { nextDue } from '#/server/schedule/due.ts'

export const ALERT_KIND = 'alert'
export const scheduledAlert = z.object({ account: z.string(), alert: z.string() })

/** Days that take longer wait for the next evaluation. */
const READ_MS = 3 * MINUTE_MS

export interface AlertTaskTools extends DeliveryTools {
  readonly alerts: Alerts
  readonly annotations: Pick<Annotations, 'since'>
}

interface AlertRun extends RunContext {
  readonly schedule: string
}

interface Watched {
  readonly client: string | null
  readonly name: string
}

/** @throws RetryableError, or PermanentError, which pauses it, if none of the chosen clients is listed */
const watchedBy = async (
  { calls }: AlertTaskTools,
  session: StoredSession,
  { clients }: Alert,
  signal: AbortSignal,
): Promise<Watched[]> => {
  if (!session.user.is_agency_manager)
    return [{ client: null, name: session.user.company_name?.trim() || session.user.email || 'Callboard' }]
  const context = { signal, faults: NO_FAULTS }
  const answer = await calls.call(session, { name: 'agency', values: {}, clientId: null }, context)
  const listed = (agencyAnswer.lenient.safeParse(answer).data ?? []).flatMap((agency) =>
    agency.clients.filter(isReadable),
  )
  // Such an answer says nothing about the chosen ones.
  if (listed.length === 0) throw new RetryableError('service_failed')
  const watched = listed
    .map(({ client, company_name, email }) => ({ client, name: company_name?.trim() || email || client }))
    .filter(({ client }) => clients === null || clients.includes(client))
  if (watched.length === 0) throw new PermanentError('client_forbidden', { isToPause: true })
  return watched
}

/** @returns whether all was read */
const readNewContacts = async (
  archive: Archive,
  reader: Parameters<Archive['ask']>[0],
  signal: AbortSignal,
): Promise<boolean> => {
  const last = lastBegunDay(archive.now())
  const { reading, question } = archive.ask(reader, {
    first: Math.max(last - EVALUATED_DAYS, archive.oldestDay()),
    last,
  })
  await untilRead(question, AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]))
  reading.leave(question)
  return question.is === 'complete'
}

/** Whether all objects are in quiet hours, and it was evaluated recently. */
const isTooSoon = (
  { at_most, quiet }: Alert,
  { evaluatedAt, clocks }: NonNullable<Awaited<ReturnType<Alerts['known']>>>,
  now: number,
): boolean => {
  if (at_most !== 'at_once' || evaluatedAt === null) return false
  const every = evaluationInterval(quiet, Math.floor(now / MINUTE_MS), clocks) * MINUTE_MS
  // Schedules have a jitter of seconds.
  return (
    every > EVALUATION_INTERVAL.working * MINUTE_MS &&
    now - evaluatedAt < every - (EVALUATION_INTERVAL.working * MINUTE_MS) / 2
  )
}

/** @returns incidents; null: contacts that it needs could not be read */
const evaluateOne = async (
  tools: AlertTaskTools,
  session: StoredSession,
  alert: Alert,
  { client, name }: Watched,
  run: AlertRun,
): Promise<number | null> => {
  const { alerts, access, calls, archive, schedules, now } = tools
  if (archive === null) throw new RetryableError('archive_unavailable')
  const known = await alerts.known(session.account, alert.id, client)
  if (!known || isTooSoon(alert, known, now())) return 0
  // An earlier try has done it.
  if (run.tries > 1 && known.evaluatedAt !== null && known.evaluatedAt >= run.due) return 0
  const context = { signal: run.signal, faults: NO_FAULTS }
  const { hidden } = await access.check(calls, session, client, context)
  if (evaluatorOf(alert.kind).needs.some((field) => hidden.has(field))) return 0
  const isRead = await readNewContacts(archive, { session, client, faults: NO_FAULTS, hidden }, run.signal)
  const account = archiveAccount(session.account, client)
  const evaluation = await archive.count('alert_look', {
    account,
    rule: alert,
    ...(await ruleInputs(tools, account, alert, hidden, now())),
    now: now(),
    state: known.state,
    since: known.since,
    evaluatedAt: known.evaluatedAt,
    changedAt: alert.at,
  })
  if (evaluation === null) return isRead ? 0 : null
  const { incidents, titles, state, clocks } = evaluation
  // Loads all texts of the app, so only when needed.
  const { alertLabels } = await import('./notifications/labels.ts')
  const messages = incidents.map((one) => {
    const incident = toIncident(one, hidden)
    const object = one.oid === null ? null : (titles.get(one.oid) ?? null)
    const isLate = momentAt(incident.at, one.offset).day < momentAt(now(), one.offset).day
    return {
      incident,
      mail: alertLabels(alert, incident, { client: name, object, offset: one.offset, isLate }),
    }
  })
  const mailAt = isDelivered(alert)
    ? sendableAt(
        alert,
        incidents.map(({ offset }) => offset),
        now(),
      )
    : null
  // The next evaluation may be a day away.
  if (mailAt !== null && mailAt > now() && alert.at_most === 'daily')
    await schedules.runAt(run.schedule, mailAt)
  await alerts.saveEvaluation(session.account, alert, client, {
    state,
    clocks,
    incidents: messages.map(({ incident }) => incident),
    words: messages.map(({ mail }) => mail),
    mailAt,
    evaluatedBefore: known.evaluatedAt,
  })
  return incidents.length
}

interface EvaluationResult {
  readonly notified: number
  readonly trouble: RetryableError | null
}

const evaluateAll = async (
  tools: AlertTaskTools,
  session: StoredSession,
  alert: Alert,
  run: AlertRun,
): Promise<EvaluationResult> => {
  let [notified, isMissing] = [0, false]
  for (const watched of await watchedBy(tools, session, alert, run.signal)) {
    run.signal.throwIfAborted()
    try {
      const found = await evaluateOne(tools, session, alert, watched, run)
      if (found === null) isMissing = true
      else notified += found
    } catch (error) {
      // A lost client or failing service must not block the others.
      if (!(error instanceof Failure) || error.status === 401) throw error
      if (error.status !== 403) isMissing = true
    }
  }
  // The next evaluation of the others is about as near as a retry.
  const isAgain = isMissing && alert.at_most !== 'at_once'
  return { notified, trouble: isAgain ? new RetryableError('service_failed') : null }
}

/** Of a run after quiet hours, which only mails. */
const NOTHING_NEW: EvaluationResult = { notified: 0, trouble: null }

/** What waits to be sent is sent even if nothing can be evaluated now. */
const asTrouble = (error: unknown): EvaluationResult => {
  const known = toJobError(error)
  if (!(known instanceof RetryableError) || known instanceof PermanentError) throw known
  return { notified: 0, trouble: known }
}

/** Evaluates an alert with its author's access, and sends notifications. */
export const alertTask =
  (tools: AlertTaskTools): Task =>
  async (schedule, run) => {
    const { account, alert: id } = scheduledAlert.parse(schedule.what)
    const session = await runAsSession(tools.offlineAccess, schedule.principal)
    // AUTH_KEYS has mapped the person to another account.
    if (session.account !== account) throw new PermanentError('not_mapped', { isToPause: true })
    const alert = await tools.alerts.find(account, id)
    if (!alert?.is_on || (await tools.alerts.scheduleOf(account, id)) !== schedule.id) {
      // Of an alert that is gone or has another one.
      await tools.schedules.remove(schedule)
      return null
    }
    const isPlanned = nextDue(schedule.timing, schedule.zone, run.due - 1) === run.due
    const { notified, trouble } =
      isPlanned || run.isManual
        ? await evaluateAll(tools, session, alert, { ...run, schedule: schedule.id }).catch(asTrouble)
        : NOTHING_NEW
    const sent = await deliverAlert(tools, account, alert, run).catch((error: unknown) => {
      // A mailbox that is gone must not end the evaluation.
      throw error instanceof PermanentError ? (trouble ?? error) : error
    })
    if (trouble) throw trouble
    return { told: notified, sent }
  }
