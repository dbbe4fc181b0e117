import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import { CALL_FIELDS, type CellKind, type ColumnField, type ColumnId } from '#/contract/call-fields.ts'
import type { OrderField, OrderWay } from '#/contract/call-filters.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { SortDirection } from '#/ui/table/table.tsx'
import { FIELD_WORDS } from '#/domain/contact-list/field-words.ts'
import type { JournalSearch } from '#/domain/contact-list/search.ts'

/** What a column is like besides its field. */
interface ColumnLook {
  /** Its header where the field's name is too long for it. */
  readonly short?: () => string
  /** The way a first click orders. */
  readonly firstWay?: OrderWay
  readonly numeric?: boolean
  /** In pixels; the one that takes the rest has at least this. */
  readonly width: number
  readonly takesRest?: boolean
  /** Shown only to who asks for it. */
  readonly onDemand?: boolean
}

export interface JournalColumn extends ColumnLook {
  readonly id: ColumnId
  /** The call's field it shows; a client's hidden fields take their columns with them (G12). */
  readonly field: ColumnField
  readonly cell: CellKind
  readonly name: () => string
  /** Absent: the service cannot order by it. */
  readonly order?: OrderField
}

/** Of each field that has a column, in the columns' usual order. */
const LOOK = {
  date: { width: 128 },
  status: { width: 156 },
  phone_number_from: { width: 160 },
  source: { width: 144, takesRest: true },
  request_uri: { width: 100 },
  duration: { width: 88, short: m.col_duration, firstWay: 'DESC', numeric: true },
  obj_oid: { width: 128 },
  call_type: { width: 88 },
  target: { width: 104 },
  custom_status: { width: 132, onDemand: true },
  customer_status: { width: 136 },
  managers: { width: 140, onDemand: true },
  region: { width: 132, onDemand: true },
  service_name: { width: 96 },
  comments: { width: 64, numeric: true },
  record_url: { width: 116, onDemand: true },
} as const satisfies Record<ColumnField, ColumnLook>

const COLUMNS: readonly JournalColumn[] = (Object.keys(LOOK) as ColumnField[]).map((field) => {
  const look: ColumnLook = LOOK[field]
  return { ...CALL_FIELDS[field].column, ...look, field, name: look.short ?? FIELD_WORDS[field].name }
})

/**
 * The columns there are to choose from, in their usual order. The journal of one object needs none that names it; the
 * date stays whatever is hidden, because it is the way to the contact.
 */
export const columnsFor = (oid: string | null, hidden: HiddenFields): readonly JournalColumn[] =>
  COLUMNS.filter(
    ({ id, field }) => id === 'date' || !(hidden.has(field) || (id === 'object' && oid !== null)),
  )

/** How the list is ordered now; undefined for a column that does not order it. The date does when nothing else does. */
export const sortedBy = (column: JournalColumn, search: JournalSearch): SortDirection | undefined => {
  const direction = search.order_way === 'ASC' ? 'ascending' : 'descending'
  if (search.order_field === undefined) return column.id === 'date' ? direction : undefined
  return column.order === search.order_field ? direction : undefined
}

/** What a click on the header changes: first way, other way, and then newest first again. */
export const nextOrder = (
  column: JournalColumn,
  search: JournalSearch,
): { order_field: OrderField | undefined; order_way: OrderWay | undefined } | null => {
  const newestFirst = { order_field: undefined, order_way: undefined }
  if (column.id === 'date')
    return search.order_field === undefined && search.order_way === undefined
      ? // The service's default way is not shown, so that oldest first is always written out (G23).
        { order_field: undefined, order_way: 'ASC' }
      : newestFirst
  if (column.order === undefined) return null
  const first = column.firstWay ?? 'ASC'
  if (search.order_field !== column.order) return { order_field: column.order, order_way: first }
  return search.order_way === first
    ? { order_field: column.order, order_way: first === 'ASC' ? 'DESC' : 'ASC' }
    : newestFirst
}
