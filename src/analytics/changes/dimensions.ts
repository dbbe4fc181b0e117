import type { Dimension } from '#/analytics/columns/dimensions.ts'
import {
  CHANGE_METRICS,
  type ChangeDimension,
  type ChangeMetric,
  type ExplainedBy,
} from '#/contract/figures/changes.ts'
import { REPORT_METRICS, type ReportMetric } from '#/analytics/report-metrics.ts'

export const isChangeMetric = (metric: string): metric is ChangeMetric =>
  CHANGE_METRICS.some((one) => one === metric)

export const isRate = (metric: ChangeMetric): boolean => {
  const { whole }: ReportMetric = REPORT_METRICS[metric]
  return whole !== null
}

/** Without a value in these, contacts are no cause, only the remainder. */
export const NAMELESS_IS_REST: ReadonlySet<ExplainedBy> = new Set([
  'campaign',
  'manager',
  'search_request',
  'page',
])

export const MAY_BE_RENAMED: ReadonlySet<ExplainedBy> = new Set(['source', 'campaign', 'manager'])

export const HOURS_OF_BLOCK = 6
const BLOCKS = 24 / HOURS_OF_BLOCK

/** A weekday (0 is Monday) and its block: `0-1` is Monday morning. */
export const writeBlock = (weekday: number, block: number): string => `${weekday}-${block}`
export const readBlock = (value: string): { readonly weekday: number; readonly block: number } => {
  const [weekday = 0, block = 0] = value.split('-').map(Number)
  return { weekday, block }
}

const blockOfHour = (hour: number): string =>
  writeBlock(Math.floor(hour / 24), Math.floor((hour % 24) / HOURS_OF_BLOCK))

export const ALL_BLOCKS: readonly string[] = Array.from({ length: 7 * BLOCKS }, (_, nth) =>
  writeBlock(Math.floor(nth / BLOCKS), nth % BLOCKS),
)

export const columnOf = (
  by: ChangeDimension,
): { readonly column: Dimension; readonly valueOf: (value: string | null) => string | null } =>
  by === 'hours'
    ? { column: 'hour_of_week', valueOf: (value) => (value === null ? null : blockOfHour(Number(value))) }
    : { column: by, valueOf: (value) => value }
