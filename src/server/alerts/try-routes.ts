import { Hono } from 'hono'
import { tryAlertBody, webhookBody, wrongAddress, type TriedAlert } from '#/contract/alerts/alerts.ts'
import { RECIPIENTS_MAX } from '#/contract/delivery/recipients.ts'
import { webhookTrouble } from '#/contract/delivery/webhook.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import type { DeliveryTools } from '#/server/delivery/tools.ts'
import { readBody, requireSession, sendJson, type AppContext, type AppEnv } from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { createMailer } from '#/server/mail/mailer.ts'
import { refuseInPrivacyMode } from '#/server/http/privacy-mode.ts'
import { RetryableError } from '#/server/schedule/run-failures.ts'
import { webhookSecretOf } from './notifications/deliver.ts'

const TRY_PATH = '/api/alerts/try'
const WEBHOOK_PATH = '/api/alerts/webhook'

/** Short, since a person is waiting. */
const TRY_LIMITS = { connectionMs: 8_000, greetingMs: 8_000, inactivityMs: 8_000, allMs: 20_000 }
const AT_ONCE = 5
/** Prevents flooding a mailbox. */
const TRIES = [{ count: 10, ms: 10 * MINUTE_MS }]

type Result = TriedAlert['results'][number]

const resultOf = async (to: string, send: () => Promise<void>): Promise<Result> => {
  try {
    await send()
    return { to, reason: null, said: null }
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error
    return { to, reason: error.reason, said: error.reply }
  }
}

/** `/api/alerts/try` and `/api/alerts/webhook`: test messages, and the signing secret. */
export const alertTryRoutes = ({
  config,
  seal,
  webhooks,
  mailStops,
  tries,
}: Pick<DeliveryTools, 'config' | 'seal' | 'webhooks' | 'mailStops' | 'tries'>): Hono<AppEnv> => {
  const mailer = createMailer(config.mail, TRY_LIMITS)

  const requesterOf = (c: AppContext) => {
    const session = requireSession(c)
    if (session.kiosk !== null || session.frame !== null) throw failure('access_denied')
    refuseInPrivacyMode(c)
    return session
  }
  const checkedWebhook = (webhook: string): string => {
    const trouble = webhookTrouble(webhook, config.webhookHosts)
    if (trouble !== null) throw new Failure(400, { webhook: trouble })
    return webhook
  }

  const secretOf = async (c: AppContext) => {
    const { account } = requesterOf(c)
    const { webhook } = await readBody(c, webhookBody)
    const { secret } = webhookSecretOf(seal, account, checkedWebhook(webhook))
    return sendJson(c, { secret })
  }

  const tryNow = async (c: AppContext) => {
    const { account, principal } = requesterOf(c)
    const { to, webhook, language } = await readBody(c, tryAlertBody)
    if (to.length > RECIPIENTS_MAX || wrongAddress(to) !== null) throw new Failure(400, { to: 'no_address' })
    if (webhook !== null) checkedWebhook(webhook)
    const wait = await tries.take(`alert ${principal}`, TRIES)
    if (wait > 0)
      throw failure('rate_limited', { headers: { 'Retry-After': String(Math.ceil(wait / 1_000)) } })
    const schedule = `try ${account}`
    const stopped = await mailStops.of(schedule, to)
    const mailed = async (address: string): Promise<Result> => {
      if (mailer === null) return { to: address, reason: 'no_mail', said: null }
      if (stopped.has(address)) return { to: address, reason: 'stopped', said: null }
      const stop = `${config.publicUrl}${mailStops.linkOf({ schedule, to: address, language })}`
      const { alertTryMail } = await import('./notifications/mail.ts')
      const mail = alertTryMail({ language, publicUrl: config.publicUrl, stop })
      return resultOf(address, () => mailer({ ...mail, to: address, stop }))
    }
    const results: Result[] = []
    for (let first = 0; first < to.length; first += AT_ONCE)
      results.push(...(await Promise.all(to.slice(first, first + AT_ONCE).map(mailed))))
    if (webhook !== null)
      results.push(
        await resultOf(webhook, () =>
          webhooks(webhookSecretOf(seal, account, webhook), { event: 'try', found: [] }),
        ),
      )
    return sendJson(c, { results } satisfies TriedAlert)
  }

  return new Hono<AppEnv>().post(TRY_PATH, tryNow).post(WEBHOOK_PATH, secretOf)
}
