import type { ListFilter } from '#/contract/archive/filters.ts'
import { callFieldRow } from '#/contract/call-fields.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import type { Journal } from '#/features/journal/use-journal.ts'

const EDITED_FILTERS = [
  'status_filter',
  'source_filter',
  'uri_filter',
  'from_filter',
  'duration_filter',
  'q',
] as const satisfies readonly ListFilter[]
export type EditedFilter = (typeof EDITED_FILTERS)[number]

const TOGGLES = ['target_filter', 'repeated_filter'] as const satisfies readonly ListFilter[]
export type ToggleFilter = (typeof TOGGLES)[number]

/** Offered filters. Filters by hidden fields would be refused; linked ones remain removable. */
export const useOfferedFilters = ({ search, caller }: Journal) => {
  const hidden = useHiddenFields()
  const refused = new Set<ListFilter>([...hidden].flatMap((field) => callFieldRow(field).filters ?? []))
  const isSet = (name: ListFilter) =>
    name === 'from_filter'
      ? caller !== undefined
      : search[name] !== undefined || (name === 'source_filter' && search.source_text_filter !== undefined)
  const isOffered = (name: ListFilter) => !refused.has(name) || isSet(name)
  return {
    names: EDITED_FILTERS.filter(isOffered),
    toggles: TOGGLES.filter(isOffered),
  }
}
