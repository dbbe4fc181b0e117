import type { ReportMetricId } from '#/analytics/report-metrics.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { SourceColumn } from '#/domain/costs/evaluated-sources.ts'
import { LEVELS, type Level } from './levels.ts'

const metric = (id: ReportMetricId) => () => metricName(id)

/** Columns in order, with the call's field they depend on (G12). Shared by table and export. */
export const SOURCE_COLUMNS: readonly {
  readonly id: SourceColumn
  readonly field: string
  readonly name: () => string
}[] = [
  { id: 'name', field: 'source', name: m.col_source },
  { id: 'contacts', field: 'id', name: metric('contacts') },
  { id: 'change', field: 'id', name: m.overview_change },
  { id: 'first_time', field: 'call_type', name: metric('first_time') },
  { id: 'target_rate', field: 'target', name: m.sources_target_range },
  { id: 'verdict', field: 'target', name: m.verdict_title },
  { id: 'missed_rate', field: 'status', name: m.sources_missed },
  { id: 'deals', field: 'customer_status', name: metric('deals') },
  { id: 'won', field: 'customer_status', name: m.sources_won },
  { id: 'sum', field: 'customer_status', name: m.sources_sum },
  { id: 'spend', field: 'source', name: m.spend_col_spend },
  { id: 'cost_per_contact', field: 'id', name: m.spend_col_contact },
  { id: 'cost_per_target', field: 'target', name: m.spend_col_target },
  { id: 'cost_per_first_time', field: 'call_type', name: m.spend_col_first_time },
  { id: 'cost_per_deal', field: 'customer_status', name: m.spend_col_deal },
]

/** Only if there is spend. */
export const COST_COLUMNS = [
  'spend',
  'cost_per_contact',
  'cost_per_target',
  'cost_per_first_time',
  'cost_per_deal',
] as const satisfies readonly SourceColumn[]
export type CostColumn = (typeof COST_COLUMNS)[number]
export const isCostColumn = (column: SourceColumn): column is CostColumn =>
  COST_COLUMNS.some((one) => one === column)

const BESIDE_COSTS: ReadonlySet<SourceColumn> = new Set<SourceColumn>(['name', 'contacts', 'verdict'])

/** Not all columns fit at once: quality or cost. */
export const SOURCE_VIEWS = ['contacts', 'cost'] as const
export type SourceView = (typeof SOURCE_VIEWS)[number]

export const isInView = (column: SourceColumn, view: SourceView): boolean =>
  view === 'cost' ? isCostColumn(column) || BESIDE_COSTS.has(column) : !isCostColumn(column)

export const sourceColumns = (
  hidden: ReadonlySet<string>,
  { hasWon, hasSpend, isCompared }: { hasWon: boolean; hasSpend: boolean; isCompared: boolean },
) =>
  SOURCE_COLUMNS.filter(
    ({ id, field }) =>
      !hidden.has(field) &&
      (id !== 'won' || hasWon) &&
      (id !== 'change' || isCompared) &&
      (hasSpend || !isCostColumn(id)),
  )

const FIELD = {
  source: 'source',
  campaign: 'utm',
  search_request: 'search_request',
} as const satisfies Record<Level, string>

/** Levels the client may see, coarsest first; empty if sources are hidden. */
export const shownLevels = (hidden: ReadonlySet<string>): readonly Level[] =>
  hidden.has(FIELD.source) ? [] : LEVELS.filter((level) => !hidden.has(FIELD[level]))
