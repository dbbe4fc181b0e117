import type { ListedCallRead } from '#/contract/call.ts'
import type { OrderField, OrderWay } from '#/contract/call-filters.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { SortDirection } from '#/ui/data/table.tsx'
import type { JournalSearch } from './search.ts'

export type ColumnId =
  | 'date'
  | 'status'
  | 'caller'
  | 'source'
  | 'page'
  | 'duration'
  | 'object'
  | 'service'
  | 'kind'
  | 'target'
  | 'crm'
  | 'comments'

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
  /** Tailwind width; the column without one takes the rest. */
  readonly width: string
}

const COLUMNS: readonly Column[] = [
  { id: 'date', field: 'date', name: m.col_date, width: 'w-34' },
  { id: 'status', field: 'status', name: m.col_status, order: 'status', width: 'w-35' },
  { id: 'caller', field: 'phone_number_from', name: m.col_caller, order: 'from', width: 'w-36' },
  { id: 'source', field: 'source', name: m.col_source, order: 'source', width: 'min-w-40' },
  { id: 'page', field: 'request_uri', name: m.col_page, order: 'uri', width: 'w-28' },
  {
    id: 'duration',
    field: 'duration',
    name: m.col_duration,
    order: 'duration',
    firstWay: 'DESC',
    numeric: true,
    width: 'w-21',
  },
  { id: 'object', field: 'obj_oid', name: m.col_object, order: 'title', width: 'w-32' },
  { id: 'kind', field: 'call_type', name: m.col_kind, width: 'w-21' },
  { id: 'target', field: 'target', name: m.col_target, width: 'w-24' },
  { id: 'crm', field: 'customer_status', name: m.col_crm, width: 'w-44' },
  { id: 'service', field: 'service_name', name: m.col_service, order: 'service', width: 'w-28' },
  { id: 'comments', field: 'comments', name: m.col_comments, numeric: true, width: 'w-13' },
]

/** The journal of one object needs no column that names it; the date stays, because it is the way to the contact. */
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
