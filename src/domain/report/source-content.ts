import type { Verdict } from '#/analytics/evaluation/verdicts.ts'
import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import { metricOf } from '#/analytics/report-metrics.ts'
import { paidTotalOf, rankedSources, type EvaluatedSource } from '#/domain/costs/evaluated-sources.ts'
import { figureText, formatCost, metricName } from '#/domain/figures/figure-labels.ts'
import { counted, formatMoney, formatNumber, formatPercent } from '#/i18n/format.ts'
import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { noteOf, notNarrowed, type ReportedFigures } from './reported-figures.ts'

export const VERDICT_WORDS = {
  more: m.verdict_more,
  keep: m.verdict_keep,
  watch: m.verdict_watch,
  stop: m.verdict_stop,
} as const satisfies Record<Verdict, () => string>

/** Limit on paper: the best, and the worst that can be judged. */
const SOURCES = 7
const WORST = 3

const PAPER_ORDER = { column: 'target_rate', direction: 'descending' } as const

export type ShownName = (name: string) => string
const nameOf = ({ row }: EvaluatedSource, shown: ShownName) =>
  row.value === null ? m.sources_without_source() : shown(row.value)
const costOf = ({ cost }: EvaluatedSource) => (cost?.paid ? (cost.perTarget?.cost ?? null) : null)

/** Rows comparable by cost if two have one, else by target rate. */
const comparable = (ranked: readonly EvaluatedSource[]): readonly EvaluatedSource[] => {
  const evaluated = ranked.filter(({ beside: { own } }) => own.range !== null && own.contacts >= TOO_FEW)
  const byCost = evaluated.filter(({ beside }) => beside.by !== 'rate')
  return byCost.length > 1 ? byCost : evaluated.filter(({ beside }) => beside.by === 'rate')
}

/** Best and worst; null: fewer than two, or overlapping ranges. */
export const extremesOf = (
  ranked: readonly EvaluatedSource[],
): { readonly best: EvaluatedSource; readonly worst: EvaluatedSource } | 'alike' | null => {
  const those = comparable(ranked)
  const best = those.toSorted((a, b) => b.beside.own.range!.low - a.beside.own.range!.low)[0]
  const worst = those.toSorted((a, b) => a.beside.own.range!.high - b.beside.own.range!.high)[0]
  if (!best || !worst || those.length < 2) return null
  return best.beside.own.range!.low <= worst.beside.own.range!.high ? 'alike' : { best, worst }
}

/** The best and worst sources with those that {@link extremesOf} names, and after how many others are omitted. */
export const bestAndWorst = (
  ranked: readonly EvaluatedSource[],
  most = SOURCES,
): { readonly shown: readonly EvaluatedSource[]; readonly cutAfter: number | null } => {
  if (ranked.length <= most) return { shown: ranked, cutAfter: null }
  const evaluated = ranked.filter(({ target }) => target !== null)
  if (evaluated.length <= most) return { shown: ranked.slice(0, most), cutAfter: null }
  const extremes = extremesOf(ranked)
  const named = extremes === null || extremes === 'alike' ? [] : [extremes.best, extremes.worst]
  const byImportance = [
    ...named,
    ...evaluated.slice(0, most - WORST),
    ...evaluated.slice(-WORST).toReversed(),
  ]
  const chosen = new Set([...new Set(byImportance)].slice(0, most))
  const shown = evaluated.filter((one) => chosen.has(one))
  return { shown, cutAfter: shown.findIndex((one, nth) => one !== evaluated[nth]) }
}

/** "Best: Maps, 48.8% target. Worst: Social, 11.1%", if the ranges are disjoint. */
const extremesLabel = (ranked: readonly EvaluatedSource[], shown: ShownName): string | null => {
  const extremes = extremesOf(ranked)
  if (extremes === null || extremes === 'alike') return extremes && m.report_no_extremes()
  const lineOf = (one: EvaluatedSource) => {
    const cost = one.beside.by === 'rate' ? null : costOf(one)
    const source = nameOf(one, shown)
    return cost === null
      ? m.report_extreme({ source, rate: formatPercent(one.target?.rate ?? 0) })
      : m.report_extreme_cost({ source, cost: formatCost(cost) })
  }
  return m.report_extremes({ best: lineOf(extremes.best), worst: lineOf(extremes.worst) })
}

const percent = (share: number) => formatNumber(Math.round(share * 100))

