import type { ListFilter } from '#/contract/archive/filters.ts'
import { callFieldRow } from '#/contract/call-fields.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import type { Journal } from '#/features/journal/use-journal.ts'

/** Filters that have an editor; the period, the two checkboxes and the order stand elsewhere. */
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

/**
 * The filters that are offered. One by a field that is not to be shown would be refused; where it is set, by a link, it stays to be taken away.
 */
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
