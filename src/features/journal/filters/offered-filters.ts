import type { ListFilter } from '#/contract/archive/filters.ts'
import { CALL_FILTERS, type CallFilter } from '#/contract/call-filters.ts'
import { callFieldRow } from '#/contract/call-fields.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import type { Journal } from '#/features/journal/use-journal.ts'

const TOGGLES = ['target_filter', 'repeated_filter'] as const satisfies readonly ListFilter[]
export type ToggleFilter = (typeof TOGGLES)[number]

const FIRST = ['status_filter', 'source_filter'] as const satisfies readonly ListFilter[]
/** Part of another filter, or no filter. */
const ELSEWHERE = [
  'period',
  'date_from',
  'date_to',
  'source_text_filter',
  'order_field',
  'order_way',
] as const satisfies readonly ListFilter[]
const PLACED: readonly string[] = [...TOGGLES, ...FIRST, ...ELSEWHERE]
type Further = Exclude<CallFilter, ToggleFilter | (typeof FIRST)[number] | (typeof ELSEWHERE)[number]>
export type EditedFilter = (typeof FIRST)[number] | Further | 'q'

/** A filter of the API that has no place of its own stands in the document's order. */
const EDITED_FILTERS: readonly EditedFilter[] = [
  ...FIRST,
  ...CALL_FILTERS.filter((name): name is Further => !PLACED.includes(name)),
  'q',
]

/** Offered filters. Filters by hidden fields would be refused; linked ones remain removable. */
export const useOfferedFilters = ({ search, caller }: Journal) => {
  const hidden = useHiddenFields()
  const refused = new Set<ListFilter>([...hidden].flatMap((field) => callFieldRow(field).filters ?? []))
  if (hidden.has('src')) refused.add('source_filter')
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
