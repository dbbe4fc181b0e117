import type { Report } from '#/analytics/figures/report.ts'
import type { TreeRow } from '#/analytics/figures/tables.ts'
import type { Costs } from '#/domain/costs/costs.ts'
import type { RowOrder } from '#/ui/table/table.tsx'
import { pathFilters, type Level, type Path } from './levels.ts'
import {
  judgeRows,
  orderRows,
  paidTotalOf,
  totalOf,
  type Judged,
  type SourceColumn,
} from '#/domain/costs/judged-sources.ts'

export interface SourcesChoice {
  readonly order: RowOrder<SourceColumn>
  /** Null: no spend in the period. */
  readonly costs: Costs | null
}

export interface SourceLine {
  readonly path: TreeRow['path']
  readonly judged: Judged
}

const topFilters = ([value = null]: TreeRow['path'], [by]: readonly Level[]) =>
  by === undefined ? [] : pathFilters([{ by, value }])

const keyOf = (path: TreeRow['path']) => JSON.stringify(path)

/** The expanded tree in depth-first order. */
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

/** The top level of the tree, without expanded rows. */
export const topOf = ({ tables }: Pick<Report, 'tables'>): readonly TreeRow[] =>
  tables.source.rows.map(({ value, ...counts }) => ({ ...counts, path: [value] }))
