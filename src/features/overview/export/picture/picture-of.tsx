import type { ReactElement } from 'react'
import { TOO_FEW } from '#/analytics/judge/findings.ts'
import { metricOf } from '#/analytics/report-metrics.ts'
import type { Filter } from '#/analytics/columns/select.ts'
import type { Report } from '#/analytics/worker/report.ts'
import { FUNNEL_STEPS } from '#/features/overview/panels/funnel/funnel-steps.ts'
import { longestOf, shownRows } from '#/features/overview/panels/breakdowns/rows.ts'
import { valueWords } from '#/features/overview/data/filter-words.ts'
import { hiddenOf } from '#/features/overview/data/hidden.ts'
import { conditionWords, type ExportContext } from '#/features/overview/export/conditions.ts'
import type { Exported } from '#/features/overview/export/exported.ts'
import { figureText, metricName } from '#/features/overview/receipt/figure-words.ts'
import { judge, orderRows, scaleOf, totalOf } from '#/features/overview/panels/sources/judge.ts'
import { NAMELESS } from '#/features/overview/panels/sources/nameless.ts'
import { formatDays, formatPercent } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Frame, INNER_WIDTH } from './frame.tsx'
import { HeatDrawing, heatHeight } from './heat-drawing.tsx'
import { heatPlot } from './heat-plot.ts'
import { LineDrawing } from './line-drawing.tsx'
import { RowsDrawing, rowsHeight, type DrawnRow } from './rows-drawing.tsx'
import { trendPlot } from './trend-plot.ts'

/** More rows are for a file, not for an eye. */
const ROWS = 20
const TREND_HEIGHT = 320
const TREND_LABELS = 10
const CELL_HEIGHT = 30
const NAMED_HOURS = 3

/** A panel draws what it narrows all the same, so that other rows stay: such a filter is none of its picture. */
const OWN: Record<Exclude<Exported['panel'], 'breakdown'>, readonly Filter['by'][]> = {
  trend: ['day'],
  sources: ['source'],
  'heat-map': ['weekday', 'hour', 'hour_of_week'],
  funnel: [],
  'not-through': [],
  'minus-phrases': [],
  shifts: [],
  contacts: [],
}

const BY_BUCKET = {
  day: m.trend_by_day,
  week: m.trend_by_week,
  month: m.trend_by_month,
} as const

/**
 * A panel's picture with everything it needs to stand alone.
 * @param source what is missing, where it comes from, and when it was made: a line each
 */
export const pictureOf = (
  exported: Exported,
  title: string,
  context: ExportContext,
  source: readonly string[],
): ReactElement => {
  const { overview } = context
  const { report, question, days, comparedDays } = overview
  if (report === undefined) throw new Error('Nothing is loaded that could be drawn')
  const own = exported.panel === 'breakdown' ? [exported.by] : OWN[exported.panel]
  const frame = {
    title,
    conditions: conditionWords(
      context,
      question.filters.filter(({ by }) => !own.some((one) => one === by)),
    ),
    source,
  }
  if (exported.panel === 'trend')
    return (
      <Frame
        {...frame}
        note={BY_BUCKET[question.bucket]({ metric: metricName(exported.metric) })}
        keys={[
          { words: formatDays(days), mark: 'line', colour: '--chart-1' },
          ...(comparedDays
            ? [{ words: formatDays(comparedDays), mark: 'dashed' as const, colour: '--chart-compare' }]
            : []),
        ]}
        height={TREND_HEIGHT}
      >
        <LineDrawing
          {...trendPlot(overview, exported.metric, TREND_LABELS)}
          width={INNER_WIDTH}
          height={TREND_HEIGHT}
        />
      </Frame>
    )
  if (exported.panel === 'heat-map') {
    const plot = heatPlot(report, exported.metric, NAMED_HOURS)
    return (
      <Frame
        {...frame}
        note={metricName(exported.metric)}
        height={heatHeight({ rows: plot.rows, cellHeight: CELL_HEIGHT })}
      >
        <HeatDrawing {...plot} width={INNER_WIDTH} cellHeight={CELL_HEIGHT} />
      </Frame>
    )
  }
  const { rows, columns, average = null, note } = rowsOf(exported, report, context)
  return (
    <Frame {...frame} note={note} height={rowsHeight(rows)}>
      <RowsDrawing rows={rows} columns={columns} average={average} width={INNER_WIDTH} />
    </Frame>
  )
}

