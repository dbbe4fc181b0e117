import type { Filter } from '#/contract/figures/questions.ts'
import type { ReportContact } from '#/contract/figures/answers.ts'
import { answered, type PanelFile } from '#/features/overview/export/panel-file.ts'
import type { PanelColumn } from '#/features/overview/export/table.ts'
import { statusBadge } from '#/domain/cells/status-badge.ts'
import { dayCell, phoneCell } from '#/domain/files/cell.ts'
import { m } from '#/i18n/paraglide/messages.js'

const contactColumns = (
  hidden: ReadonlySet<string>,
  objectTitle: (oid: string | null) => string | null,
): readonly PanelColumn<ReportContact>[] => {
  const columns: (PanelColumn<ReportContact> & { readonly field: string })[] = [
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
      value: ({ status }) => statusBadge(status === null ? null : Number(status)).word,
    },
    { name: m.col_caller(), width: 16, field: 'phone_number_from', value: ({ caller }) => phoneCell(caller) },
    { name: m.col_source(), width: 24, field: 'source', value: ({ source }) => source },
    {
      name: m.col_object(),
      width: 24,
      field: 'obj_oid',
      value: ({ oid }) => objectTitle(oid),
    },
    { name: m.call_id(), width: 14, field: 'id', value: ({ id }) => id },
  ]
  return columns.filter(({ field }) => !hidden.has(field))
}

export interface ContactsChoice {
  readonly filters: readonly Filter[]
}

/** All contacts behind a figure, newest first. */
export const contactsFile: PanelFile<ContactsChoice, ReportContact> = {
  whole: async (context, { filters }) => ({
    contacts: (await answered(context, 'rows', { filters, limit: Number.MAX_SAFE_INTEGER })).rows,
  }),
  rows: ({ contacts = [] }) => contacts,
  columns: (_, context) => contactColumns(context.hidden, context.overview.objectTitle),
  filters: ({ filters }) => filters,
  picture: { none: 'It is a list of contacts: there is nothing to draw' },
}
