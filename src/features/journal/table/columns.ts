import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import {
  CALL_FIELDS,
  USUAL_COLUMNS,
  type CellKind,
  type ColumnField,
  type ColumnId,
} from '#/contract/call-fields.ts'
import type { OrderField, OrderWay } from '#/contract/call-filters.ts'
import { MARK_NAMES } from '#/domain/annotations/mark-names.ts'
import { getLocale, type Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { SortDirection } from '#/ui/table/table.tsx'
import { FIELD_WORDS } from '#/domain/contact-list/field-labels.ts'
import type { JournalSearch } from '#/domain/contact-list/search.ts'

/** What a column is like besides its field. */
interface ColumnLook {
  /** Its header where the field's name is too long for it. */
  readonly short?: () => string
  /** The way a first click orders. */
  readonly firstWay?: OrderWay
  readonly numeric?: boolean
  /** In pixels, by language where its words are longer in one; where there is room to spare, those whose text may be cut get wider: up to so many, and one by all the rest. */
  readonly width: number | Readonly<Record<Locale, number>>
  readonly upTo?: number
  readonly takesRest?: boolean
  /** Of the usual columns, the first to give way where there is no room for all: 1 before 2. */
  readonly givesWay?: number
}

export interface JournalColumn extends ColumnLook {
  /** In pixels, in the language of the moment. */
  readonly width: number
  /** Shown only to who asks for it. */
  readonly onDemand: boolean
  readonly id: ColumnId
  /**
   * The call's field it shows, and how; a client's hidden fields take their columns with them (G12). Null: it shows what
   * people have marked.
   */
  readonly shows: { readonly field: ColumnField; readonly cell: CellKind } | null
  readonly name: () => string
  /** Absent: the service cannot order by it. */
  readonly order?: OrderField
}

/** The source's column in two parts: where from, and what was searched for. Its header has them too. */
export const sourceParts = 'grid-cols-[minmax(0,min(45%,8.5rem))_minmax(0,1fr)] gap-x-2'

/** Of each field that has a column, in the columns' usual order. */
const LOOK = {
  date: { width: { en: 130, ru: 122 } },
  status: { width: { en: 144, ru: 160 } },
  // Where letters are set on whole pixels, as on Windows, a number is wider than elsewhere; it is never cut.
  phone_number_from: { width: 144 },
  source: { width: { en: 256, ru: 220 }, takesRest: true },
  request_uri: { width: 82, upTo: 200, givesWay: 1 },
  duration: { width: 82, short: m.col_duration, firstWay: 'DESC', numeric: true },
  obj_oid: { width: 124, upTo: 172 },
  call_type: { width: { en: 80, ru: 90 } },
  target: { width: { en: 86, ru: 104 } },
  custom_status: { width: 124, upTo: 172 },
  customer_status: { width: 104, upTo: 180, givesWay: 2 },
  managers: { width: 124, upTo: 172 },
  region: { width: 120, upTo: 172 },
  service_name: { width: 96, upTo: 140 },
  comments: { width: 64, numeric: true },
  record_url: { width: 116 },
} as const satisfies Record<ColumnField, ColumnLook>

const columnsIn = (locale: Locale): readonly JournalColumn[] =>
  (Object.keys(LOOK) as ColumnField[]).map((field) => {
    const { width, ...look }: ColumnLook = LOOK[field]
    const { cell, ...column } = CALL_FIELDS[field].column
    return {
      ...column,
      ...look,
      width: typeof width === 'number' ? width : width[locale],
      onDemand: !USUAL_COLUMNS.includes(column.id),
      shows: { field, cell },
      name: look.short ?? FIELD_WORDS[field].name,
    }
  })
const ofMarks = { shows: null, onDemand: true } as const
/** What people have marked stands last: none of it is the service's. */
const MARKED: readonly JournalColumn[] = [
  { ...ofMarks, id: 'mark_handled', name: MARK_NAMES.mark_handled, width: 128 },
  { ...ofMarks, id: 'mark_tags', name: MARK_NAMES.mark_tags, width: 152 },
  { ...ofMarks, id: 'mark_note', name: MARK_NAMES.mark_note, width: 176 },
  { ...ofMarks, id: 'mark_score', name: MARK_NAMES.mark_score, width: 72, numeric: true },
]
const COLUMNS: Readonly<Record<Locale, readonly JournalColumn[]>> = {
  en: [...columnsIn('en'), ...MARKED],
  ru: [...columnsIn('ru'), ...MARKED],
}

/**
 * The columns there are to choose from, in their usual order. The journal of one object needs none that names it; the
 * date stays whatever is hidden, because it is the way to the contact.
 */
export const columnsFor = (oid: string | null, hidden: HiddenFields): readonly JournalColumn[] =>
  COLUMNS[getLocale()].filter(
    ({ id, shows }) =>
      id === 'date' || !((shows && hidden.has(shows.field)) || (id === 'object' && oid !== null)),
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
