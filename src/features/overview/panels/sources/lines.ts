import { metricOf } from '#/analytics/report-metrics.ts'
import type { Report } from '#/analytics/figures/report.ts'
import type { ReportTable, TreeRow } from '#/analytics/figures/tables.ts'
import type { Costs } from '#/features/overview/spend/costs.ts'
import type { RowOrder } from '#/ui/table/table.tsx'
import { pathFilters, type Level, type Path } from './levels.ts'
import {
  judgeRows,
  orderRows,
  paidTotalOf,
  scaleOf,
  totalOf,
  type Judged,
  type SourceColumn,
} from './rows.ts'

/** What is chosen in the panel. */
export interface SourcesChoice {
  readonly order: RowOrder<SourceColumn>
  /** Null: no spend has been entered for these days. */
  readonly costs: Costs | null
}

/** A row of the tree with all that leads to it. */
export interface SourceLine {
  readonly path: TreeRow['path']
  readonly judged: Judged
}

const topFilters = ([value = null]: TreeRow['path'], [by]: readonly Level[]) =>
  by === undefined ? [] : pathFilters([{ by, value }])

const keyOf = (path: TreeRow['path']) => JSON.stringify(path)

/** As the panel has them when everything is open: a row, then those below it, each level in the panel's order. */
export const sourceLines = (
  tree: readonly TreeRow[],
  levels: readonly Level[],
  { order: { column, direction }, costs }: SourcesChoice,
  language: string,
): SourceLine[] => {
  const below = Map.groupBy(tree, ({ path }) => keyOf(path.slice(0, -1)))
  const top = below.get(keyOf([])) ?? []
  const whole = totalOf(top)
  const paid = costs && paidTotalOf(top.map((row) => costs.of(row, topFilters(row.path, levels))))
  const linesBelow = (above: Path): SourceLine[] => {
    const by = levels[above.length]
    const rows = below.get(keyOf(above.map(({ value }) => value)))
    if (by === undefined || rows === undefined) return []
    const priced = rows.map(({ path, ...counts }) => {
      const row = { ...counts, value: path.at(-1) ?? null }
      return { row, cost: costs && costs.of(row, pathFilters([...above, { by, value: row.value }])) }
    })
    const judged = judgeRows(priced, whole, paid, costs?.planned)
    return orderRows(judged, column, direction, language).flatMap((one) => {
      const path = [...above, { by, value: one.row.value }]
      return [{ path: path.map(({ value }) => value), judged: one }, ...linesBelow(path)]
    })
  }
  return linesBelow([])
}

/** The report's sources as a tree of one level: all that the screen shows before a row is opened. */
export const topOf = ({ tables }: Pick<Report, 'tables'>): readonly TreeRow[] =>
  tables.source.rows.map(({ value, ...counts }) => ({ ...counts, path: [value] }))

/** Sources in the order of a column, with what their ranges are drawn against. */
export const rankedSources = (
  { rows, whole }: Pick<ReportTable, 'rows' | 'whole'>,
  order: RowOrder<SourceColumn>,
  language: string,
  costs: Costs | null = null,
) => {
  const priced = rows.map((row) => ({
    row,
    cost: costs && costs.of(row, [{ by: 'source', values: [row.value] }]),
  }))
  const paid = paidTotalOf(priced.map(({ cost }) => cost))
  const judged = judgeRows(priced, whole, paid, costs?.planned)
  const scale = scaleOf(judged)
  const rate = metricOf('target_rate', whole)
  return {
    ranked: orderRows(judged, order.column, order.direction, language),
    scale,
    /** The target rate of all, a share of the scale; null: there are no contacts. */
    average: rate === null ? null : Math.min(rate / scale, 1),
  }
}
