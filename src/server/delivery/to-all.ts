import type { RunContext } from '#/server/schedule/scheduler.ts'
import { PermanentError, NoEffectError, RetryableError } from '#/server/schedule/run-failures.ts'
import { MailUncertain } from '#/server/mail/mailer.ts'

export interface SendResult {
  readonly to: string
  /** `uncertain`: it may have arrived. `stopped`: unsubscribed. */
  readonly is: 'sent' | 'refused' | 'put_off' | 'uncertain' | 'stopped'
  readonly said: string | null
}

/** Sends once to each; failures do not affect other recipients. */
export const sendToAll = async (
  { once }: Pick<RunContext, 'once'>,
  recipients: readonly string[],
  stopped: ReadonlySet<string>,
  send: (to: string) => Promise<unknown>,
): Promise<readonly SendResult[]> => {
  const results: SendResult[] = []
  let first: NoEffectError | null = null
  for (const to of recipients) {
    if (stopped.has(to)) {
      results.push({ to, is: 'stopped', said: null })
      continue
    }
    try {
      const isSent = await once(`to ${to}`, () => send(to))
      results.push({ to, is: isSent ? 'sent' : 'uncertain', said: null })
    } catch (error) {
      if (error instanceof MailUncertain) results.push({ to, is: 'uncertain', said: null })
      else if (error instanceof NoEffectError) {
        if (!error.isForGood) first ??= error
        results.push({ to, is: error.isForGood ? 'refused' : 'put_off', said: error.reply })
      } else throw error
    }
  }
  if (first) throw new RetryableError(first.reason, first.reply, { cause: first, result: { told: results } })
  const failed = results.find(({ is }) => is === 'uncertain') ?? results.find(({ is }) => is === 'refused')
  if (failed)
    throw new PermanentError(failed.is === 'uncertain' ? 'mail_uncertain' : 'mailbox_refused', {
      reply: failed.said === null ? null : `${failed.to}: ${failed.said}`,
      result: { told: results },
    })
  return results
}
