import { changeOf } from '#/analytics/figure-change.ts'
import { momentAt, type DayRange } from '#/contract/day.ts'
import type { ReportSettings } from '#/contract/delivery/reports.ts'
import { changeLabel } from '#/domain/figures/change-labels.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { counted, formatLongDay, formatOffset, localeTag, timeOf } from '#/i18n/format.ts'
import { inLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { offsetIn } from '#/server/schedule/due.ts'
import { unreadLine } from './counted-labels.ts'
import type { ReportFigures } from './figures.ts'
import { pageLabels } from './page-labels.ts'
import type { reportedSources } from './source-table.ts'
import type { ShownFigures } from './without-people.ts'

/** "Contacts −12.3%, normal variation; missed rate +2.5 pt, worse": short enough for a subject. */
const subjectWords = ({ report, hidden }: ReportFigures, label: string) => {
  const { figures, compared, comparison } = report
  if (figures.contacts === 0) return m.mail_head_none()
  if (!compared || !comparison) return label
  const contacts = changeOf('contacts', figures, compared, comparison)
  const by = changeLabel(contacts)
  if (by === null) return m.mail_head_nothing_before(counted(figures.contacts))
  const change = contacts.verdict === 'same' && contacts.by !== 0 ? m.mail_head_normal({ change: by }) : by
  const missed = hidden.has('status') ? null : changeOf('missed_rate', figures, compared, comparison)
  const ofMissed =
    missed && (missed.verdict === 'better' || missed.verdict === 'worse') && changeLabel(missed)
  if (!missed || !ofMissed) return m.mail_head({ change })
  return missed.verdict === 'worse'
    ? m.mail_head_missed_worse({ change, missed: ofMissed })
    : m.mail_head_missed_better({ change, missed: ofMissed })
}

const LABELS = {
  day: m.mail_report_daily,
  week: m.mail_report_weekly,
  month: m.mail_report_monthly,
  minutes: m.mail_report_daily,
}
const OPENS = {
  day: m.mail_open_day,
  week: m.mail_open_week,
  month: m.mail_open_month,
  minutes: m.mail_open_day,
}

export const labelOf = ({ timing, language }: Pick<ReportSettings, 'timing' | 'language'>): string =>
  inLocale(language, () => LABELS[timing.every]())

/** "November 9 – 15", "9–15 ноября": the year only if two of them meet. */
const daysInWords = ({ from, to }: DayRange): string =>
  new Intl.DateTimeFormat(localeTag(), { month: 'long', day: 'numeric', timeZone: 'UTC' }).formatRange(
    Date.parse(from),
    Date.parse(to),
  )

/** "Sent on Monday, November 16 at 09:00 (UTC+3)", by the report's zone. */
const sentWords = (zone: string, at: number) => {
  const offset = offsetIn(zone, at)
  const { day, minute } = momentAt(at, offset)
  return m.mail_sent_at({ day: formatLongDay(day), time: `${timeOf(minute)} (${formatOffset(offset)})` })
}

interface Sending {
  readonly at: number
  readonly isLate: boolean
  readonly pdf: object | 'failed' | null
}

/** With the names of columns that a mail has room for; more missed calls are said, not only coloured. */
const mailedSources = (
  table: NonNullable<ReturnType<typeof reportedSources>>,
  hidden: ReportFigures['hidden'],
) => {
  const missed = hidden.has('status') ? null : m.report_missed()
  return {
    ...table,
    rate: hidden.has('target') ? null : metricName('target_rate'),
    missed,
    rows: table.rows.map((row) => ({
      ...row,
      cells: row.cells.map((change, nth) =>
        row.missesMore && table.columns[nth] === missed ? m.mail_worse({ change }) : change,
      ),
    })),
  }
}

export const mailLabels = (
  shown: ShownFigures,
  { timing, zone, language }: Pick<ReportSettings, 'timing' | 'zone' | 'language'>,
  { at, isLate, pdf }: Sending,
) =>
  inLocale(language, () => {
    const { figures } = shown
    const { by } = figures
    const label = LABELS[timing.every]()
    const {
      name,
      footer,
      byDay,
      sourceTable: table,
      ...words
    } = pageLabels(shown, label, language, daysInWords)
    const days = daysInWords(figures.days)
    return {
      ...words,
      sourceTable: table && mailedSources(table, figures.hidden),
      // A month is compared with as many days before, not a calendar month.
      byDay: byDay && { ...byDay, before: timing.every === 'week' ? m.mail_week_before() : byDay.before },
      language,
      label,
      subject: m.mail_subject({ name, days, headline: subjectWords(figures, label) }),
      where: [`${name}, ${days}`, unreadLine(figures)].filter(Boolean).join('. '),
      needsYou: m.mail_needs_you(),
      open: OPENS[timing.every](),
      footer: [
        footer,
        ...(pdf === null ? [] : [pdf === 'failed' ? m.mail_pdf_failed() : m.mail_pdf_attached()]),
        sentWords(zone, at),
        ...(isLate ? [m.mail_late()] : []),
        ...(by === null ? [] : [m.mail_sent_by({ who: by })]),
      ].join(' '),
      change: m.mail_change(),
      stop: m.mail_stop(),
    }
  })
export type MailLabels = ReturnType<typeof mailLabels>
