import type { ChangeRow, ReportRow, ReportTable } from '#/contract/figures/answers.ts'
import type { Counts } from '#/contract/figures/counts.ts'
import { metricOf } from '#/analytics/report-metrics.ts'
import { evaluateSources, paidTogether, type SourceVerdict } from '#/analytics/evaluation/source-verdicts.ts'
import type { PaidTally, Verdict } from '#/analytics/evaluation/verdicts.ts'
import type { PlannedCost } from '#/analytics/spend/planned-cost.ts'
import type { Cost, Costs } from './costs.ts'

type SortDirection = 'ascending' | 'descending'

export interface EvaluatedSource extends SourceVerdict {
  readonly row: ReportRow
  /** Null: no spend. */
  readonly cost: Cost | null
  /** Change in contacts; absent: unknown. */
  readonly changed?: ChangeRow
}

/** Days with spend only. */
const paidOf = (cost: Cost | null): PaidTally | null =>
  cost?.paid ? { contacts: cost.counts.contacts, target: cost.counts.target, amount: cost.paid.sum } : null

/** Total of contacts with spend; null: none. */
export const paidTotalOf = (costs: readonly (Cost | null)[]): PaidTally | null =>
  paidTogether(costs.map(paidOf))

/** As {@link evaluateSources}. Null cost: no spend. */
export const evaluateRows = (
  rows: readonly { readonly row: ReportRow; readonly cost: Cost | null }[],
  whole: Counts,
  paid: PaidTally | null = null,
  planned: PlannedCost | null = null,
): EvaluatedSource[] => {
  const verdicts = evaluateSources(
    rows.map(({ row, cost }) => ({ row, paid: paidOf(cost) })),
    whole,
    paid,
    planned,
  )
  return rows.map((one, nth) => ({ ...one, ...verdicts[nth]! }))
}

/** Direction of the first click. */
export const FIRST_SOURCES_DIRECTION = {
  name: 'ascending',
  contacts: 'descending',
  change: 'ascending',
  first_time: 'descending',
  target_rate: 'descending',
  verdict: 'descending',
  missed_rate: 'descending',
  deals: 'descending',
  sum: 'descending',
  won: 'descending',
  spend: 'descending',
  cost_per_contact: 'ascending',
  cost_per_first_time: 'ascending',
  cost_per_target: 'ascending',
  cost_per_deal: 'ascending',
} as const satisfies Record<string, SortDirection>
export type SourceColumn = keyof typeof FIRST_SOURCES_DIRECTION

/** Verdicts that need action first. */
const VERDICT_RANK = { stop: 0, watch: 1, keep: 2, more: 3 } as const satisfies Record<Verdict, number>

/**
 * Sort keys. Target rate: lower end of the range, as a high rate of few contacts may be chance; cost: upper end.
 * Sums: the largest CRM's, as CRMs can't be added (G28).
 */
export const SOURCE_VALUE: Record<SourceColumn, (source: EvaluatedSource) => string | number | null> = {
  name: ({ row }) => row.value,
  contacts: ({ row }) => row.contacts,
  change: ({ changed }) => changed?.change ?? null,
  first_time: ({ row }) => row.first_time,
  target_rate: ({ target }) => target?.low ?? null,
  verdict: ({ beside }) => beside.verdict && VERDICT_RANK[beside.verdict],
  missed_rate: ({ missed }) => missed?.rate ?? null,
  deals: ({ row }) => row.deals,
  sum: ({ row }) => row.sums[0]?.sum ?? null,
  won: ({ row }) => row.won,
  spend: ({ cost }) => cost?.paid?.sum ?? null,
  cost_per_contact: ({ cost }) => (cost?.paid ? cost.perContact : null),
  cost_per_first_time: ({ cost }) => (cost?.paid ? (cost.perFirstTime?.high ?? null) : null),
  cost_per_target: ({ cost }) => (cost?.paid ? (cost.perTarget?.high ?? null) : null),
  cost_per_deal: ({ cost }) => (cost?.paid ? (cost.perDeal?.high ?? null) : null),
}

/** Sorted copy. Missing values last in both directions; ties by contacts. */
export const orderRows = (
  rows: readonly EvaluatedSource[],
  column: SourceColumn,
  direction: SortDirection,
  language: string,
): EvaluatedSource[] => {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [x, y] = [SOURCE_VALUE[column](a), SOURCE_VALUE[column](b)]
    const absent = Number(x === null) - Number(y === null)
    const order = typeof x === 'number' && typeof y === 'number' ? x - y : compare(`${x ?? ''}`, `${y ?? ''}`)
    const [p, q] = [a.row.value ?? '', b.row.value ?? '']
    return (
      absent ||
      sign * order ||
      b.row.contacts - a.row.contacts ||
      compare(p, q) ||
      // Code-unit order for names that differ only by case, so that order is deterministic.
      Number(p > q) - Number(p < q)
    )
  })
}

export const scaleOf = (rows: readonly EvaluatedSource[]): number =>
  Math.min(Math.ceil(Math.max(0.1, ...rows.map(({ target }) => target?.high ?? 0)) * 10) / 10, 1)

export const crmsOf = (rows: readonly ReportRow[]): ReadonlySet<string | null> =>
  new Set(rows.flatMap(({ sums }) => sums.map(({ crm }) => crm)))

/** Sorted sources with the scale of their ranges. */
export const rankedSources = (
  { rows, whole }: Pick<ReportTable, 'rows' | 'whole'>,
  order: { readonly column: SourceColumn; readonly direction: SortDirection },
  language: string,
  costs: Costs | null = null,
) => {
  const priced = rows.map((row) => ({
    row,
    cost: costs && costs.of(row, [{ by: 'source', values: [row.value] }]),
  }))
  const paid = paidTotalOf(priced.map(({ cost }) => cost))
  const evaluated = evaluateRows(priced, whole, paid, costs?.planned)
  const scale = scaleOf(evaluated)
  const rate = metricOf('target_rate', whole)
  return {
    ranked: orderRows(evaluated, order.column, order.direction, language),
    scale,
    /** Average as a share of the scale; null: no contacts. */
    average: rate === null ? null : Math.min(rate / scale, 1),
  }
}
