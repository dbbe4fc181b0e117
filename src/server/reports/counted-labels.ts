import { directionsOf, evidenceOf } from '#/analytics/evaluation/significance.ts'
import { REPORT_METRICS } from '#/analytics/report-metrics.ts'
import type { ChangeRow, TrendPoint } from '#/contract/figures/answers.ts'
import type { Counts } from '#/contract/figures/counts.ts'
import { isShareable } from '#/contract/figures/changes.ts'
import { nextBucket } from '#/analytics/period.ts'
import type { Bucket } from '#/contract/figures/questions.ts'
import { dayText, weekdayOf, type DayRange } from '#/contract/day.ts'
import {
  counted,
  formatDay,
  formatDays,
  formatLongDay,
  formatMonth,
  formatShortDay,
  formatStretches,
  formatNumber,
  formatPercent,
  weekdayName,
} from '#/i18n/format.ts'
import { changesText } from '#/domain/figures/changes-text.ts'
import { lengthsLabel } from '#/domain/figures/change-labels.ts'
import { stopSourceLabel } from '#/domain/report/stop-source-label.ts'
import { trendNote } from '#/domain/report/trend-note.ts'
import { stopsDetail, stopsTitle } from '#/domain/expiry-forecast/stop-labels.ts'
import { moreNotesLabel } from '#/domain/note-labels.ts'
import { worded } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { ReportFigures, UnreadContacts } from './figures.ts'

const FINDINGS_SHOWN = 3
const NOTES_SHOWN = 12

const highDays = (trend: readonly TrendPoint[]): TrendPoint[] => {
  const tallies = trend.map(({ start, missed, calls }) => ({ day: start, part: missed, whole: calls }))
  const directions = directionsOf(
    tallies.map((one) =>
      evidenceOf(
        [one],
        tallies.filter((other) => other !== one),
        { isShare: true, isByWeekday: false },
      ),
    ),
  )
  return trend.filter((_, nth) => directions[nth] === 'up')
}

const shareOf = (part: number, whole: number) => (whole > 0 ? formatPercent(part / whole) : '–')

interface FindingLabel {
  readonly is: 'missed' | 'warn'
  readonly what: string
  readonly detail: string
}

const capital = (words: string) => words.charAt(0).toLocaleUpperCase() + words.slice(1)

/** Abbreviated months end with a full stop already: "20 нояб." */
const sentence = (words: string) => (words.endsWith('.') ? words : `${words}.`)

const dayFinding = (day: TrendPoint, { missed, calls }: Counts): FindingLabel => ({
  is: 'missed',
  what: m.mail_finding_day({
    day: capital(formatLongDay(dayText(day.start))),
    rate: shareOf(day.missed, day.calls),
  }),
  detail: m.mail_finding_day_detail({
    missed: formatNumber(day.missed),
    calls: formatNumber(day.calls),
    others: shareOf(missed - day.missed, calls - day.calls),
  }),
})

const findingsOf = (figures: ReportFigures, high: readonly TrendPoint[]): FindingLabel[] => [
  ...figures.findings.flatMap((one): FindingLabel[] => {
    if (one.is === 'missed_source')
      return [
        {
          is: 'missed',
          what: m.mail_finding_missed({ source: one.source, rate: formatPercent(one.rate.rate) }),
          detail: m.mail_finding_missed_detail({
            missed: formatNumber(one.missed),
            calls: formatNumber(one.calls),
            others: formatPercent(one.others.rate),
          }),
        },
      ]
    if (one.is === 'stopping_object')
      return [
        {
          is: 'warn',
          what: sentence(stopsTitle(one.object.title, one.expiryForecast)),
          detail: sentence(stopsDetail(one.expiryForecast)),
        },
      ]
    if (one.is !== 'stop_source') return []
    return [
      {
        is: 'warn',
        what: `${m.today_stop_source({ source: one.source })}.`,
        detail: sentence(stopSourceLabel(one)),
      },
    ]
  }),
  ...high.map((day) => dayFinding(day, figures.report.figures)),
]

/** Row names; a bucket cut by the period is named by its remaining days. */
const BUCKET_NAMES: Record<Bucket, (start: number, days: DayRange) => string> = {
  day: (start, { from, to }) => {
    const [weekday, day] = [capital(weekdayName(weekdayOf(start))), dayText(start)]
    return from.slice(0, 7) === to.slice(0, 7)
      ? `${weekday} ${Number(day.slice(-2))}`
      : `${weekday}, ${formatShortDay(day)}`
  },
  week: (start, { from, to }) => {
    const [first, last] = [dayText(start), dayText(start + 6)]
    return formatDays({ from: first < from ? from : first, to: last > to ? to : last })
  },
  month: (start) => capital(formatMonth(dayText(start))),
}

/**
 * "Couldn't read Nov 3 – 4, 2026: 592 of 618 contacts".
 * @param isNarrowed filters apply
 */
export const unreadContactsLabel = ({ days, loaded, total }: UnreadContacts, isNarrowed: boolean): string =>
  total > loaded && !isNarrowed
    ? m.unread_days({ days: formatStretches(days), loaded: formatNumber(loaded), ...counted(total) })
    : m.unread_days_only({ days: formatStretches(days) })

