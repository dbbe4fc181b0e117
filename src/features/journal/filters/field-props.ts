import type { ListFilter } from '#/contract/archive/filters.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { useOnIntent } from '#/ui/use-on-intent.ts'

/** The list of sources, loaded on first interaction. */
export const useSourcesCode = () =>
  useOnIntent(() => import('#/ui/control/search-listbox.tsx').then((code) => code.SearchListbox))
type SourcesCode = ReturnType<typeof useSourcesCode>

export interface FieldProps {
  readonly journal: Journal
  readonly oid: string | null
  readonly today: string
  readonly sources: SourcesCode
  /** Focus in a popover, not in the sheet. */
  readonly autoFocus: boolean
  readonly onDone: () => void
}

export const currentValue = ({ search, caller }: Journal, name: ListFilter): string =>
  (name === 'from_filter' ? caller : search[name]) ?? ''
