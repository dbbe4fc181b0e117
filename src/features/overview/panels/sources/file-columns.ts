import { daysIn } from '#/contract/day.ts'
import { besidePlan, type PlannedCost } from '#/analytics/spend/planned-cost.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import {
  moneyCell,
  roundedCell,
  shareCell,
  rateColumns,
  sumColumns,
  type PanelColumn,
} from '#/features/overview/export/table.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import type { Cost, Costs } from '#/domain/costs/costs.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { isCostColumn, shownLevels, sourceColumns } from './columns.ts'
import { NAMELESS } from './nameless.ts'
import { SOURCE_VALUE, type SourceColumn } from '#/domain/costs/evaluated-sources.ts'
import type { SourceLine } from './lines.ts'
import { VERDICTS } from './verdict-labels.ts'

const RANGED = {
  cost_per_target: 'perTarget',
  cost_per_first_time: 'perFirstTime',
  cost_per_deal: 'perDeal',
} as const satisfies Partial<Record<SourceColumn, keyof Extract<Cost, { perContact: unknown }>>>
const isRanged = (id: SourceColumn): id is keyof typeof RANGED => id in RANGED

const costColumns = (id: keyof typeof RANGED, name: string): PanelColumn<SourceLine>[] => {
  const end =
    (of: 'cost' | 'low' | 'high') =>
    ({ source: { cost } }: SourceLine) =>
      moneyCell(cost?.paid ? (cost[RANGED[id]]?.[of] ?? null) : null)
  return [
    { name, value: end('cost') },
    { name: m.overview_export_low({ name }), value: end('low') },
    { name: m.overview_export_high({ name }), value: end('high') },
  ]
}

const planColumns = (planned: PlannedCost): PanelColumn<SourceLine>[] => [
  { name: m.spend_planned(), value: () => moneyCell(planned.cost) },
  {
    name: m.spend_planned_file(),
    kind: 'share',
    value: ({ source: { cost } }) =>
      shareCell(besidePlan(cost?.paid ? cost.perTarget : null, planned)?.by ?? null),
  },
]

/** Columns that become several in a file: ranges, sums by CRM. */
const apart = (
  id: SourceColumn,
  name: string,
  lines: readonly SourceLine[],
  planned: PlannedCost | null,
): readonly PanelColumn<SourceLine>[] | null => {
  if (isRanged(id))
    return [...costColumns(id, name), ...(id === 'cost_per_target' && planned ? planColumns(planned) : [])]
  if (id === 'spend')
    return [
      { name, value: ({ source: { cost } }) => moneyCell(cost?.paid?.sum ?? null) },
      {
        name: m.spend_days_label(),
        value: ({ source: { cost } }) =>
          cost?.paid ? cost.paid.days.reduce((sum, days) => sum + daysIn(days), 0) : null,
      },
      {
        name: m.spend_days_contacts(),
        value: ({ source: { cost } }) => (cost?.paid ? cost.counts.contacts : null),
      },
    ]
  if (id === 'target_rate')
    return [
      { name: metricName('target'), value: ({ source: { row } }) => row.target },
      ...rateColumns<SourceLine>(
        'target_rate',
        ({ source: { row } }) => row.target,
        ({ source: { row } }) => row.contacts,
      ),
    ]
  if (id === 'verdict')
    return [
      {
        name,
        value: ({ source: { beside } }) => beside.verdict && VERDICTS[beside.verdict].word(),
      },
    ]
  if (id === 'missed_rate')
    return [
      { name: metricName('calls'), value: ({ source: { row } }) => row.calls },
      { name: metricName('missed'), value: ({ source: { row } }) => row.missed },
      ...rateColumns<SourceLine>(
        'missed_rate',
        ({ source: { row } }) => row.missed,
        ({ source: { row } }) => row.calls,
      ),
    ]
  if (id === 'sum')
    return sumColumns(lines.map(({ source: { row } }) => row)).map((column) => ({
      ...column,
      value: ({ source: { row } }) => column.value(row),
    }))
  return null
}

const nameOf = (id: SourceColumn, name: () => string) => (isCostColumn(id) ? metricName(id) : name())

const cellOf = (id: SourceColumn, value: string | number | null) =>
  typeof value !== 'number' ? value : isCostColumn(id) ? moneyCell(value) : roundedCell(value)

export const lineColumns = (
  lines: readonly SourceLine[],
  hidden: ReadonlySet<string>,
  costs: Costs | null,
  { hasWon, isCompared }: { readonly hasWon: boolean; readonly isCompared: boolean },
): readonly PanelColumn<SourceLine>[] => {
  const levels = shownLevels(hidden)
  return [
    {
      name: m.overview_export_level(),
      width: 16,
      value: ({ path }) => dimensionName(levels[path.length - 1] ?? 'source'),
    },
    ...levels.map((level, depth): PanelColumn<SourceLine> => ({
      name: dimensionName(level),
      width: 28,
      value: ({ path }) => (path.length <= depth ? null : (path[depth] ?? NAMELESS[level]())),
    })),
    ...sourceColumns(hidden, { hasWon, hasSpend: costs !== null, isCompared }).flatMap(
      ({ id, name }): readonly PanelColumn<SourceLine>[] =>
        id === 'name'
          ? []
          : (apart(id, nameOf(id, name), lines, costs?.planned ?? null) ?? [
              { name: nameOf(id, name), value: ({ source }) => cellOf(id, SOURCE_VALUE[id](source)) },
            ]),
    ),
  ]
}
