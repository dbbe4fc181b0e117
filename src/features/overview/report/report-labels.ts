import { filterWords } from '#/domain/contact-list/dimension-labels.ts'
import { hiddenOf, type HideableMetric } from '#/features/overview/data/hidden.ts'
import { clockRange } from '#/domain/period/clock-range.ts'
import { isSettled } from '#/domain/figures/unread-days.ts'
import { missingWords } from '#/domain/figures/gap-labels.ts'
import {
  comparisonWords,
  conditionPeriodWords,
  madeWords,
  objectWords,
} from '#/features/overview/export/conditions.ts'
import { flagsOf } from '#/features/overview/notes/flags.ts'
import { noteLine, noteLines, shortNoteLine } from '#/domain/chart-notes/note-labels.ts'
import { bucketsIn, isOneYear } from '#/features/overview/panels/trend/rows.ts'
import { trendPlot } from '#/features/overview/panels/trend/plot.ts'
import { trendNote } from '#/features/overview/panels/trend/labels.ts'
import { changeOf, type FigureChange } from '#/analytics/figure-change.ts'
import { changesText } from '#/domain/changes/changes-text.ts'
import { changeWords, lengthsWords } from '#/domain/figures/change-labels.ts'
import { crmName, figureText, formatCost, metricName } from '#/features/overview/receipt/figure-labels.ts'
import { TREND_METRICS } from '#/features/overview/search.ts'
import { shownLevels } from '#/features/overview/panels/sources/columns.ts'
import { shownCards, summaryRow } from '#/features/overview/panels/summary/rows.ts'
import {
  counted,
  formatDays,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPercentChange,
} from '#/i18n/format.ts'
import { inLocale, type Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { addDays, type DayRange } from '#/contract/day.ts'
import { paidTotalOf } from '#/features/overview/panels/sources/rows.ts'
import { comparedCosts, paidBySource } from '#/features/overview/spend/costs-before.ts'
import { daysPaidWords } from '#/features/overview/spend/cost-receipt.tsx'
import { missedOf, whenOf } from './missed-labels.ts'
import { planLineOf } from './plan-line.ts'
import { noteOf, notNarrowed, type ReportContext } from './report-context.ts'
import { sourcesOf } from './source-labels.ts'

const TREND_LABELS = 8
const PHONE_LABELS = 4

const changeText = (change: FigureChange): string | null => {
  const words = changeWords(change)
  if (words === null || change.verdict === null || change.verdict === 'same') return words
  return `${words}, ${change.verdict === 'better' ? m.rollup_better() : m.rollup_worse()}`
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

/** The chosen metric, or the first one: contacts, which cannot be hidden. */
const shownMetric = <M extends HideableMetric>(
  metrics: readonly [M, ...M[]],
  chosen: M | undefined,
  hidden: ReadonlySet<string>,
): M => (chosen === undefined || hiddenOf(hidden).metric(chosen) ? metrics[0] : chosen)

/** On a page of paper; the screen has all. */
const NOTES_SHOWN = 4

/** Per cent of the axis that a flag needs for itself. */
const FLAG_ROOM = 3

const trendOf = ({ overview, hidden, report, chartNotes }: ReportContext) => {
  const { search, question, days, comparedDays, unread } = overview
  const { trend_metric: view } = search
  const metric = shownMetric(TREND_METRICS, view === 'plan' ? undefined : view, hidden)
  return {
    title: m.trend(),
    note: noteOf(trendNote(metric, question.bucket), notNarrowed(overview, 'day')),
    plot: trendPlot(overview, metric, TREND_LABELS),
    phonePlot: trendPlot(overview, metric, PHONE_LABELS),
    days: formatDays(days),
    compared: comparedDays && formatDays(comparedDays),
    // From left to right, as their days stand on the axis.
    happened: noteLines(chartNotes.toReversed(), NOTES_SHOWN, isOneYear(days) ? shortNoteLine : noteLine),
    flags: flagsOf(chartNotes, bucketsIn(report, question, unread), FLAG_ROOM).map(({ across }) => across),
  }
}

/** Under whose report it is: its object, its days and what they are compared with, and what narrows it. */
const conditionsIn = ({ overview, object }: ReportContext): string[] => {
  const { question, objectTitle } = overview
  const compared = comparisonWords(overview)
  const period = conditionPeriodWords(overview)
  const clocks = clockRange(overview.state?.clocks ?? [])
  return [
    objectWords(overview, object),
    compared === null ? period : m.report_compared({ period, compared }),
    ...(clocks?.isMixed ? [m.report_several_zones({ range: clocks.words })] : []),
    ...question.filters.map((filter) => filterWords(filter, objectTitle)),
  ]
}

type Tally = NonNullable<ReturnType<typeof paidIn>>
/** Null: there are no such contacts. */
const costPer = (paid: Tally | null | undefined, of: 'contacts' | 'target'): number | null =>
  paid && paid[of] > 0 ? paid.amount / paid[of] : null

/** What a target contact cost, and before; null: nothing was paid for any. */
const costSaid = (context: ReportContext): string | null => {
  const cost = costPer(paidIn(context), 'target')
  if (cost === null) return null
  const both = costsThenAndNow(context)
  const [now, before] = [costPer(both?.now, 'target'), costPer(both?.before, 'target')]
  if (both === null || now === null || before === null) return m.report_say_cost({ cost: formatCost(cost) })
  const said = { cost: formatCost(cost), now: formatCost(now), before: formatCost(before) }
  return both.isAll ? m.report_say_cost_was(said) : m.report_say_cost_both(said)
}

/** The change of contacts as their card has it. */
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

/** What the report comes to, in two sentences at the most; null: while it is not all here. */
const conclusionOf = (context: ReportContext): string => {
  const { report, hidden } = context
  const { figures, compared, comparison, tables } = report
  const { metric } = hiddenOf(hidden)
  const change = compared && comparison && changeOf('contacts', figures, compared, comparison)
  const by = formatPercent(Math.abs(change?.by ?? 0))
  const said = {
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
      : changeSaid(change)(said)
  const costWords = metric('target_rate') ? null : costSaid(context)
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
  return [first, costWords, missed].filter(Boolean).join(' ')
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

/** What was paid, and what a contact and a target contact cost, now and before: of the days that have spend. */
const costCards = (context: ReportContext) => {
  const { hidden } = context
  const paid = paidIn(context)
  if (!paid) return []
  const both = costsThenAndNow(context)
  const card = (name: string, value: string, change: string | null = null) => ({
    name,
    value,
    change,
    verdict: null,
    beside: null,
  })
  const costCard = (metric: 'cost_per_contact' | 'cost_per_target', of: 'contacts' | 'target') => {
    const cost = costPer(paid, of)
    const [now, before] = [costPer(both?.now, of), costPer(both?.before, of)]
    const change =
      both === null || now === null || before === null ? null : costWasWords(now, before, both.isAll)
    return cost === null ? [] : [card(metricName(metric), formatCost(cost), change)]
  }
  return [
    card(metricName('spend'), formatMoney(Math.round(paid.amount)), daysPaidIn(context, m.spend_days_short)),
    ...costCard('cost_per_contact', 'contacts'),
    ...(hidden.has('target') ? [] : costCard('cost_per_target', 'target')),
  ]
}

/** Under all: where the amounts are from, and over which contacts what they cost is. */
const spendNotes = (context: ReportContext): string[] => {
  if (costCards(context).length === 0) return []
  const days = daysPaidIn(context)
  return [
    m.report_spend_note(),
    ...(days === null
      ? []
      : [`${days.charAt(0).toLocaleUpperCase()}${days.slice(1)}. ${m.spend_days_why()}.`]),
  ]
}

/** @param isAll the same sources were paid for in both periods: else the card's own figure is of others too */
const costWasWords = (now: number, before: number, isAll: boolean) => {
  const change = formatPercentChange(now / before - 1)
  return isAll ? m.report_cost_was({ before: formatCost(before), change }) : m.report_cost_both({ change })
}

/** Why nothing is said of what it cost before; null: it is, or nothing is compared. */
const noCostsBefore = (context: ReportContext): string | null => {
  const { costsBefore } = context
  if (costsBefore === null || !paidIn(context) || costsThenAndNow(context) !== null) return null
  return costsBefore.paid.size === 0
    ? m.report_no_spend_before({ days: formatDays(costsBefore.days) })
    : m.report_no_common_spend()
}

/** Everything the page says, in the language of who will read it. */
export const reportWords = (context: ReportContext, locale: Locale) =>
  inLocale(locale, () => {
    const completeness = completenessOf(context)
    const cards = [...cardsOf(context), ...costCards(context)]
    const { comparison } = context.report
    return {
      title: context.owner ?? objectWords(context.overview, context.object),
      by: context.by,
      label: m.report_heading(),
      conditions: conditionsIn(context),
      completeness,
      conclusion: completeness.isWhole ? conclusionOf(context) : null,
      empty: context.report.figures.contacts === 0 ? m.report_empty() : null,
      cards,
      notes:
        [
          comparison && lengthsWords(comparison),
          cards.some(({ verdict }) => verdict === 'same') ? m.report_within_chance() : null,
          noCostsBefore(context),
        ]
          .filter(Boolean)
          .join(' ') || null,
      plan: context.plan && planLineOf(context.plan),
      // Both have no room on one page.
      changes:
        context.plan === null
          ? changesText(context.changes, context.overview.comparedDays, context.overview.objectTitle)
          : null,
      trend: trendOf(context),
      sources: sourcesOf(context, locale, completeness.isWhole),
      missed: missedOf(context),
      when: whenOf(context),
      footer: [completeness.words, ...spendNotes(context)].join(' '),
      made: m.overview_export_made({ time: madeWords(context.now) }),
    }
  })
export type ReportWords = ReturnType<typeof reportWords>

const costsOf = ({ costs, report }: ReportContext) =>
  costs && [
    ...report.tables.source.rows.map((row) => costs.of(row, [{ by: 'source', values: [row.value] }])),
    ...costs.idle(report.tables.source.rows),
  ]

/** What sources cost that were paid for in both periods; null: there are none, or nothing is compared. */
const costsThenAndNow = (context: ReportContext) => {
  const { report, costsBefore } = context
  const costs = costsOf(context)
  if (!costs || costsBefore === null) return null
  const now = paidBySource(report.tables.source.rows.map(({ value }, nth) => [value, costs[nth]!]))
  return comparedCosts(now, costsBefore.paid)
}

/** What was paid for the sources, with the contacts of the days that have spend; null: nothing was entered. */
const paidIn = (context: ReportContext) => {
  const costs = costsOf(context)
  return costs && paidTotalOf(costs)
}

/** "6 of 30 days have spend" of any source, or for a card "6 of 30 days"; null: all have. */
const daysPaidIn = (context: ReportContext, say?: typeof m.spend_days_short): string | null => {
  const days = costsOf(context)?.flatMap(({ paid }) => (paid !== null && paid.sum > 0 ? paid.days : []))
  return context.costs && days ? daysPaidWords({ days: joined(days) }, context.costs.spending, say) : null
}

/** Stretches that overlap or touch as one, in their order. */
const joined = (days: readonly DayRange[]): DayRange[] =>
  days
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .reduce<DayRange[]>((all, { from, to }) => {
      const last = all.at(-1)
      if (last === undefined || from > addDays(last.to, 1)) return [...all, { from, to }]
      return [...all.slice(0, -1), { from: last.from, to: to > last.to ? to : last.to }]
    }, [])
