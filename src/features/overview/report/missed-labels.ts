import { hiddenOf } from '#/domain/figures/hidden-figures.ts'
import { shownLevels } from '#/features/overview/panels/sources/columns.ts'
import { NAMELESS } from '#/features/overview/panels/sources/nameless.ts'
import {
  blockHours,
  BLOCKS,
  blocksOf,
  greatestOf,
  levelOf,
  occurrencesIn,
  unreadWeekdays,
  WEEKDAYS,
  weekOf,
} from '#/features/overview/panels/heat-map/rows.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { counted, formatNumber, timeOf, weekdayName } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { noteOf, notNarrowed } from '#/domain/report/reported-figures.ts'
import type { ReportContext } from './report-context.ts'

/** As many bars as stand beside the week. */
const BARS = 5

/** What was missed and of which sources; null: the client does not show it, or nothing was. */
export const missedOf = ({ report: { figures, tables, heat }, hidden }: ReportContext) => {
  if (hidden.has('status') || figures.missed === 0) return null
  const isHidden = hiddenOf(hidden).metric
  const firstTime = heat.reduce((sum, { missed_first_time: first }) => sum + first, 0)
  const sources = shownLevels(hidden).includes('source')
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
      name: value ?? NAMELESS.source(),
      words: formatNumber(missed),
      share: missed / most,
      isMost: missed === most && missed * figures.calls > calls * figures.missed,
    })),
  }
}

/** The week in blocks of three hours: how much came, and how much of it was missed; null: its time is not shown. */
export const whenOf = ({ overview, report: { heat, figures }, hidden }: ReportContext) => {
  if (heat.length === 0 || hiddenOf(hidden).dimension('hour_of_week')) return null
  const blocks = blocksOf(weekOf(heat, occurrencesIn(overview.question)))
  const greatest = greatestOf('contacts', { all: blocks })
  const hasMissed = !hidden.has('status')
  const missedIn = Array.from({ length: BLOCKS }, (_, block) =>
    blocks.reduce((sum, { missed }, index) => sum + (index % BLOCKS === block ? missed : 0), 0),
  )
  const worst = missedIn.indexOf(Math.max(...missedIn))
  const { from, to } = blockHours(worst)
  const unread = unreadWeekdays(overview.unread, overview.question.days)
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
      notNarrowed(overview.question.filters, 'weekday', 'hour', 'hour_of_week'),
    ),
    legend: [
      hasMissed ? m.report_when_legend() : m.report_when_legend_contacts(),
      ...(unread.size > 0 ? [m.report_when_unread()] : []),
    ].join(' '),
    plot: {
      rows: Array.from({ length: WEEKDAYS }, (_, weekday) => weekdayName(weekday)),
      columns: Array.from({ length: BLOCKS }, (_, block) => timeOf(blockHours(block).from * 60)),
      level: (weekday: number, block: number) =>
        levelOf('contacts', blocks[weekday * BLOCKS + block]!, greatest),
      isPartial: (weekday: number) => unread.has(weekday),
      words: (weekday: number, block: number) => {
        const { missed } = blocks[weekday * BLOCKS + block]!
        return hasMissed && missed > 0 ? formatNumber(missed) : null
      },
      legend: null,
    },
  }
}
