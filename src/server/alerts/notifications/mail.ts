import { limitsOf, type AlertKind } from '#/contract/alerts/alert-kinds.ts'
import type { AlertRule, MailPreview } from '#/contract/alerts/alerts.ts'
import { alertTitle } from '#/domain/alert-kind-labels.ts'
import { inLocale, type Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { plainMail } from '#/server/mail/plain-mail.ts'
import { missedDayHtml, missedDayText } from './missed-day-mail.ts'

/** Incidents of a client; null: the account itself. */
export interface MailedPart extends MailPreview {
  readonly client: string | null
}

interface SentMail {
  readonly language: Locale
  readonly publicUrl: string
  readonly stop: string
}
interface AlertMail extends SentMail, Pick<AlertRule, 'kind' | 'threshold' | 'objects' | 'at_most'> {
  readonly parts: readonly MailedPart[]
}

const addressOf = (publicUrl: string, path: string, client: string | null): string =>
  client === null
    ? `${publicUrl}${path}`
    : `${publicUrl}${path}${path.includes('?') ? '&' : '?'}client=${encodeURIComponent(client)}`

/**
 * Address with details.
 * @param client null: the account itself
 * @param oid its object, if any
 */
export const alertPageOf = (
  publicUrl: string,
  kind: AlertKind,
  client: string | null,
  oid: string | null,
): string => {
  const { page } = limitsOf(kind)
  const named = oid === null || page === '/health' ? '' : encodeURIComponent(oid)
  const path = named === '' ? page : page === '/objects' ? `${page}/${named}` : `${page}?object=${named}`
  return addressOf(publicUrl, path, client)
}

const OFTEN = {
  at_once: null,
  hourly: m.alert_mail_at_most_hourly,
  daily: m.alert_mail_at_most_daily,
} as const

const whyOf = ({ parts, ...rule }: AlertMail) => {
  const locale = { locale: rule.language }
  const days = parts.flatMap(({ missed_day: day }) => day ?? [])
  const [first, ...more] = days
  if (first === undefined || days.length < parts.length)
    return m.alert_mail_why(
      {
        alert: inLocale(rule.language, () => alertTitle(rule)),
        often: OFTEN[rule.at_most]?.({}, locale) ?? '',
      },
      locale,
    )
  return more.length === 0
    ? m.alert_mail_why_rate(first, locale)
    : m.alert_mail_why_rate_all({ alert: first.alert }, locale)
}

const endsOf = ({ language, publicUrl, stop }: SentMail) => {
  const locale = { locale: language }
  return {
    kind: m.alert_mail_kind({}, locale),
    links: [
      { words: m.alert_mail_change({}, locale), address: `${publicUrl}/alerts` },
      { words: m.alert_mail_stop({}, locale), address: stop },
    ],
  }
}

export const alertMail = (mail: AlertMail) => {
  const { kind, parts, language, publicUrl } = mail
  const locale = { locale: language }
  const [first, ...more] = parts
  const subject =
    more.length === 0
      ? (first?.subject ?? '')
      : m.alert_mail_and_more({ subject: first?.subject ?? '', more: String(more.length) }, locale)
  const linkLabel = m.alert_mail_open({}, locale)
  return plainMail({
    language,
    subject,
    parts: parts.map(({ subject: title, lines, client, oid, missed_day: day }) => {
      if (day === undefined)
        return {
          title,
          lines,
          open: { words: linkLabel, address: alertPageOf(publicUrl, kind, client, oid ?? null) },
        }
      const links = {
        callBack: addressOf(publicUrl, day.paths.callBack, client),
        journal: addressOf(publicUrl, day.paths.journal, client),
      }
      return { title, lines, more: { html: missedDayHtml(day, links), text: missedDayText(day, links) } }
    }),
    why: whyOf(mail),
    ...endsOf(mail),
  })
}

export const alertTryMail = (sent: SentMail) => {
  const { language, publicUrl } = sent
  const locale = { locale: language }
  const title = m.alert_mail_try({}, locale)
  const open = { words: m.alert_mail_open({}, locale), address: `${publicUrl}/alerts` }
  return plainMail({
    language,
    subject: title,
    parts: [{ title, lines: [m.alert_mail_try_text({}, locale)], open }],
    why: m.alert_mail_why_try({}, locale),
    ...endsOf(sent),
  })
}
