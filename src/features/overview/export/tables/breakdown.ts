import { answered } from './answered.ts'
import { dimensionName, valueWords } from '#/features/overview/data/filter-words.ts'
import type { ExportContext } from '#/features/overview/export/conditions.ts'
import type { Exported } from '#/features/overview/export/exported.ts'
import {
  countColumns,
  shareCell,
  tableOf,
  type Column,
  type ExportTable,
} from '#/features/overview/export/table.ts'
import type { TableRow } from '#/analytics/worker/tables.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** All values of a dimension that the filters let through, the most contacts first. */
export const breakdownTable = async (
  context: ExportContext,
  { by, without }: Extract<Exported, { panel: 'breakdown' }>,
): Promise<ExportTable> => {
  const { filters, won } = context.overview.question
  const { rows, contacts } = await answered(context, 'table', { dimension: by, filters, won, limit: null })
  const [count, ...others] = countColumns<TableRow>(rows, context.hidden, won.length > 0)
  const columns: Column<TableRow>[] = [
    {
      name: dimensionName(by),
      width: 36,
      value: ({ value }) => (value === null ? without : valueWords(by, value)),
    },
    ...(count ? [count] : []),
    {
      name: m.breakdown_share_title(),
      kind: 'share',
      value: (row) => shareCell(contacts === 0 ? null : row.contacts / contacts),
    },
    ...others,
  ]
  return tableOf(columns, rows)
}
