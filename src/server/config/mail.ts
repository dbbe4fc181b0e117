import { accessSync, constants } from 'node:fs'
import { isAbsolute } from 'node:path'
import * as z from 'zod'
import { isMailbox } from '#/contract/delivery/recipients.ts'
import { ConfigError, encodingProblem, hostList, isLoopback, variable } from './variables.ts'

/** `Name <address>` or an address; names have no header syntax. */
const FROM = /^(?:(?<name>[\p{L}\p{N}][\p{L}\p{N} .,'-]{0,100}?)\s*<(?<inner>[^<>\s]+)>|(?<bare>[^<>\s]+))$/u

interface MailFrom {
  readonly name: string | null
  readonly address: string
}

const mailFrom = z.string().transform((value, context): MailFrom => {
  const { name = null, inner, bare } = FROM.exec(value.trim())?.groups ?? {}
  const address = inner ?? bare ?? ''
  if (isMailbox(address)) return { name: name?.trim() ?? null, address }
  context.addIssue('must be an address, or a name and an address: Callboard <callboard@example.com>')
  return z.NEVER
})

const smtpUrl = z.string().transform((value, context) => {
  const url = URL.parse(value)
  const problem = encodingProblem(value, url)
  if (problem !== null) {
    context.addIssue(problem)
    return z.NEVER
  }
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname && !url.hash && /^\/?$/.test(url.pathname))
    return url
  context.addIssue('must be an address such as smtps://user:password@mail.example.com')
  return z.NEVER
})

export const mailVariables = {
  SMTP_URL: variable(
    '',
    'Mail server that alerts and reports go out through: smtps://user:password@host, or smtp://host:587, which then must offer TLS unless the host is loopback. Unset: no mail goes out, and the page of alerts says so.',
    smtpUrl.optional(),
  ),
  MAIL_FROM: variable(
    '',
    'Sender of these mails: callboard@example.com, or a name and the address in angle brackets. Required with SMTP_URL.',
    mailFrom.optional(),
  ),
  WEBHOOK_HOSTS: variable(
    '',
    'Hosts that alerts may be posted to, by https and exactly these, separated by commas; unset: none. Addresses that are not public are refused.',
    hostList(),
  ),
  PDF_CHROMIUM: variable(
    '',
    'Chromium that makes PDFs of reports: in mails, for “Download PDF” on the report, and for the ZIP of “Monthly reports”. The whole path of it, or of a script that starts it. It runs for seconds, as a process of its own, without network. Unset: mails have the link alone, “Download PDF” opens the print dialog, and there is no ZIP.',
    z.string().optional(),
  ),
}
const schema = z.object(mailVariables)

/**
 * Null: no PDFs.
 * @throws ConfigError if it is not executable
 */
export const chromiumOf = ({ PDF_CHROMIUM: path }: z.infer<typeof schema>): string | null => {
  if (!path) return null
  try {
    if (!isAbsolute(path)) throw new Error('relative')
    accessSync(path, constants.X_OK)
    return path
  } catch (cause) {
    throw new ConfigError('PDF_CHROMIUM must be the whole path of a program that may be started', { cause })
  }
}

export interface MailConfig {
  readonly smtp: URL
  readonly from: MailFrom
  /** False only for a mail server on this machine. */
  readonly needsTls: boolean
}

/**
 * Null: no mail.
 * @throws ConfigError
 */
export const mailOf = ({ SMTP_URL: smtp, MAIL_FROM: from }: z.infer<typeof schema>): MailConfig | null => {
  if (!smtp) return null
  if (!from) throw new ConfigError('MAIL_FROM is required with SMTP_URL')
  return { smtp, from, needsTls: smtp.protocol === 'smtp:' && !isLoopback(smtp.hostname) }
}