interface Drawn {
  readonly rows: readonly DrawnRow[]
  readonly columns: readonly string[]
  readonly average?: number | null
  readonly note?: string
}

const rowsOf = (exported: Exported, report: Report, context: ExportContext): Drawn => {
  if (exported.panel === 'sources') return sourcesDrawn(exported, report)
  if (exported.panel === 'funnel') return funnelDrawn(report, context)
  if (exported.panel === 'breakdown') return breakdownDrawn(exported, report, context)
  return { rows: [], columns: [] }
}

/** The target rate of each source with its range: how good it is, and how sure that is. */
const sourcesDrawn = ({ order }: Extract<Exported, { panel: 'sources' }>, report: Report): Drawn => {
  const { rows } = report.tables.source
  const whole = totalOf(rows)
  const judged = rows.map((row) => judge(row, whole))
  const scale = scaleOf(judged)
  const rate = metricOf('target_rate', whole)
  return {
    note: m.sources_target_range(),
    columns: [metricName('contacts'), metricName('target_rate'), m.overview_export_range()],
    average: rate === null ? null : Math.min(rate / scale, 1),
    rows: orderRows(judged, order.column, order.direction, getLocale())
      .slice(0, ROWS)
      .map(({ row, target }) => ({
        key: row.value ?? '~',
        name: row.value ?? NAMELESS.source(),
        isNameless: row.value === null,
        mark: target && { low: target.low / scale, rate: target.rate / scale, high: target.high / scale },
        cells: [
          figureText('contacts', row) ?? '–',
          target ? formatPercent(target.rate) : m.overview_export_few(),
          target ? `${Math.round(target.low * 100)}–${Math.round(target.high * 100)}` : '',
        ],
      })),
  }
}

const funnelDrawn = ({ figures }: Report, { hidden }: ExportContext): Drawn => ({
  note: m.funnel_note(),
  columns: [m.overview_export_number(), m.breakdown_share()],
  rows: FUNNEL_STEPS.filter((step) => !hiddenOf(hidden).metric(step)).map((step) => {
    const share = figures.contacts === 0 ? 0 : (metricOf(step, figures) ?? 0) / figures.contacts
    return {
      key: step,
      name: metricName(step),
      mark: { bar: share },
      cells: [figureText(step, figures) ?? '–', formatPercent(share)],
    }
  }),
})

const breakdownDrawn = (
  { by, without }: Extract<Exported, { panel: 'breakdown' }>,
  report: Report,
  { hidden }: ExportContext,
): Drawn => {
  const table = report.tables[by]
  const longest = longestOf(table.rows)
  const hasTarget = !hidden.has('target')
  return {
    note: metricName('contacts'),
    columns: [m.breakdown_contacts(), m.breakdown_share(), ...(hasTarget ? [m.breakdown_target()] : [])],
    rows: shownRows(table, ROWS).map((row) => ({
      key: row.value ?? '~',
      name: row.value === null ? without : valueWords(by, row.value),
      isNameless: row.value === null,
      // Those without a value are often more than all others: their bar would say nothing.
      mark: row.value === null ? null : { bar: row.contacts / longest },
      cells: [
        figureText('contacts', row) ?? '–',
        formatPercent(table.contacts === 0 ? 0 : row.contacts / table.contacts),
        ...(hasTarget
          ? [row.contacts < TOO_FEW ? m.overview_export_few() : (figureText('target_rate', row) ?? '–')]
          : []),
      ],
    })),
  }
}
