import { listDays, presetRange } from '#/analytics/period.ts'
import { LIST_FILTERS, type ListFilters } from '#/contract/archive/filters.ts'
import type { ArchiveContactsQuestion } from '#/contract/archive/contacts.ts'
import { USUAL_COLUMNS, type ColumnId, CALL_FIELD_NAMES, callFieldRow } from '#/contract/call-fields.ts'
import { isAnnotationColumn } from '#/contract/annotations/annotation-columns.ts'
import type { DayRange } from '#/contract/day.ts'
import type { Preferences, SavedView } from '#/contract/preferences.ts'
import { readListQuery } from '#/server/archive/lists/question.ts'

export interface ViewQuestion {
  readonly days: DayRange
  readonly filters: ListFilters
  readonly contactsQuestion: ArchiveContactsQuestion
}

/**
 * A view's question for the archive, with relative days resolved. The service's order of texts is not
 * documented, so newest first. Null: only the service can answer it (G9).
 */
export const viewQuestion = (
  { filters, rolling }: Pick<SavedView, 'filters' | 'rolling'>,
  object: string | null,
  today: string,
): ViewQuestion | null => {
  const { period, date_from, date_to, order_field, order_way, ...rest } = filters
  const dated = {
    ...(period && { period }),
    ...(date_from && { date_from }),
    ...(date_to && { date_to }),
  }
  const { from, to } = rolling === undefined ? listDays(dated, today) : presetRange(rolling, today)
  const order = {
    ...(order_field === 'duration' && { order_field }),
    ...((order_field === undefined || order_field === 'duration') && order_way && { order_way }),
  }
  const stored: Record<string, string> = {}
  for (const name of LIST_FILTERS) {
    const value = (rest as ListFilters)[name]
    if (value !== undefined) stored[name] = value
  }
  const contactsQuestion = readListQuery({
    ...stored,
    ...order,
    date_from: from,
    date_to: to,
    ...(object !== null && { object }),
  })
  const listed: ListFilters = { ...stored, ...order, period: 'custom', date_from: from, date_to: to }
  return contactsQuestion && { days: { from, to }, filters: listed, contactsQuestion }
}

const COLUMNS: ReadonlySet<string> = new Set(
  CALL_FIELD_NAMES.flatMap((field) => callFieldRow(field).column?.id ?? []),
)
const isColumn = (id: string): id is ColumnId => COLUMNS.has(id) || isAnnotationColumn(id)

/** A view's columns: its own, the journal's, or the default; the date comes first. */
export const viewColumns = (
  view: Pick<SavedView, 'columns'>,
  preferences: Preferences,
  object: string | null,
): readonly ColumnId[] => {
  const chosen = view.columns ?? preferences.columns?.contacts?.shown
  const shown = chosen === undefined ? USUAL_COLUMNS : [...new Set(chosen)].filter(isColumn)
  return ['date', ...shown.filter((id) => id !== 'date' && !(id === 'object' && object !== null))]
}
