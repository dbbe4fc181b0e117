import type { Days, ClockMoment } from '#/contract/figures/questions.ts'
import type { Report } from '#/contract/figures/answers.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { hiddenOf } from '#/domain/figures/hidden-figures.ts'
import { blockHours, BLOCKS, blocksOf, occurrencesIn, WEEKDAYS, weekOf } from '#/domain/figures/week.ts'
import { counted, formatNumber, timeOf, weekdayName } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { noteOf, notNarrowed, type ReportedFigures } from './reported-figures.ts'
import type { ShownName } from './source-content.ts'

interface ReportedWeek extends Pick<ReportedFigures, 'filters' | 'hidden'> {
  readonly report: ReportedFigures['report'] & Pick<Report, 'heat'>
  readonly days: Days
  /** Null: every day is over. */
  readonly now: ClockMoment | null
  readonly unread: ReadonlySet<number>
}

const BARS = 5

/** Missed calls by source; null: hidden, or none. */
export const missedContent = (
  { report: { figures, tables, heat }, hidden }: ReportedWeek,
  shownName: ShownName = (name) => name,
) => {
  if (hidden.has('status') || figures.missed === 0) return null
  const isHidden = hiddenOf(hidden).metric
  const firstTime = heat.reduce((sum, { missed_first_time: first }) => sum + first, 0)
  const sources = !hidden.has('source')
    ? tables.source.rows.filter(({ missed }) => missed > 0).toSorted((a, b) => b.missed - a.missed)
    : []
  const most = sources[0]?.missed ?? 1
  return {
    title: m.report_missed_title(),
    note: m.report_of({
      part: formatNumber(figures.missed),
      calls: m.overview_calls_count(counted(figures.calls)),
    }),
    words: [
      ...(isHidden('first_time') ? [] : [m.report_missed_first({ shown: formatNumber(firstTime) })]),
      ...(isHidden('not_through') || figures.not_through === null
        ? []
        : [m.report_missed_people({ count: figures.not_through, shown: formatNumber(figures.not_through) })]),
    ].join(' '),
    bars: sources.slice(0, BARS).map(({ value, missed, calls }) => ({
      key: value ?? '~',
      name: value === null ? m.sources_without_source() : shownName(value),
      words: formatNumber(missed),
      share: missed / most,
      isMost: missed === most && missed * figures.calls > calls * figures.missed,
    })),
  }
}

/** Three-hour blocks with contacts and missed calls; null: hidden. */
export const weekContent = ({
  days,
  now,
  filters,
  unread,
  report: { heat, figures },
  hidden,
}: ReportedWeek) => {
  if (heat.length === 0 || hiddenOf(hidden).dimension('hour_of_week')) return null
  const blocks = blocksOf(weekOf(heat, occurrencesIn({ days, now, filters })))
  const means = blocks.map((block) => block.contacts / Math.max(block.days, 1))
  const greatest = Math.max(...means)
  const hasMissed = !hidden.has('status')
  const missedIn = Array.from({ length: BLOCKS }, (_, block) =>
    blocks.reduce((sum, { missed }, index) => sum + (index % BLOCKS === block ? missed : 0), 0),
  )
  const worst = missedIn.indexOf(Math.max(...missedIn))
  const { from, to } = blockHours(worst)
  return {
    title: m.report_when(),
    note: noteOf(
      hasMissed && figures.missed > 0
        ? m.report_when_missed({
            part: formatNumber(missedIn[worst] ?? 0),
            missed: formatNumber(figures.missed),
            from: timeOf(from * 60),
            to: timeOf(to * 60),
          })
        : metricName('contacts'),
      notNarrowed(filters, 'weekday', 'hour', 'hour_of_week'),
    ),
    legend: [
      hasMissed ? m.report_when_legend() : m.report_when_legend_contacts(),
      ...(unread.size > 0 ? [m.report_when_unread()] : []),
    ].join(' '),
    columns: Array.from({ length: BLOCKS }, (_, block) => timeOf(blockHours(block).from * 60)),
    rows: Array.from({ length: WEEKDAYS }, (_, weekday) => ({
      name: weekdayName(weekday),
      /** Some days failed to load. */
      isPartial: unread.has(weekday),
      cells: blocks.slice(weekday * BLOCKS, (weekday + 1) * BLOCKS).map(({ missed }, block) => ({
        /** Share of the maximum. */
        share: greatest > 0 ? means[weekday * BLOCKS + block]! / greatest : 0,
        words: hasMissed && missed > 0 ? formatNumber(missed) : null,
      })),
    })),
  }
}
