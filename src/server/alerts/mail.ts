import type { AlertKind } from '#/contract/alerts/alert-kinds.ts'
import type { MailPreview } from '#/contract/alerts/alerts.ts'
import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** What was found, and of which client; null: the account itself. */
export interface MailedPart extends MailPreview {
  readonly client: string | null
}

interface AlertMail {
  readonly kind: AlertKind
  readonly language: Locale
  readonly parts: readonly MailedPart[]
  readonly publicUrl: string
  /** Address that ends these mails. */
  readonly stop: string
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const inHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPED[sign] ?? sign)

/** Where one sees more of it, and does something about it. */
const PAGE: Record<AlertKind, string> = {
  missed_caller: '/call-back',
  waiting: '/call-back',
  silent: '/overview',
  missed_rate: '/overview',
  below_usual: '/overview',
  stops: '/objects',
  plan_behind: '/overview',
  trouble: '/health',
}

/** A mail of what an alert has found, as text and as HTML without anything from elsewhere. */
export const alertMail = ({ kind, language, parts, publicUrl, stop }: AlertMail) => {
  const locale = { locale: language }
  const [first, ...more] = parts
  const subject =
    more.length === 0
      ? (first?.subject ?? '')
      : m.alert_mail_and_more({ subject: first?.subject ?? '', more: String(more.length) }, locale)
  const linkOf = ({ client }: MailedPart) =>
    `${publicUrl}${PAGE[kind]}${client === null ? '' : `?client=${encodeURIComponent(client)}`}`
  const open = m.alert_mail_open({}, locale)
  const why = m.alert_mail_why({}, locale)
  const change = { words: m.alert_mail_change({}, locale), address: `${publicUrl}/alerts` }
  const end = { words: m.alert_mail_stop({}, locale), address: stop }
  const text = [
    ...parts.flatMap((part) => [part.subject, ...part.lines, `${open}: ${linkOf(part)}`, '']),
    why,
    ...[change, end].map(({ words, address }) => `${words}: ${address}`),
  ].join('\n')
  const link = ({ words, address }: typeof change) =>
    `<a href="${inHtml(address)}" style="color:#5c5953">${inHtml(words)}</a>`
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><title>${inHtml(subject)}</title></head>` +
    `<body style="margin:0;padding:24px 20px;font:16px/1.5 Arial,sans-serif;background:#fdfdfb;color:#1c1b19"><div style="max-width:600px;margin:0 auto">` +
    `<p style="margin:0 0 24px;font-size:14px"><b>Callboard</b></p>` +
    parts
      .map(
        (part, nth) =>
          `<h${nth === 0 ? 1 : 2} style="margin:0 0 8px;font-size:${nth === 0 ? 24 : 18}px;line-height:1.25">${inHtml(part.subject)}</h${nth === 0 ? 1 : 2}>` +
          part.lines.map((line) => `<p style="margin:0 0 8px">${inHtml(line)}</p>`).join('') +
          `<p style="margin:16px 0 28px"><a href="${inHtml(linkOf(part))}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#00646a;color:#fff;font-weight:bold;text-decoration:none">${inHtml(open)}</a></p>`,
      )
      .join('') +
    `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #dedbd4;font-size:13px;color:#5c5953">${inHtml(why)} ${link(change)} · ${link(end)}</p>` +
    `</div></body></html>`
  return { subject, text, html }
}
