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
import { trendNote } from '#/domain/report/trend-note.ts'
import { changesText } from '#/domain/figures/changes-text.ts'
import { lengthsLabel } from '#/domain/figures/change-labels.ts'
import { TREND_METRICS } from '#/features/overview/search.ts'
import { chanceNote, conclusionLabel, summaryContent } from '#/domain/report/summary-content.ts'
import { counted, formatDays, formatMoney, formatMonth, formatNumber } from '#/i18n/format.ts'
import { inLocale, type Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { costCards, noCostsBefore, spendNotes } from '#/domain/report/cost-content.ts'
import { missedContent, weekContent } from '#/domain/report/missed-content.ts'
import { unreadWeekdays } from '#/features/overview/panels/heat-map/rows.ts'
import { notNarrowed, noteOf, type ReportedFigures } from '#/domain/report/reported-figures.ts'
import { sourceContent } from '#/domain/report/source-content.ts'
import type { Changes, Report } from '#/contract/figures/answers.ts'
import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import type { MonthForecast, ForecastField } from '#/analytics/evaluation/forecast.ts'
import { forecastLabel, PLANNED_WORDS } from '#/domain/plan-labels.ts'

export interface ReportedPlan {
  readonly plan: MonthPlan
  readonly fields: readonly ForecastField[]
  readonly forecasts: Readonly<Record<ForecastField, MonthForecast>>
  readonly spent: number
  readonly isNarrowed: boolean
}

const planLineOf = ({ plan, fields, forecasts, spent, isNarrowed }: ReportedPlan) => {
  const counted = fields.map((field) => {
    const planned = plan[field] ?? 0
    const { range, verdict } = forecastLabel(forecasts[field], planned)
    const done = m.forecast_of({ done: formatNumber(forecasts[field].done), plan: formatNumber(planned) })
    return { name: PLANNED_WORDS[field](), done, how: `${range}, ${verdict}` }
  })
  const paid =
    plan.spend === null
      ? []
      : [
          {
            name: PLANNED_WORDS.spend(),
            done: m.forecast_of({ done: formatMoney(Math.round(spent)), plan: formatMoney(plan.spend) }),
            how: m.forecast_spend_until(),
          },
        ]
  const parts = [...counted, ...paid]
  return parts.length === 0
    ? null
    : {
        title: m.report_plan({ month: formatMonth(`${plan.month}-01`) }),
        parts,
        note: isNarrowed && counted.length > 0 ? m.forecast_unfiltered() : null,
      }
}

const TREND_LABELS = 8
const PHONE_LABELS = 4

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

const completenessOf = ({ overview: { state } }: ReportContext) => {
  const missing = state === null ? m.loading() : missingLabel(state, true)
  if (state !== null && isSettled(state)) {
    const count = state.current.loaded
    const whole = m.report_whole({ shown: m.contacts_count(counted(count)) })
    return { isComplete: true, words: missing === null ? whole : `${whole} ${missing}` }
  }
  if (missing === null) return { isComplete: true, words: '' }
  return {
    isComplete: false,
    words:
      state === null || state.is === 'loading'
        ? m.report_loading({ missing })
        : m.report_incomplete({ missing }),
  }
}

export const reportContent = (context: ReportContext, locale: Locale) =>
  inLocale(locale, () => {
    const completeness = completenessOf(context)
    const cards = [...summaryContent(context, isSettled(context.overview.state)), ...costCards(context)]
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
      conclusion: completeness.isComplete ? conclusionLabel(context) : null,
      empty: context.report.figures.contacts === 0 ? m.report_empty() : null,
      cards,
      notes:
        [comparison && lengthsLabel(comparison), chanceNote(cards), noCostsBefore(context)]
          .filter(Boolean)
          .join(' ') || null,
      plan: context.plan && planLineOf(context.plan),
      // One page has no room for both.
      changes:
        context.plan === null
          ? changesText(context.changes, context.overview.comparedDays, context.overview.objectTitle)
          : null,
      trend: trendOf(context),
      sources: sourceContent(context, locale, completeness.isComplete),
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
