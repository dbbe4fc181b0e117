/*
 * How a mail leaves this server: `createMailer(config.mail)` → `send({ to, subject, text, html, attachments, stop })`, one
 * mailbox a mail. Null where SMTP_URL is not set: then nothing goes out, and pages say so.
 *
 * It throws `NotDone` (of the scheduler) where the mail has certainly not been taken, `isForGood` if it never will be; and
 * `MailUncertain` where the connection broke after the mail was on its way: it may have come, and is not sent again.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers'
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { isMailbox } from '#/contract/delivery/recipients.ts'
import type { MailConfig } from '#/server/config/mail.ts'
import { NotDone, NotYet } from '#/server/schedule/run-failures.ts'

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
  /** Address that ends these mails, for the reader's mail program as well. */
  readonly stop: string
  /** Says that it is one and the same mail, should it be seen twice. */
  readonly id?: string
}

export type Mailer = (mail: Mail) => Promise<void>

const SUBJECT_MAX = 200
/** No server may keep a run for longer. */
const LIMITS = { connectionMs: 10_000, greetingMs: 15_000, inactivityMs: 30_000, allMs: 120_000 }
export type MailLimits = typeof LIMITS

/** It may have come, and it may not. */
export class MailUncertain extends NotYet {
  override readonly name = 'MailUncertain'
}

/** One line, whatever was in it: nothing in it ends a header or turns the direction of what follows. */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, SUBJECT_MAX)

/** What a server has said, on one line and without addresses of ours. */
const saidOf = (error: unknown): string | null => {
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

/** @param isOnItsWay the server has asked for the mail, and something of it was sent */
const troubleOfMail = (error: unknown, isOnItsWay: boolean): NotYet => {
  const code = codeOf(error)
  const said = saidOf(error)
  if (code !== null)
    return hasCode(error, 'EAUTH')
      ? new NotDone('mail_refused_us', { said, cause: error })
      : new NotDone(code >= 500 ? 'mailbox_refused' : 'mail_put_off', {
          said,
          isForGood: code >= 500,
          cause: error,
        })
  return isOnItsWay
    ? new MailUncertain('mail_uncertain', null, { cause: error })
    : new NotDone(hasCode(error, 'EAUTH') ? 'mail_refused_us' : 'mail_unreachable', { cause: error })
}

const composed = (
  { to, subject, text, html, attachments = [], stop, id }: Mail,
  from: MailConfig['from'],
) => {
  // What nodemailer would take apart at commas is looked at before it sees it.
  if (!isMailbox(to)) throw new NotDone('no_address', { isForGood: true })
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
    // A text that looks like a path or an address stays a text.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
}

/** Null: no mail goes out. */
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
    // Nothing is read of it before the server has asked for it.
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
        // What closing says comes too late to count.
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
      // Errors of a connection that has done its part no longer matter.
      connection.on('error', fail)
      // Closed in the midst of it, without a word.
      connection.on('end', () => fail(new Error('closed')))
      connection.connect((error) => {
        if (error) return fail(error)
        if (!auth) return send()
        connection.login({ credentials: auth }, (refused) => (refused ? fail(refused) : send()))
      })
    })
  }
}
