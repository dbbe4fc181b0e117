import type { Report, ChangeRow, TreeRow } from '#/contract/figures/answers.ts'
import type { Costs } from '#/domain/costs/costs.ts'
import type { RowOrder } from '#/ui/table/table.tsx'
import { withGone } from '#/features/overview/panels/breakdowns/rows.ts'
import { pathFilters, type Level, type Path } from './levels.ts'
import { totalOf } from '#/analytics/evaluation/source-verdicts.ts'
import {
  evaluateRows,
  orderRows,
  paidTotalOf,
  type EvaluatedSource,
  type SourceColumn,
} from '#/domain/costs/evaluated-sources.ts'

export interface SourcesChoice {
  readonly order: RowOrder<SourceColumn>
  /** Null: no spend in the period. */
  readonly costs: Costs | null
}

export interface SourceLine {
  readonly path: TreeRow['path']
  readonly source: EvaluatedSource
}

const topFilters = ([value = null]: TreeRow['path'], [by]: readonly Level[]) =>
  by === undefined ? [] : pathFilters([{ by, value }])

const keyOf = (path: TreeRow['path']) => JSON.stringify(path)

/** The expanded tree in depth-first order. @param changes of sources, also of those without contacts now */
export const sourceLines = (
  tree: readonly TreeRow[],
  changes: readonly ChangeRow[],
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
    const rows = below
      .get(keyOf(above.map(({ value }) => value)))
      ?.map(({ path, ...counts }) => ({ ...counts, value: path.at(-1) ?? null }))
    if (by === undefined || rows === undefined) return []
    const ofRows = above.length === 0 ? changes : []
    const priced = withGone(rows, ofRows).map((row) => ({
      row,
      cost: costs && costs.of(row, pathFilters([...above, { by, value: row.value }])),
    }))
    const byValue = new Map(ofRows.map((row) => [row.value, row]))
    const evaluated = evaluateRows(priced, whole, paid, costs?.planned).map((one) => {
      const changed = byValue.get(one.row.value)
      return changed === undefined ? one : { ...one, changed }
    })
    return orderRows(evaluated, column, direction, language).flatMap((one) => {
      const path = [...above, { by, value: one.row.value }]
      return [{ path: path.map(({ value }) => value), source: one }, ...linesBelow(path)]
    })
  }
  return linesBelow([])
}

/** The top level of the tree, without expanded rows. */
export const topOf = ({ tables }: Pick<Report, 'tables'>): readonly TreeRow[] =>
  tables.source.rows.map(({ value, ...counts }) => ({ ...counts, path: [value] }))
