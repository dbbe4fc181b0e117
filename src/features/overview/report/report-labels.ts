import { filterLabel } from '#/domain/contact-list/dimension-labels.ts'
import { hiddenOf, type HideableMetric } from '#/domain/figures/hidden-figures.ts'
import { clockRange } from '#/domain/period/clock-range.ts'
import { isSettled } from '#/domain/figures/unread-days.ts'
import { missingLabel } from '#/domain/figures/gap-labels.ts'
import {
  comparisonLabel,
  conditionPeriodLabel,
  madeLabel,
  objectLabel,
  type ExportContext,
} from '#/features/overview/export/conditions.ts'
import { flagsOf } from '#/features/overview/notes/flags.ts'
import { noteLine, noteLines, shortNoteLine } from '#/domain/note-labels.ts'
import { bucketsIn, isOneYear } from '#/features/overview/panels/trend/rows.ts'
import { trendPlot } from '#/features/overview/panels/trend/plot.ts'
import { trendNote } from '#/features/overview/panels/trend/labels.ts'
import { changeOf, type FigureChange } from '#/analytics/figure-change.ts'
import { changesText } from '#/domain/figures/changes-text.ts'
import { changeLabel, lengthsLabel } from '#/domain/figures/change-labels.ts'
import { crmName, figureText, metricName } from '#/domain/figures/figure-labels.ts'
import { TREND_METRICS } from '#/features/overview/search.ts'
import { shownLevels } from '#/features/overview/panels/sources/columns.ts'
import { shownCards, summaryRow } from '#/features/overview/panels/summary/rows.ts'
import { counted, formatDays, formatMoney, formatNumber, formatPercent } from '#/i18n/format.ts'
import { inLocale, type Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { costCards, costSaid, noCostsBefore, spendNotes } from '#/domain/report/cost-content.ts'
import { missedContent, weekContent } from '#/domain/report/missed-content.ts'
import { unreadWeekdays } from '#/features/overview/panels/heat-map/rows.ts'
import { notNarrowed, noteOf, type ReportedFigures } from '#/domain/report/reported-figures.ts'
import { sourceContent } from '#/domain/report/source-content.ts'
import { planLineOf, type ReportedPlan } from '#/features/overview/report/plan-line.ts'
import type { Changes, Report } from '#/contract/figures/answers.ts'
import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'

const TREND_LABELS = 8
const PHONE_LABELS = 4

const changeText = (change: FigureChange): string | null => {
  const words = changeLabel(change)
  if (words === null || change.verdict === null || change.verdict === 'same') return words
  return `${words}, ${change.verdict === 'better' ? m.client_comparison_better() : m.client_comparison_worse()}`
}

const cardsOf = ({ report, overview, hidden }: ReportContext) =>
  shownCards(hidden).map((card) => {
    const { metric, beside, figures, change, sums } = summaryRow(card, report, isSettled(overview.state))
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

/** The selected metric, or the first visible: contacts can't be hidden. */
const shownMetric = <M extends HideableMetric>(
  metrics: readonly [M, ...M[]],
  chosen: M | undefined,
  hidden: ReadonlySet<string>,
): M => (chosen === undefined || hiddenOf(hidden).metric(chosen) ? metrics[0] : chosen)

const NOTES_SHOWN = 4

/** Minimum distance of flags, percent of the axis. */
const FLAG_ROOM = 3

const trendOf = ({ overview, hidden, report, chartNotes }: ReportContext) => {
  const { search, question, days, comparedDays, unread } = overview
  const { trend_metric: view } = search
  const metric = shownMetric(TREND_METRICS, view === 'plan' ? undefined : view, hidden)
  return {
    title: m.trend(),
    note: noteOf(trendNote(metric, question.bucket), notNarrowed(question.filters, 'day')),
    plot: trendPlot(overview, metric, TREND_LABELS),
    phonePlot: trendPlot(overview, metric, PHONE_LABELS),
    days: formatDays(days),
    compared: comparedDays && formatDays(comparedDays),
    // Oldest first, as on the axis.
    happened: noteLines(chartNotes.toReversed(), NOTES_SHOWN, isOneYear(days) ? shortNoteLine : noteLine),
    flags: flagsOf(chartNotes, bucketsIn(report, question, unread), FLAG_ROOM).map(({ across }) => across),
  }
}

const conditionsIn = ({ overview, object }: ReportContext): string[] => {
  const { question, objectTitle } = overview
  const compared = comparisonLabel(overview)
  const period = conditionPeriodLabel(overview)
  const clocks = clockRange(overview.state?.clocks ?? [])
  return [
    objectLabel(overview, object),
    compared === null ? period : m.report_compared({ period, compared }),
    ...(clocks?.isMixed ? [m.report_several_zones({ range: clocks.words })] : []),
    ...question.filters.map((filter) => filterLabel(filter, objectTitle)),
  ]
}

const changeSaid = ({ by, verdict }: FigureChange) =>
  by === null || by === 0
    ? m.report_say_same
    : verdict === 'same'
      ? by > 0
        ? m.report_say_more_normal
        : m.report_say_fewer_normal
      : by > 0
        ? m.report_say_more
        : m.report_say_fewer

const conclusionOf = (context: ReportContext): string => {
  const { report, hidden } = context
  const { figures, compared, comparison, tables } = report
  const { metric } = hiddenOf(hidden)
  const change = compared && comparison && changeOf('contacts', figures, compared, comparison)
  const by = formatPercent(Math.abs(change?.by ?? 0))
  const values = {
    now: formatNumber(figures.contacts),
    before: formatNumber(compared?.contacts ?? 0),
    change: change?.isPerDay ? m.overview_per_day({ change: by }) : by,
  }
  const first =
    compared === null || change === null || change.by === null
      ? metric('target_rate')
        ? m.report_say_contacts(counted(figures.contacts))
        : m.report_say_target({
            ...counted(figures.contacts),
            rate: figureText('target_rate', figures) ?? '–',
          })
      : changeSaid(change)(values)
  const costLabel = metric('target_rate') ? null : costSaid(context)
  const most = tables.source.rows.toSorted((a, b) => b.missed - a.missed)[0]
  const missed =
    metric('missed_rate') || figures.missed === 0
      ? null
      : most?.value && shownLevels(hidden).includes('source') && tables.source.rows.length > 1
        ? m.report_say_missed_of({
            ...counted(figures.missed),
            part: formatNumber(most.missed),
            source: most.value,
          })
        : m.report_say_missed(counted(figures.missed))
  return [first, costLabel, missed].filter(Boolean).join(' ')
}

const completenessOf = ({ overview: { state } }: ReportContext) => {
  const missing = state === null ? m.loading() : missingLabel(state, true)
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

export const reportContent = (context: ReportContext, locale: Locale) =>
  inLocale(locale, () => {
    const completeness = completenessOf(context)
    const cards = [...cardsOf(context), ...costCards(context)]
    const { comparison } = context.report
    const { question, unread } = context.overview
    const week = {
      ...context,
      days: question.days,
      now: question.now,
      unread: unreadWeekdays(unread, question.days),
    }
    return {
      title: context.owner ?? objectLabel(context.overview, context.object),
      by: context.by,
      label: m.report_heading(),
      conditions: conditionsIn(context),
      completeness,
      conclusion: completeness.isWhole ? conclusionOf(context) : null,
      empty: context.report.figures.contacts === 0 ? m.report_empty() : null,
      cards,
      notes:
        [
          comparison && lengthsLabel(comparison),
          cards.some(({ verdict }) => verdict === 'same') ? m.report_within_chance() : null,
          noCostsBefore(context),
        ]
          .filter(Boolean)
          .join(' ') || null,
      plan: context.plan && planLineOf(context.plan),
      // One page has no room for both.
      changes:
        context.plan === null
          ? changesText(context.changes, context.overview.comparedDays, context.overview.objectTitle)
          : null,
      trend: trendOf(context),
      sources: sourceContent(context, locale, completeness.isWhole),
      missed: missedContent(week),
      when: weekContent(week),
      footer: [completeness.words, ...spendNotes(context)].join(' '),
      made: m.overview_export_made({ time: madeLabel(context.now) }),
    }
  })
export type ReportContent = ReturnType<typeof reportContent>

export interface ReportContext extends ExportContext, Omit<ReportedFigures, 'hidden'> {
  readonly report: Report
  /** Null: no plan, or not loaded. */
  readonly plan: ReportedPlan | null
  /** Null: no comparison, or not loaded. */
  readonly changes: Changes | null
  /** Newest day first. */
  readonly chartNotes: readonly ChartNote[]
  /** Null: unknown. */
  readonly owner: string | null
  readonly by: { readonly agency: string | null; readonly person: string | null }
  readonly now: Date
}
