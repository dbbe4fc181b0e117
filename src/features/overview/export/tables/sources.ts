import type { TreeRow } from '#/analytics/worker/tables.ts'
import { dimensionName } from '#/features/overview/data/filter-words.ts'
import type { ExportContext } from '#/features/overview/export/conditions.ts'
import type { Exported } from '#/features/overview/export/exported.ts'
import {
  moneyCell,
  rateColumns,
  sumColumns,
  tableOf,
  type Column,
  type ExportTable,
} from '#/features/overview/export/table.ts'
import { metricName } from '#/features/overview/receipt/figure-words.ts'
import { isCostColumn, shownLevels, sourceColumns } from '#/features/overview/panels/sources/columns.ts'
import {
  judge,
  orderRows,
  SOURCE_VALUE,
  totalOf,
  type Judged,
  type SourceColumn,
} from '#/features/overview/panels/sources/judge.ts'
import { pathFilters, type Level, type Path } from '#/features/overview/panels/sources/levels.ts'
import { NAMELESS } from '#/features/overview/panels/sources/nameless.ts'
import type { Cost } from '#/features/overview/spend/costs.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { answered } from './answered.ts'

type Sources = Extract<Exported, { panel: 'sources' }>

/** A row of the tree with all that leads to it. */
interface SourceLine {
  readonly path: TreeRow['path']
  readonly judged: Judged
}

const keyOf = (path: TreeRow['path']) => JSON.stringify(path)

/** As the panel has them when everything is open: a row, then those below it, each level in the panel's order. */
export const sourceLines = (
  tree: readonly TreeRow[],
  levels: readonly Level[],
  { order: { column, direction }, costs }: Pick<Sources, 'order' | 'costs'>,
  language: string,
): SourceLine[] => {
  const below = Map.groupBy(tree, ({ path }) => keyOf(path.slice(0, -1)))
  const whole = totalOf(below.get(keyOf([])) ?? [])
  const linesBelow = (above: Path): SourceLine[] => {
    const by = levels[above.length]
    const rows = below.get(keyOf(above.map(({ value }) => value)))
    if (by === undefined || rows === undefined) return []
    const judged = rows.map(({ path, ...counts }) => {
      const row = { ...counts, value: path.at(-1) ?? null }
      const cost = costs && costs.of(row, pathFilters([...above, { by, value: row.value }]))
      return judge(row, whole, cost)
    })
    return orderRows(judged, column, direction, language).flatMap((one) => {
      const path = [...above, { by, value: one.row.value }]
      return [{ path: path.map(({ value }) => value), judged: one }, ...linesBelow(path)]
    })
  }
  return linesBelow([])
}

const RANGED = {
  cost_per_target: 'perTarget',
  cost_per_first_time: 'perFirstTime',
  cost_per_deal: 'perDeal',
} as const satisfies Partial<Record<SourceColumn, keyof Extract<Cost, { perContact: unknown }>>>
const isRanged = (id: SourceColumn): id is keyof typeof RANGED => id in RANGED

const costColumns = (id: keyof typeof RANGED, name: string): Column<SourceLine>[] => {
  const end =
    (of: 'cost' | 'low' | 'high') =>
    ({ judged: { cost } }: SourceLine) =>
      moneyCell(cost?.paid ? (cost[RANGED[id]]?.[of] ?? null) : null)
  return [
    { name, value: end('cost') },
    { name: m.overview_export_low({ name }), value: end('low') },
    { name: m.overview_export_high({ name }), value: end('high') },
  ]
}

/** What a column of the panel is in a file, where it is more than its value: ranges, a sum for each CRM. */
const apart = (
  id: SourceColumn,
  name: string,
  lines: readonly SourceLine[],
): readonly Column<SourceLine>[] | null => {
  if (isRanged(id)) return costColumns(id, name)
  if (id === 'target_rate')
    return [
      { name: metricName('target'), value: ({ judged: { row } }) => row.target },
      ...rateColumns<SourceLine>(
        'target_rate',
        ({ judged: { row } }) => row.target,
        ({ judged: { row } }) => row.contacts,
      ),
    ]
  if (id === 'missed_rate')
    return [
      { name: metricName('calls'), value: ({ judged: { row } }) => row.calls },
      { name: metricName('missed'), value: ({ judged: { row } }) => row.missed },
      ...rateColumns<SourceLine>(
        'missed_rate',
        ({ judged: { row } }) => row.missed,
        ({ judged: { row } }) => row.calls,
      ),
    ]
  if (id === 'sum')
    return sumColumns(lines.map(({ judged: { row } }) => row)).map((column) => ({
      ...column,
      value: ({ judged: { row } }) => column.value(row),
    }))
  return null
}

/** On the screen a column stands beside the others of its kind; in a file its name says all. */
const nameOf = (id: SourceColumn, name: () => string) => (isCostColumn(id) ? metricName(id) : name())

const cellOf = (value: string | number | null) => (typeof value === 'number' ? moneyCell(value) : value)

/** The whole tree: a line for each source, each of its campaigns and each of their search requests, and on which level it is. */
export const sourcesTable = async (context: ExportContext, sources: Sources): Promise<ExportTable> => {
  const { overview, hidden } = context
  const { filters, won } = overview.question
  const levels = shownLevels(hidden)
  const tree = await answered(context, 'tree', { levels, filters, won })
  const lines = sourceLines(tree, levels, sources, getLocale())
  const columns: Column<SourceLine>[] = [
    {
      name: m.overview_export_level(),
      width: 16,
      value: ({ path }) => dimensionName(levels[path.length - 1] ?? 'source'),
    },
    ...levels.map((level, depth): Column<SourceLine> => ({
      name: dimensionName(level),
      width: 28,
      value: ({ path }) => (path.length <= depth ? null : (path[depth] ?? NAMELESS[level]())),
    })),
    ...sourceColumns(hidden, won.length > 0, sources.costs !== null).flatMap(
      ({ id, name }): readonly Column<SourceLine>[] =>
        id === 'name'
          ? []
          : (apart(id, nameOf(id, name), lines) ?? [
              { name: nameOf(id, name), value: ({ judged }) => cellOf(SOURCE_VALUE[id](judged)) },
            ]),
    ),
  ]
  return tableOf(columns, lines)
}
