import { createHash } from 'node:crypto'
import type { Alert, AlertDelivery } from '#/contract/alerts/alerts.ts'
import type { DeliveryTools } from '#/server/delivery/tools.ts'
import type { RunContext } from '#/server/schedule/scheduler.ts'
import { PermanentError, NoEffectError, RetryableError } from '#/server/schedule/run-failures.ts'
import { RETRY_AFTER_MS } from '#/server/schedule/due-runs.ts'
import type { Seal } from '#/server/session/seal.ts'
import { sendableAt } from '#/server/alerts/quiet-hours.ts'
import type { MailedPart } from './mail.ts'
import type { Alerts } from '#/server/alerts/store/store.ts'

export const isDelivered = ({ to, webhook }: Pick<Alert, 'to' | 'webhook'>): boolean =>
  to.length > 0 || webhook !== null

/** Signing secret of an account's webhooks: derived, so not stored, and the same for all its alerts. */
export const webhookSecretOf = (
  seal: Pick<Seal, 'secretFor'>,
  account: string,
  webhook: string,
): { readonly url: string; readonly secret: string } => ({
  url: webhook,
  secret: seal.secretFor('webhook', JSON.stringify([account, webhook])),
})

export interface DeliverTools extends DeliveryTools {
  readonly alerts: Pick<Alerts, 'known' | 'toMail' | 'delivered'>
}

interface Way {
  readonly to: string
  readonly step: string
  readonly send: () => Promise<void>
}

const MAIL_ID_LENGTH = 32
/** Stable across attempts, so that recipients can deduplicate. */
const idOf = (...parts: readonly (string | number)[]) =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, MAIL_ID_LENGTH)

interface Batch {
  readonly account: string
  readonly alert: Alert
  readonly due: number
  /** Incidents of the run's earlier mails. */
  readonly sentBefore: number
}

const waysOf = async (
  { mailer, webhooks, seal, mailStops, config }: DeliverTools,
  { account, alert, due, sentBefore }: Batch,
  parts: readonly MailedPart[],
): Promise<readonly Way[]> => {
  const later = sentBefore === 0 ? [] : [sentBefore]
  const stepOf = (...names: readonly string[]) => [...names, ...later].join(' ')
  const { publicUrl } = config
  const { alertMail, alertPageOf } = await import('./mail.ts')
  const stopped = await mailStops.of(alert.id, alert.to)
  const addresses = mailer === null ? [] : alert.to.filter((to) => !stopped.has(to))
  const mails = addresses.map((to): Way => {
    const link = mailStops.linkOf({ schedule: alert.id, to, language: alert.language })
    const stop = `${publicUrl}${link}`
    const mail = alertMail({ ...alert, parts, publicUrl, stop })
    return {
      to,
      step: stepOf('mail', to),
      send: () => mailer!({ ...mail, to, stop, id: idOf(alert.id, due, to, ...later) }),
    }
  })
  const { webhook, kind } = alert
  if (webhook === null) return mails
  const payload = {
    event: 'alert',
    id: idOf(alert.id, due, ...later),
    alert: alert.id,
    kind,
    due: new Date(due).toISOString(),
    found: parts.map((part) => ({
      client: part.client,
      title: part.subject,
      lines: part.lines,
      open: alertPageOf(publicUrl, kind, part.client, part.oid ?? null),
    })),
  }
  const send = () => webhooks(webhookSecretOf(seal, account, webhook), payload)
  return [...mails, { to: webhook, step: stepOf('webhook', webhook), send }]
}

type Failed = AlertDelivery['failed'][number] & { readonly isForGood: boolean }

const failedOf = (to: string, error: unknown): Failed => {
  if (!(error instanceof RetryableError)) throw error
  const isForGood =
    error instanceof PermanentError || (error instanceof NoEffectError ? error.isForGood : true)
  return { to, reason: error.reason, said: error.reply, isForGood }
}

const clocksOf = async (
  alerts: Pick<Alerts, 'known'>,
  account: string,
  { id }: Alert,
  clients: readonly (string | null)[],
): Promise<readonly number[]> => {
  const known = await Promise.all(clients.map((client) => alerts.known(account, id, client)))
  return known.flatMap((one) => one?.clocks ?? [])
}

const deliverNext = async (
  tools: DeliverTools,
  account: string,
  alert: Alert,
  run: RunContext,
): Promise<number | null> => {
  const { alerts, now } = tools
  const next = await alerts.toMail(alert.id, run.due)
  if (next === null) return null
  const { found, sentBefore } = next
  const parts = found.flatMap(({ client, words }): MailedPart[] => words.map((one) => ({ ...one, client })))
  const failed: Failed[] = []
  let sent = 0
  for (const { to, step, send } of await waysOf(tools, { account, alert, due: run.due, sentBefore }, parts))
    try {
      if (await run.once(step, send)) sent++
      else failed.push({ to, reason: 'mail_uncertain', said: null, isForGood: true })
    } catch (error) {
      if (run.signal.aborted) throw error
      failed.push(failedOf(to, error))
    }
  const after = RETRY_AFTER_MS[run.tries - 1]
  const isAgain = after !== undefined && failed.some(({ isForGood }) => !isForGood)
  const clients = found.map(({ client }) => client)
  const again = isAgain
    ? sendableAt(alert, await clocksOf(alerts, account, alert, clients), now() + after)
    : null
  await alerts.delivered(alert.id, run.due, {
    sent,
    failed: failed.map(({ to, reason, said: reply }) => ({ to, reason, said: reply })),
    again,
  })
  const first = failed.find(({ isForGood }) => !isForGood) ?? failed[0]
  if (first === undefined) return sent
  const { reason, said: reply, to } = first
  throw first.isForGood
    ? new PermanentError(reason, { reply: reply === null ? null : `${to}: ${reply}`, result: { sent } })
    : new RetryableError(reason, reply, { retryAt: again })
}

/**
 * Sends to each subscribed recipient and the webhook once, also across retries.
 * @returns reached recipients
 * @throws RetryableError to retry some, PermanentError where some failed for good
 */
export const deliverAlert = async (
  tools: DeliverTools,
  account: string,
  alert: Alert,
  run: RunContext,
): Promise<number> => {
  if (tools.mailer === null && alert.webhook === null) return 0
  const first = await deliverNext(tools, account, alert, run)
  // After a mail that was retried, another one may wait.
  return first === null ? 0 : first + ((await deliverNext(tools, account, alert, run)) ?? 0)
}
