import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { countColumns, shareCell, type PanelColumn } from '#/features/overview/export/table.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { nameOf, type BreakdownSpec, type ChangedRow } from './rows.ts'

export const breakdownColumns = (
  spec: BreakdownSpec,
  rows: readonly ChangedRow[],
  contacts: number,
  hidden: ReadonlySet<string>,
  { hasWon, isCompared }: { readonly hasWon: boolean; readonly isCompared: boolean },
): readonly PanelColumn<ChangedRow>[] => {
  const [count, ...others] = countColumns<ChangedRow>(
    rows,
    spec.isOfAnswered ? new Set([...hidden, 'status']) : hidden,
    hasWon,
  )
  return [
    { name: dimensionName(spec.by), width: 36, value: (row) => nameOf(spec, row) },
    ...(count ? [count] : []),
    ...(isCompared
      ? [{ name: m.overview_change(), value: ({ changed }: ChangedRow) => changed?.change ?? null }]
      : []),
    {
      name: m.breakdown_share_title(),
      kind: 'share',
      value: (row) => shareCell(contacts === 0 ? null : row.contacts / contacts),
    },
    ...others,
  ]
}
