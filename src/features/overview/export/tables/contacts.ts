import type { Filter } from '#/analytics/columns/select.ts'
import type { ContactRow } from '#/analytics/worker/answer.ts'
import type { ExportContext } from '#/features/overview/export/conditions.ts'
import { tableOf, type Column, type ExportTable } from '#/features/overview/export/table.ts'
import { statusLook } from '#/domain/marks/status-look.ts'
import { dayCell, phoneCell } from '#/domain/table-file/cell.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { answered } from './answered.ts'

/** The contacts behind a figure, all of them, the newest first. */
export const contactsTable = async (
  context: ExportContext,
  filters: readonly Filter[],
): Promise<ExportTable> => {
  const { overview, hidden } = context
  const { rows } = await answered(context, 'rows', { filters, limit: Number.MAX_SAFE_INTEGER })
  const columns: (Column<ContactRow> & { readonly field: string })[] = [
    {
      name: m.col_date(),
      width: 19,
      field: 'date',
      value: ({ day, minute }) => (day === null ? null : dayCell(day, minute)),
    },
    {
      name: m.col_status(),
      width: 20,
      field: 'status',
      value: ({ status }) => statusLook(status === null ? null : Number(status)).word,
    },
    { name: m.col_caller(), width: 16, field: 'phone_number_from', value: ({ caller }) => phoneCell(caller) },
    { name: m.col_source(), width: 24, field: 'source', value: ({ source }) => source },
    {
      name: m.col_object(),
      width: 24,
      field: 'obj_oid',
      value: ({ oid }) => overview.objectTitle(oid),
    },
    { name: m.call_id(), width: 14, field: 'id', value: ({ id }) => id },
  ]
  return tableOf(
    columns.filter(({ field }) => !hidden.has(field)),
    rows,
  )
}