/** Unread days of the period and its comparison; null: none. */
export const unreadLine = ({ unread, comparedUnread, filters }: ReportFigures): string | null =>
  [
    ...(unread === null ? [] : [unreadContactsLabel(unread, filters.length > 0)]),
    ...(comparedUnread === null
      ? []
      : [m.unread_days_compared({ days: formatStretches(comparedUnread.days) })]),
  ].join('. ') || null

const unreadPart = (
  unread: UnreadContacts | null,
  start: number,
  bucket: Bucket,
): 'none' | 'some' | 'all' => {
  const [first, last] = [dayText(start), dayText(nextBucket(start, bucket) - 1)]
  const ranges = unread?.days ?? []
  if (ranges.some(({ from, to }) => from <= first && last <= to)) return 'all'
  return ranges.some(({ from, to }) => from <= last && first <= to) ? 'some' : 'none'
}

/** "At least", for incomplete buckets. */
const partly = (part: 'none' | 'some' | 'all', shown: string) =>
  part === 'all' ? '–' : part === 'some' ? `≥ ${shown}` : shown

const byBucketOf = (
  { report, hidden, days, bucket, unread, comparedUnread }: ReportFigures,
  high: readonly TrendPoint[],
) => {
  const { trend, comparedTrend } = report
  if (trend.length <= 1 || hidden.has('date')) return null
  const hasMissed = !hidden.has('status')
  const most = Math.max(1, ...trend.map(({ contacts }) => contacts))
  return {
    title: trendNote('contacts', bucket),
    contacts: worded(REPORT_METRICS.contacts.name),
    before: m.mail_before(),
    missed: hasMissed ? worded(REPORT_METRICS.missed.name) : null,
    most: formatNumber(Math.max(most, ...(comparedTrend ?? []).map((part) => part?.contacts ?? 0))),
    rows: trend.map((part, nth) => {
      const own = unreadPart(unread, part.start, bucket)
      const before = comparedTrend?.[nth] ?? null
      const isKnownBefore = before !== null && unreadPart(comparedUnread, before.start, bucket) === 'none'
      return {
        day: BUCKET_NAMES[bucket](part.start, days),
        share: own === 'all' ? 0 : part.contacts / most,
        shareBefore: isKnownBefore ? before.contacts / most : null,
        contacts: partly(own, formatNumber(part.contacts)),
        before: isKnownBefore ? formatNumber(before.contacts) : '–',
        missed: high.includes(part)
          ? m.mail_high({ shown: formatNumber(part.missed) })
          : partly(own, formatNumber(part.missed)),
        isHigh: high.includes(part),
      }
    }),
  }
}

const shareableChanges = ({ changes, comparedDays, titles }: ReportFigures) => {
  if (changes === null) return null
  const { lead, mostly, renamed } = changes
  const shown = (row: ChangeRow | null) => (row !== null && isShareable(row.by) ? row : null)
  const shareable = {
    ...changes,
    lead: lead === null || isShareable(lead.by) ? lead : { ...lead, rows: [], others: null },
    mostly: { ...mostly, where: shown(mostly.where) },
    renamed: shown(renamed),
  }
  return changesText(shareable, comparedDays, (oid) => (oid === null ? null : (titles.get(oid) ?? null)))
}

/** Chart notes of the days in order; the newest if there are many. */
const notesOf = ({ notes, titles, days, objectTitle, hidden }: ReportFigures) => {
  if (notes.length === 0 || hidden.has('date')) return null
  const isOneYear = days.from.slice(0, 4) === days.to.slice(0, 4)
  return {
    title: m.mail_notes(),
    rows: notes
      .slice(0, NOTES_SHOWN)
      .toReversed()
      .map(({ day, text, oid }) => ({
        day: isOneYear ? formatShortDay(day) : formatDay(day),
        text,
        object: objectTitle === null && oid !== null ? (titles.get(oid) ?? null) : null,
      })),
    more: moreNotesLabel(notes.length, NOTES_SHOWN),
  }
}

/**
 * Texts of the figures in the current language, for mails and shared pages.
 * @param daysWords formats compared days
 */
export const figureLabels = (figures: ReportFigures, daysWords = formatDays) => {
  const { report, comparedDays, hidden, objects, clientName, objectTitle, bucket } = figures
  const isByDay = bucket === 'day' && report.trend.length > 1
  const high =
    isByDay && figures.unread === null && !hidden.has('status') && !hidden.has('date')
      ? highDays(report.trend)
      : []
  const shown = { contacts: formatNumber(report.figures.contacts), objects: formatNumber(objects) }
  const unread = unreadLine(figures)
  return {
    name: [clientName, objectTitle].filter(Boolean).join(', ') || 'Callboard',
    findings: findingsOf(figures, high).slice(0, FINDINGS_SHOWN),
    changes: shareableChanges(figures),
    byDay: byBucketOf(figures, high),
    notes: notesOf(figures),
    footer: [
      ...(unread === null ? [] : [`${unread}.`]),
      figures.filters.length > 0 ? m.report_counted_narrowed(shown) : m.mail_counted(shown),
      ...(comparedDays ? [m.mail_compared({ days: daysWords(comparedDays) })] : []),
      ...[report.comparison && lengthsLabel(report.comparison)].filter(Boolean),
    ].join(' '),
  }
}
