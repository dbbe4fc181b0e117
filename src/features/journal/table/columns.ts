import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import {
  CALL_FIELDS,
  USUAL_COLUMNS,
  type CellKind,
  type ColumnField,
  type ColumnId,
} from '#/contract/call-fields.ts'
import type { OrderField, OrderWay } from '#/contract/call-filters.ts'
import { ANNOTATION_NAMES } from '#/domain/annotations/annotation-names.ts'
import { getLocale, type Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { SortDirection } from '#/ui/table/table.tsx'
import { FIELD_WORDS } from '#/domain/contact-list/field-labels.ts'
import type { JournalSearch } from '#/domain/contact-list/search.ts'

interface ColumnSettings {
  readonly short?: () => string
  /** Direction of the first click. */
  readonly firstWay?: OrderWay
  readonly numeric?: boolean
  /** Pixels, by language if needed. Spare room widens truncated texts: up to a limit, the rest goes to one column. */
  readonly width: number | Readonly<Record<Locale, number>>
  readonly upTo?: number
  readonly takesRest?: boolean
  /** Order in which default columns are dropped: 1 first. */
  readonly givesWay?: number
}

export interface JournalColumn extends ColumnSettings {
  readonly width: number
  readonly onDemand: boolean
  readonly id: ColumnId
  /** The field it shows; hiding the field hides the column (G12). Null: an annotation. */
  readonly shows: { readonly field: ColumnField; readonly cell: CellKind } | null
  readonly name: () => string
  /** Absent: not sortable by the service. */
  readonly order?: OrderField
}

export const sourceParts = 'grid-cols-[minmax(0,min(45%,8.5rem))_minmax(0,1fr)] gap-x-2'

const SETTINGS = {
  date: { width: { en: 130, ru: 122 } },
  status: { width: { en: 144, ru: 168 } },
  // Digits are wider with whole-pixel rendering (Windows); numbers are never truncated.
  phone_number_from: { width: 152 },
  source: { width: { en: 248, ru: 204 }, takesRest: true },
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
} as const satisfies Record<ColumnField, ColumnSettings>

const columnsIn = (locale: Locale): readonly JournalColumn[] =>
  (Object.keys(SETTINGS) as ColumnField[]).map((field) => {
    const { width, ...settings }: ColumnSettings = SETTINGS[field]
    const { cell, ...column } = CALL_FIELDS[field].column
    return {
      ...column,
      ...settings,
      width: typeof width === 'number' ? width : width[locale],
      onDemand: !USUAL_COLUMNS.includes(column.id),
      shows: { field, cell },
      name: settings.short ?? FIELD_WORDS[field].name,
    }
  })
const ofAnnotations = { shows: null, onDemand: true } as const
/** Annotations are last, as they aren't the service's. */
const MARKED: readonly JournalColumn[] = [
  { ...ofAnnotations, id: 'mark_handled', name: ANNOTATION_NAMES.mark_handled, width: 128 },
  { ...ofAnnotations, id: 'mark_tags', name: ANNOTATION_NAMES.mark_tags, width: 152 },
  { ...ofAnnotations, id: 'mark_note', name: ANNOTATION_NAMES.mark_note, width: 176 },
  { ...ofAnnotations, id: 'mark_score', name: ANNOTATION_NAMES.mark_score, width: 72, numeric: true },
]
const COLUMNS: Readonly<Record<Locale, readonly JournalColumn[]>> = {
  en: [...columnsIn('en'), ...MARKED],
  ru: [...columnsIn('ru'), ...MARKED],
}

/**
 * Available columns in default order. One object's journal has no object column; the date is never hidden, as it
 * is the link.
 */
export const columnsFor = (oid: string | null, hidden: HiddenFields): readonly JournalColumn[] =>
  COLUMNS[getLocale()].filter(
    ({ id, shows }) =>
      id === 'date' || !((shows && hidden.has(shows.field)) || (id === 'object' && oid !== null)),
  )

export const sortedBy = (column: JournalColumn, search: JournalSearch): SortDirection | undefined => {
  const direction = search.order_way === 'ASC' ? 'ascending' : 'descending'
  if (search.order_field === undefined) return column.id === 'date' ? direction : undefined
  return column.order === search.order_field ? direction : undefined
}

/** Order after a click: first direction, other direction, newest first. */
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
