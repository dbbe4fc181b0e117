import type { ReactNode } from 'react'
import { TEXT_MIN, type ListFilter } from '#/contract/archive/filters.ts'
import type { Session } from '#/contract/session.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { DurationChoice, StatusFilter } from './choice-filters.tsx'
import type { FieldProps } from './field-props.ts'
import { SourceField } from './source-field.tsx'
import { CallerFilter, TextFilter } from './typed-filters.tsx'

/** Filters that have an editor; the period, the two checkboxes and the order stand elsewhere. */
const EDITED_FILTERS = [
  'status_filter',
  'source_filter',
  'source_text_filter',
  'uri_filter',
  'from_filter',
  'duration_filter',
  'q',
] as const satisfies readonly ListFilter[]
export type EditedFilter = (typeof EDITED_FILTERS)[number]

/** Texts are found in what our server keeps: there is no such filter without it. */
export const editedFilters = (archive: Session['archive']): readonly EditedFilter[] =>
  archive === 'lists' ? EDITED_FILTERS : EDITED_FILTERS.filter((name) => name !== 'q')

/** The editor of one filter, a field of the filter's own name, applied at once. */
export const FilterField = ({ name, ...props }: FieldProps & { name: EditedFilter }) => FIELDS[name](props)

const FIELDS = {
  status_filter: (props) => <StatusFilter {...props} />,
  source_filter: (props) => <SourceField {...props} />,
  source_text_filter: (props) => <TextFilter name="source_text_filter" {...props} />,
  uri_filter: (props) => <TextFilter name="uri_filter" hint={m.uri_hint()} {...props} />,
  from_filter: (props) => <CallerFilter {...props} />,
  duration_filter: (props) => <DurationChoice {...props} />,
  q: (props) => (
    <TextFilter name="q" hint={m.filter_q_hint({ count: TEXT_MIN })} shortest={TEXT_MIN} {...props} />
  ),
} as const satisfies Record<EditedFilter, (props: FieldProps) => ReactNode>
