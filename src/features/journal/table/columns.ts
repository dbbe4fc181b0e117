import type { ListedCallRead } from '#/contract/call.ts'
import type { OrderField, OrderWay } from '#/contract/call-filters.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { SortDirection } from '#/ui/data/table.tsx'
import type { JournalSearch } from '#/domain/contact-list/search.ts'

export type ColumnId =
  | 'date'
  | 'status'
  | 'caller'
  | 'source'
  | 'page'
  | 'duration'
  | 'object'
  | 'service'
  | 'region'
  | 'kind'
  | 'target'
  | 'custom_status'
  | 'crm'
  | 'manager'
  | 'comments'
  | 'recording'

export interface Column {
  readonly id: ColumnId
  /** The call's field it shows; a client's hidden fields take their columns with them (G12). */
  readonly field: keyof ListedCallRead
  readonly name: () => string
  /** Absent: the service cannot order by it. */
  readonly order?: OrderField
  /** The way a first click orders. */
  readonly firstWay?: OrderWay
  readonly numeric?: boolean
  /** In pixels; the one that takes the rest has at least this. */
  readonly width: number
  readonly takesRest?: boolean
  /** Shown only to who asks for it. */
  readonly onDemand?: boolean
}

const COLUMNS: readonly Column[] = [
  { id: 'date', field: 'date', name: m.col_date, width: 128 },
  { id: 'status', field: 'status', name: m.col_status, order: 'status', width: 156 },
  { id: 'caller', field: 'phone_number_from', name: m.col_caller, order: 'from', width: 160 },
  { id: 'source', field: 'source', name: m.col_source, order: 'source', width: 144, takesRest: true },
  { id: 'page', field: 'request_uri', name: m.col_page, order: 'uri', width: 100 },
  {
    id: 'duration',
    field: 'duration',
    name: m.col_duration,
    order: 'duration',
    firstWay: 'DESC',
    numeric: true,
    width: 88,
  },
  { id: 'object', field: 'obj_oid', name: m.col_object, order: 'title', width: 128 },
  { id: 'kind', field: 'call_type', name: m.col_kind, width: 88 },
  { id: 'target', field: 'target', name: m.col_target, width: 104 },
  { id: 'custom_status', field: 'custom_status', name: m.col_custom_status, width: 132, onDemand: true },
  { id: 'crm', field: 'customer_status', name: m.col_crm, width: 136 },
  { id: 'manager', field: 'managers', name: m.col_manager, width: 140, onDemand: true },
  { id: 'region', field: 'region', name: m.col_region, width: 132, onDemand: true },
  { id: 'service', field: 'service_name', name: m.col_service, order: 'service', width: 96 },
  { id: 'comments', field: 'comments', name: m.col_comments, numeric: true, width: 64 },
  { id: 'recording', field: 'record_url', name: m.col_recording, width: 116, onDemand: true },
]

/**
 * The columns there are to choose from, in their usual order. The journal of one object needs none that names it; the
 * date stays whatever is hidden, because it is the way to the contact.
 */
export const columnsFor = (oid: string | null, hidden: ReadonlySet<string>): readonly Column[] =>
  COLUMNS.filter(
    ({ id, field }) => id === 'date' || !(hidden.has(field) || (id === 'object' && oid !== null)),
  )

/** How the list is ordered now; undefined for a column that does not order it. The date does when nothing else does. */
export const sortedBy = (column: Column, search: JournalSearch): SortDirection | undefined => {
  const direction = search.order_way === 'ASC' ? 'ascending' : 'descending'
  if (search.order_field === undefined) return column.id === 'date' ? direction : undefined
  return column.order === search.order_field ? direction : undefined
}

/** What a click on the header changes: first way, other way, and then newest first again. */
export const nextOrder = (
  column: Column,
  search: JournalSearch,
): { order_field: OrderField | undefined; order_way: OrderWay | undefined } | null => {
  const newestFirst = { order_field: undefined, order_way: undefined }
  if (column.id === 'date')
    return search.order_field === undefined && search.order_way === undefined
      ? // The service's default way is not shown, so that oldest first is said out loud (G23).
        { order_field: undefined, order_way: 'ASC' }
      : newestFirst
  if (column.order === undefined) return null
  const first = column.firstWay ?? 'ASC'
  if (search.order_field !== column.order) return { order_field: column.order, order_way: first }
  return search.order_way === first
    ? { order_field: column.order, order_way: first === 'ASC' ? 'DESC' : 'ASC' }
    : newestFirst
}