/** Row of a source: contacts, quality, costs, verdict. */
export const sourceContent = (
  { filters, report, hidden, costs }: ReportedFigures,
  locale: Locale,
  isSettled: boolean,
  shownName: ShownName = (name) => name,
) => {
  const { rows, total } = report.tables.source
  if (hidden.has('source') || rows.length === 0) return null
  const { ranked, scale, average } = rankedSources(report.tables.source, PAPER_ORDER, locale, costs)
  const has = (field: string) => !hidden.has(field)
  const { shown, cutAfter } = bestAndWorst(ranked)
  const idle = costs?.idle(rows) ?? []
  const idlePaid = paidTotalOf(idle)
  const paid = paidTotalOf([...ranked.map(({ cost }) => cost), ...idle])
  const hasCosts = paid !== null
  const hasVerdict = has('target') && isSettled
  const { figures } = report
  const missedContent = (missed: number, calls: number) =>
    calls === 0 ? '–' : `${formatNumber(missed)} · ${formatPercent(missed / calls)}`
  const money = (amount: number | null, format: (value: number) => string) =>
    hasCosts ? [amount === null ? '–' : format(amount)] : []
  return {
    title: hasCosts ? m.report_sources_and_costs() : m.sources_title(),
    note: noteOf(
      has('target') && isSettled ? extremesLabel(ranked, shownName) : null,
      notNarrowed(filters, 'source'),
    ),
    name: m.col_source(),
    contacts: metricName('contacts'),
    range: has('target') ? m.sources_target_range() : null,
    columns: [
      ...(has('status') ? [m.report_missed()] : []),
      ...(has('customer_status') ? [metricName('deals')] : []),
      ...(hasCosts ? [m.spend_col_spend(), ...(has('target') ? [m.report_per_target()] : [])] : []),
    ],
    verdict: hasVerdict ? m.verdict_title() : null,
    average,
    cutAfter,
    rows: shown.map((source) => {
      const { row, target, beside, cost } = source
      return {
        key: row.value ?? '~',
        name: nameOf(source, shownName),
        contacts: formatNumber(row.contacts),
        target: target && {
          words: formatPercent(target.rate),
          ends: `${percent(target.low)}–${percent(target.high)}`,
          low: target.low / scale,
          rate: target.rate / scale,
          high: target.high / scale,
        },
        tooFew: m.sources_too_few(),
        missesMore: source.missesMore,
        cells: [
          ...(has('status') ? [missedContent(row.missed, row.calls)] : []),
          ...(has('customer_status') ? [formatNumber(row.deals)] : []),
          ...money(cost?.paid?.sum ?? null, formatRoundedMoney),
          ...(has('target') ? money(costOf(source), formatCost) : []),
        ],
        verdict: beside.verdict && { is: beside.verdict, word: VERDICT_WORDS[beside.verdict]() },
      }
    }),
    rest:
      total > shown.length
        ? {
            name: m.changes_others_source(counted(total - shown.length)),
            contacts: formatNumber(
              report.tables.source.contacts - shown.reduce((sum, { row }) => sum + row.contacts, 0),
            ),
            cells: [
              ...(has('status') ? [''] : []),
              ...(has('customer_status') ? [''] : []),
              ...(hasCosts ? ['', ...(has('target') ? [''] : [])] : []),
            ],
          }
        : null,
    idle: idlePaid && {
      name: m.report_spend_idle(),
      contacts: formatNumber(0),
      cells: [
        ...(has('status') ? [''] : []),
        ...(has('customer_status') ? [''] : []),
        formatRoundedMoney(idlePaid.amount),
        ...(has('target') ? [''] : []),
      ],
    },
    all: {
      name: m.report_all(),
      contacts: figureText('contacts', figures) ?? '–',
      rate: figureText('target_rate', figures) ?? '–',
      cells: [
        ...(has('status') ? [missedContent(figures.missed, figures.calls)] : []),
        ...(has('customer_status') ? [figureText('deals', figures) ?? '–'] : []),
        ...money(paid?.amount ?? null, formatRoundedMoney),
        ...(has('target')
          ? money(paid && paid.target > 0 ? paid.amount / paid.target : null, formatCost)
          : []),
      ],
    },
    legend: hasVerdict
      ? m.report_verdict_note({ rate: formatPercent(metricOf('target_rate', figures) ?? 0) })
      : null,
    legendOfPlan:
      hasVerdict && costs?.planned && ranked.some(({ beside }) => beside.by === 'plan')
        ? m.report_verdict_plan({ cost: formatCost(costs.planned.cost) })
        : null,
  }
}

const formatRoundedMoney = (amount: number) => formatMoney(Math.round(amount))
