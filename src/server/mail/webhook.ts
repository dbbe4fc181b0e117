import { createHmac } from 'node:crypto'
import { webhookTrouble } from '#/contract/delivery/webhook.ts'
import { PermanentError, NoEffectError } from '#/server/schedule/run-failures.ts'
import type { UpstreamFetch } from '#/server/upstream/request.ts'

export interface WebhookOptions {
  /** Exact names, with a port other than 443. */
  readonly hosts: readonly string[]
  /** Connects to public addresses only, without redirects. */
  readonly checkedFetch: UpstreamFetch
  readonly now: () => number
}

const TIMEOUT_MS = 10_000

/** HMAC-SHA256 of `second.body` with the webhook's secret, which the receiver can verify. */
const signatureOf = (secret: string, second: number, body: string) =>
  createHmac('sha256', secret).update(`${second}.${body}`).digest('hex')

/**
 * Posts signed JSON. `X-Callboard-Signature: t=<seconds since 1970>,v1=<hex>`.
 * @throws PermanentError for a disallowed address; NoEffectError, with `isForGood` if the receiver refused
 */
export const createWebhooks =
  ({ hosts, checkedFetch, now }: WebhookOptions) =>
  async (
    { url, secret }: { readonly url: string; readonly secret: string },
    payload: unknown,
  ): Promise<void> => {
    const trouble = webhookTrouble(url, hosts)
    if (trouble !== null) throw new PermanentError(`webhook_${trouble}`)
    const body = JSON.stringify(payload)
    const second = Math.floor(now() / 1000)
    const response = await checkedFetch(
      new Request(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Callboard',
          'X-Callboard-Signature': `t=${second},v1=${signatureOf(secret, second, body)}`,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    ).catch((cause: unknown) => {
      const isRefused = cause instanceof Error && cause.name === 'RefusedAddress'
      throw new NoEffectError(isRefused ? 'webhook_not_public' : 'webhook_unreachable', {
        isForGood: isRefused,
        cause,
      })
    })
    void response.body?.cancel().catch(() => undefined)
    const { status } = response
    if (status >= 200 && status < 300) return
    // A redirect could lead to another host.
    if (status >= 300 && status < 400)
      throw new NoEffectError('webhook_redirects', { reply: String(status), isForGood: true })
    throw new NoEffectError('webhook_refused', {
      reply: String(status),
      isForGood: status < 500 && status !== 429,
    })
  }
export type Webhooks = ReturnType<typeof createWebhooks>
