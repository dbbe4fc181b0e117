import type { ListFilter } from '#/contract/archive/filters.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { useOnIntent } from '#/ui/use-on-intent.ts'

/** The code of the list of sources, loaded on the first sign that it is wanted. */
export const useSourcesCode = () =>
  useOnIntent(() => import('#/ui/control/search-listbox.tsx').then((code) => code.SearchListbox))
type SourcesCode = ReturnType<typeof useSourcesCode>

/** What the editor of any filter is given. */
export interface FieldProps {
  readonly journal: Journal
  readonly oid: string | null
  /** The day it is where the contacts are (G6). */
  readonly today: string
  readonly sources: SourcesCode
  /** The pill's editor takes the focus; in the sheet of all filters none does. */
  readonly autoFocus: boolean
  /** Its editor has done its work. */
  readonly onDone: () => void
}

export const currentValue = ({ search, caller }: Journal, name: ListFilter): string =>
  (name === 'from_filter' ? caller : search[name]) ?? ''
