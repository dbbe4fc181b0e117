import { FINDINGS_SHOWN } from '#/analytics/judge/findings.ts'
import type { Filter } from '#/analytics/columns/select.ts'
import type { Report } from '#/analytics/worker/report.ts'
import { dimensionName, filterWords } from '#/features/overview/data/filter-words.ts'
import { hiddenOf, type HideableMetric } from '#/features/overview/data/hidden.ts'
import { isSettled, missingWords } from '#/features/overview/data/gap-words.ts'
import {
  comparisonWords,
  madeWords,
  objectWords,
  conditionPeriodWords,
  type ExportContext,
} from '#/features/overview/export/conditions.ts'
import { heatPlot } from '#/features/overview/panels/heat-map/picture.tsx'
import { trendPlot } from '#/features/overview/panels/trend/plot.ts'
import { trendNote } from '#/features/overview/panels/trend/words.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'
import { figureChangeWords, type FigureChange } from '#/features/overview/receipt/change.ts'
import { crmName, figureText, metricName } from '#/features/overview/receipt/figure-words.ts'
import { HEAT_METRICS, TREND_METRICS } from '#/features/overview/search.ts'
import { shownLevels } from '#/features/overview/panels/sources/columns.ts'
import { rankedSources } from '#/features/overview/panels/sources/lines.ts'
import { NAMELESS } from '#/features/overview/panels/sources/nameless.ts'
import { shownCards, summaryRow } from '#/features/overview/panels/summary/rows.ts'
import { findingDetail, findingTitle } from '#/features/overview/panels/today/finding-words.ts'
import type { FindingsState } from '#/features/overview/panels/today/use-findings.ts'
import { counted, formatDays, formatMoney, formatNumber, formatPercent } from '#/i18n/format.ts'
import { inLocale, type Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** What a report is made of. */
export interface ReportContext extends ExportContext {
  readonly report: Report
  readonly findings: FindingsState
  readonly now: Date
}

/** More do not fit the page beside everything else. */
const SOURCES = 8
const TREND_LABELS = 8
const PHONE_LABELS = 4
const NAMED_HOURS = 3

const changeText = (change: FigureChange): string | null => {
  const words = figureChangeWords(change)
  if (words === null || change.verdict === null || change.verdict === 'same') return words
  return `${words}, ${change.verdict === 'better' ? m.rollup_better() : m.rollup_worse()}`
}

const cardsOf = ({ report, overview, hidden }: ReportContext) =>
  shownCards(hidden).map((card) => {
    const { metric, beside, figures, change, sums } = summaryRow(
      card,
      report,
      overview.state?.is === 'loaded',
    )
    const [sum] = sums
    return {
      name: metricName(metric),
      value: figureText(metric, figures) ?? '–',
      change: change && changeText(change),
      verdict: change?.verdict ?? null,
      beside: beside
        ? `${metricName(beside)} ${figureText(beside, figures) ?? '–'}`
        : sum
          ? `${crmName(sum.crm)} ${formatMoney(sum.sum)}`
          : null,
    }
  })

/** What narrows everything else and not the part it was chosen in, as on the screen: the others stand beside it. */
const notNarrowed = ({ question: { filters } }: Overview, ...own: readonly Filter['by'][]): string => {
  const by = filters.flatMap((filter) => (own.includes(filter.by) ? [dimensionName(filter.by)] : []))
  return by.length === 0 ? '' : `, ${m.report_not_narrowed({ by: by.join(', ') })}`
}

const PAPER_ORDER = { column: 'target_rate', direction: 'descending' } as const

const sourcesOf = ({ overview, report, hidden }: ReportContext, locale: Locale) => {
  const { rows, total } = report.tables.source
  if (shownLevels(hidden).length === 0 || rows.length === 0) return null
  const { ranked, scale, average } = rankedSources(rows, PAPER_ORDER, locale)
  const has = (field: string) => !hidden.has(field)
  const shown = ranked.slice(0, SOURCES)
  const percent = (share: number) => formatNumber(Math.round(share * 100))
  return {
    title: m.sources_title(),
    note: m.report_top_sources() + notNarrowed(overview, 'source'),
    name: m.col_source(),
    range: has('target') ? m.sources_target_range() : null,
    columns: [
      metricName('contacts'),
      ...(has('call_type') ? [metricName('first_time')] : []),
      ...(has('status') ? [m.sources_missed()] : []),
      ...(has('customer_status') ? [metricName('deals')] : []),
    ],
    average,
    rows: shown.map(({ row, target, missed }) => ({
      key: row.value ?? '~',
      name: row.value ?? NAMELESS.source(),
      target: target && {
        words: formatPercent(target.rate),
        ends: `${percent(target.low)}–${percent(target.high)}`,
        low: target.low / scale,
        rate: target.rate / scale,
        high: target.high / scale,
      },
      tooFew: m.sources_too_few(),
      cells: [
        figureText('contacts', row) ?? '–',
        ...(has('call_type') ? [figureText('first_time', row) ?? '–'] : []),
        ...(has('status') ? [missed ? formatPercent(missed.rate) : '–'] : []),
        ...(has('customer_status') ? [figureText('deals', row) ?? '–'] : []),
      ],
    })),
    more:
      total > shown.length
        ? m.report_more_sources({ shown: formatNumber(shown.length), total: formatNumber(total) })
        : null,
  }
}

/** The chosen metric, or the first one: contacts, which cannot be hidden. */
const shownMetric = <M extends HideableMetric>(
  metrics: readonly [M, ...M[]],
  chosen: M | undefined,
  hidden: ReadonlySet<string>,
): M => (chosen === undefined || hiddenOf(hidden).metric(chosen) ? metrics[0] : chosen)

const trendOf = ({ overview, hidden }: ReportContext) => {
  const { search, question, days, comparedDays } = overview
  const metric = shownMetric(TREND_METRICS, search.trend_metric, hidden)
  return {
    title: m.trend(),
    note: trendNote(metric, question.bucket) + notNarrowed(overview, 'day'),
    plot: trendPlot(overview, metric, TREND_LABELS),
    phonePlot: trendPlot(overview, metric, PHONE_LABELS),
    days: formatDays(days),
    compared: comparedDays && formatDays(comparedDays),
  }
}

const heatOf = ({ overview, report, hidden }: ReportContext) => {
  if (report.heat.length === 0 || hiddenOf(hidden).dimension('hour_of_week')) return null
  const metric = shownMetric(HEAT_METRICS, overview.search.heat_metric, hidden)
  const { rows, columns, level, legend } = heatPlot(report, metric, NAMED_HOURS)
  const few = legend === null ? `, ${m.heat_too_few()}` : ''
  const beside = notNarrowed(overview, 'weekday', 'hour', 'hour_of_week')
  return {
    title: m.heat_map(),
    note: metricName(metric) + few + beside,
    plot: { rows, columns, level, legend },
  }
}

const todayOf = ({ findings: { is, found } }: ReportContext) =>
  is !== 'found'
    ? null
    : {
        title: m.report_today(),
        items: found
          .slice(0, FINDINGS_SHOWN)
          .map((finding) => ({ title: findingTitle(finding), detail: findingDetail(finding) })),
        nothing: found.length === 0 ? m.report_today_nothing() : null,
      }

const conditionsIn = ({ overview, object, client }: ReportContext) => {
  const { question, objectTitle } = overview
  const filters = question.filters.map((filter) => filterWords(filter, objectTitle)).join(' · ')
  return [
    ...(client === null ? [] : [{ name: m.overview_export_client(), value: client }]),
    { name: m.overview_object(), value: objectWords(overview, object) },
    { name: m.overview_period(), value: conditionPeriodWords(overview) },
    { name: m.overview_compared_with(), value: comparisonWords(overview) ?? m.overview_compare_none() },
    { name: m.overview_filters(), value: filters || m.overview_export_no_filters() },
  ]
}

const completenessOf = ({ overview: { state } }: ReportContext) => {
  const missing = state === null ? m.loading() : missingWords(state, true)
  if (state !== null && isSettled(state)) {
    const count = state.current.loaded
    const whole = m.report_whole({ shown: m.contacts_count(counted(count)) })
    return { isWhole: true, words: missing === null ? whole : `${whole} ${missing}` }
  }
  if (missing === null) return { isWhole: true, words: '' }
  return {
    isWhole: false,
    words:
      state === null || state.is === 'loading'
        ? m.report_loading({ missing })
        : m.report_incomplete({ missing }),
  }
}

/** Everything the page says, in the language of who will read it. */
export const reportWords = (context: ReportContext, locale: Locale) =>
  inLocale(locale, () => ({
    title: m.report_heading(),
    conditions: conditionsIn(context),
    completeness: completenessOf(context),
    empty: context.report.figures.contacts === 0 ? m.report_empty() : null,
    cards: cardsOf(context),
    chance: cardsOf(context).some(({ verdict }) => verdict === 'same') ? m.report_within_chance() : null,
    today: todayOf(context),
    trend: trendOf(context),
    sources: sourcesOf(context, locale),
    notThrough: hiddenOf(context.hidden).metric('not_through')
      ? null
      : {
          name: m.report_not_through(),
          value: figureText('not_through', context.report.figures) ?? '–',
          noun: m.not_through_callers({ count: context.report.figures.not_through }),
        },
    heat: heatOf(context),
    made: m.overview_export_made({ time: madeWords(context.now) }),
  }))
export type ReportWords = ReturnType<typeof reportWords>
