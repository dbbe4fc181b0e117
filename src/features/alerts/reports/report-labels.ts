import type { MailedReport, PrintFailure, ReportRun, ReportSettings } from '#/contract/delivery/reports.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import { dayAt, momentAt } from '#/contract/day.ts'
import { formatNumber, formatShortDay, timeOf, weekdayName } from '#/i18n/format.ts'
import { getLocale, LOCALE_NAMES } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { reasonLabel } from '../reason-labels.ts'

export const reportTitle = ({ client_name, object_title, settings, view_name }: MailedReport): string => {
  const name = [client_name ?? m.reports_own(), object_title].filter(Boolean).join(', ')
  return settings.view
    ? m.reports_view_title({ view: view_name ?? m.reports_view_gone(), name })
    : m.reports_title({ name })
}

const OF = {
  day: m.reports_of_day,
  week: m.reports_of_week,
  month: m.reports_of_month,
  minutes: m.reports_of_day,
} as const satisfies Record<ReportSettings['timing']['every'], () => string>
/** Days or attachment of a report; a view has its own days. */
export const reportPeriod = ({ timing, view, with_callers }: ReportSettings): string =>
  view
    ? [view.format.toUpperCase(), ...(with_callers ? [m.reports_with_callers_short()] : [])].join(', ')
    : OF[timing.every]()

export const whenLabel = ({ timing }: ReportSettings): string => {
  if (timing.every === 'week')
    return m.reports_weekly({
      // The long Russian name would need another case.
      day: weekdayName(timing.weekday - 1, getLocale() === 'ru' ? 'short' : 'long'),
    })
  if (timing.every !== 'month') return m.reports_daily()
  return timing.day === 'last' ? m.reports_month_end() : m.reports_monthly({ day: String(timing.day) })
}
const zoneName = (zone: string, timeZoneName: 'shortGeneric' | 'longGeneric'): string =>
  new Intl.DateTimeFormat(getLocale(), { timeZone: zone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone

/** "Moscow Time" in the user's language. @param zone IANA name */
const zoneLabel = (zone: string): string => {
  const short = zoneName(zone, 'shortGeneric')
  // Chromium has no Russian city names, only zones: "Москва, стандартное время".
  return getLocale() === 'ru' && /^[a-z -]+$/i.test(short)
    ? zoneName(zone, 'longGeneric').split(', ')[0]!
    : short
}

export const atLabel = ({ timing, zone }: Pick<ReportSettings, 'timing' | 'zone'>): string =>
  m.reports_at({ time: timing.every === 'minutes' ? '' : timing.at, zone: zoneLabel(zone) })

export const peopleLabel = ({ to: [first = '', ...rest] }: ReportSettings): string =>
  rest.length === 0 ? first : m.reports_more_people({ first, rest: String(rest.length) })
export const languageLabel = ({ language }: ReportSettings): string => LOCALE_NAMES[language]

/** "14:03" today, else with the day; this device's clock. */
const momentLabel = (instant: string): string => {
  const { day, minute } = momentAt(Date.parse(instant), null)
  return day === dayAt(currentTime(), null) ? timeOf(minute) : `${formatShortDay(day)}, ${timeOf(minute)}`
}

const NO_PDF: Readonly<Record<PrintFailure, () => string>> = {
  no_start: m.reports_no_pdf_start,
  no_sandbox: m.reports_no_pdf_sandbox,
  ended: m.reports_no_pdf_ended,
  too_long: m.reports_no_pdf_long,
  too_much_memory: m.reports_no_pdf_memory,
  too_large: m.reports_no_pdf_large,
  other: m.reports_why_other,
}
export const noPdfLabel = (why: PrintFailure): string => NO_PDF[why]()

export interface RunLabel {
  readonly is: 'sent' | 'failed' | 'sending' | 'none'
  readonly state: string
  readonly detail: string | null
  /** Verbatim answer of the other side. */
  readonly reply: string | null
}

export const runLabel = (run: ReportRun | undefined): RunLabel => {
  if (!run) return { is: 'none', state: m.reports_never(), detail: null, reply: null }
  const { said: reply } = run
  const why = run.reason === null ? null : reasonLabel(run.reason)
  if (run.state === 'done' && why === null) {
    const time = momentLabel(run.ended ?? '')
    return {
      is: 'sent',
      state: m.reports_sent(),
      detail: run.is_late ? m.reports_late({ time }) : time,
      reply,
    }
  }
  if (run.state === 'failed' || run.state === 'done')
    return {
      is: 'failed',
      state: m.reports_failed(),
      detail: [
        run.ended === null ? null : momentLabel(run.ended),
        why,
        run.sent ? m.reports_sent_to({ people: formatNumber(run.sent) }) : null,
      ]
        .filter(Boolean)
        .join(', '),
      reply,
    }
  return {
    is: 'sending',
    state: m.reports_sending(),
    detail:
      why === null || run.try_at === null
        ? null
        : `${m.reports_again_at({ time: momentLabel(run.try_at) })}: ${why}`,
    reply,
  }
}
