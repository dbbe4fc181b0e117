import type { ReportRow } from '#/analytics/figures/tables.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { countColumns, shareCell, type PanelColumn } from '#/features/overview/export/table.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { nameOf, type BreakdownSpec } from './rows.ts'

export const breakdownColumns = (
  spec: BreakdownSpec,
  rows: readonly ReportRow[],
  contacts: number,
  hidden: ReadonlySet<string>,
  marksWon: boolean,
): readonly PanelColumn<ReportRow>[] => {
  const [count, ...others] = countColumns<ReportRow>(
    rows,
    spec.isOfAnswered ? new Set([...hidden, 'status']) : hidden,
    marksWon,
  )
  return [
    { name: dimensionName(spec.by), width: 36, value: (row) => nameOf(spec, row) },
    ...(count ? [count] : []),
    {
      name: m.breakdown_share_title(),
      kind: 'share',
      value: (row) => shareCell(contacts === 0 ? null : row.contacts / contacts),
    },
    ...others,
  ]
}
