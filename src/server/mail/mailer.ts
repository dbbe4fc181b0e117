/*
 * Sends mails: `createMailer(config.mail)` → `send({ to, subject, text, html, attachments, stop })`, one
 * mailbox a mail. Null without SMTP_URL: pages say that there is no mail. Throws `NoEffectError` when the mail was
 * certainly not accepted (`isForGood`: never will be), and `MailUncertain` when the connection broke after
 * sending began: it may have arrived, and is not sent again.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers'
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { isMailbox } from '#/contract/delivery/recipients.ts'
import type { MailConfig } from '#/server/config/mail.ts'
import { NoEffectError, RetryableError } from '#/server/schedule/run-failures.ts'

interface MailAttachment {
  readonly name: string
  readonly type: string
  readonly content: Uint8Array | string
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly MailAttachment[]
  readonly stop: string
  readonly id?: string
}

export type Mailer = (mail: Mail) => Promise<void>

const SUBJECT_MAX = 200
const LIMITS = { connectionMs: 10_000, greetingMs: 15_000, inactivityMs: 30_000, allMs: 120_000 }
export type MailLimits = typeof LIMITS

export class MailUncertain extends RetryableError {
  override readonly name = 'MailUncertain'
}

/** One line without control or direction characters, against header injection. */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, SUBJECT_MAX)

/** A server's answer on one line, without our addresses. */
const replyOf = (error: unknown): string | null => {
  if (typeof error !== 'object' || error === null || !('response' in error)) return null
  return typeof error.response === 'string' ? headerText(error.response) : null
}
const codeOf = (error: unknown): number | null =>
  typeof error === 'object' &&
  error !== null &&
  'responseCode' in error &&
  typeof error.responseCode === 'number'
    ? error.responseCode
    : null

const hasCode = (error: unknown, code: string) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code

/** @param isOnItsWay part of the mail was sent after the server's go-ahead */
const troubleOfMail = (error: unknown, isOnItsWay: boolean): RetryableError => {
  const code = codeOf(error)
  const reply = replyOf(error)
  if (code !== null)
    return hasCode(error, 'EAUTH')
      ? new NoEffectError('mail_refused_us', { reply, cause: error })
      : new NoEffectError(code >= 500 ? 'mailbox_refused' : 'mail_put_off', {
          reply,
          isForGood: code >= 500,
          cause: error,
        })
  return isOnItsWay
    ? new MailUncertain('mail_uncertain', null, { cause: error })
    : new NoEffectError(hasCode(error, 'EAUTH') ? 'mail_refused_us' : 'mail_unreachable', { cause: error })
}

const composed = (
  { to, subject, text, html, attachments = [], stop, id }: Mail,
  from: MailConfig['from'],
) => {
  // nodemailer would split at commas.
  if (!isMailbox(to)) throw new NoEffectError('no_address', { isForGood: true })
  const host = from.address.slice(from.address.lastIndexOf('@') + 1)
  return new MailComposer({
    from: { name: from.name ?? 'Callboard', address: from.address },
    to: { name: '', address: to },
    subject: headerText(subject),
    text,
    html,
    messageId: `<${id ?? randomUUID()}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    attachments: attachments.map(({ name, type, content }) => ({
      filename: headerText(name),
      contentType: type,
      content: typeof content === 'string' ? content : Buffer.from(content),
    })),
    // Texts must not be read as paths or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
}

export const createMailer = (config: MailConfig | null, limits: MailLimits = LIMITS): Mailer | null => {
  if (config === null) return null
  const { smtp, from, needsTls } = config
  const isTls = smtp.protocol === 'smtps:'
  const auth = smtp.username
    ? { user: decodeURIComponent(smtp.username), pass: decodeURIComponent(smtp.password) }
    : null

  return async (mail) => {
    const message = composed(mail, from)
    const bytes = await message.build()
    let isOnItsWay = false
    // Read only after the server's go-ahead.
    const content = Readable.from(
      (function* () {
        isOnItsWay = true
        yield bytes
      })(),
      { objectMode: false },
    )
    await new Promise<void>((resolve, reject) => {
      const connection = new SMTPConnection({
        host: smtp.hostname.replace(/^\[|\]$/g, ''),
        port: Number(smtp.port) || (isTls ? 465 : 587),
        secure: isTls,
        requireTLS: needsTls,
        connectionTimeout: limits.connectionMs,
        greetingTimeout: limits.greetingMs,
        socketTimeout: limits.inactivityMs,
      })
      const fail = (error: unknown) => {
        // Errors of closing come too late.
        reject(troubleOfMail(error, isOnItsWay))
        clearTimeout(timer)
        connection.close()
      }
      const timer = setTimeout(() => fail(new Error('too long')), limits.allMs)
      const send = () =>
        connection.send({ from: from.address, to: [mail.to] }, content, (error) => {
          if (error) return fail(error)
          clearTimeout(timer)
          connection.quit()
          resolve()
        })
      // Ignore errors after success.
      connection.on('error', fail)
      connection.on('end', () => fail(new Error('closed')))
      connection.connect((error) => {
        if (error) return fail(error)
        if (!auth) return send()
        connection.login({ credentials: auth }, (refused) => (refused ? fail(refused) : send()))
      })
    })
  }
}
