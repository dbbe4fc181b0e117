import type { CallFilter } from '#/contract/call-filters.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import type { FilterCode } from './use-filter-code.ts'

/** What the editor of any filter is given. */
export interface FieldProps {
  readonly journal: Journal
  readonly oid: string | null
  /** The day it is where the contacts are (G6). */
  readonly today: string
  /** Code that comes when somebody reaches for a filter. */
  readonly code: FilterCode
  /** The pill's editor takes the focus; in the sheet of all filters none does. */
  readonly autoFocus: boolean
  /** Its editor has done its work. */
  readonly onDone: () => void
}

export const currentValue = ({ search, caller }: Journal, name: CallFilter): string =>
  (name === 'from_filter' ? caller : search[name]) ?? ''
