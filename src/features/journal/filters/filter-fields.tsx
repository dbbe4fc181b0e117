import type { ReactNode } from 'react'
import type { CallFilter } from '#/contract/call-filters.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { DurationChoice, StatusFilter } from './choice-filters.tsx'
import type { FieldProps } from './field-props.ts'
import { SourceField } from './source-field.tsx'
import { CallerFilter, TextFilter } from './typed-filters.tsx'

/** Filters that have an editor; the period, the two checkboxes and the order stand elsewhere. */
export const EDITED_FILTERS = [
  'status_filter',
  'source_filter',
  'source_text_filter',
  'uri_filter',
  'from_filter',
  'duration_filter',
] as const satisfies readonly CallFilter[]
export type EditedFilter = (typeof EDITED_FILTERS)[number]

/** The editor of one filter, a field of the filter's own name, applied at once. */
export const FilterField = ({ name, ...props }: FieldProps & { name: EditedFilter }) => FIELDS[name](props)

const FIELDS = {
  status_filter: (props) => <StatusFilter {...props} />,
  source_filter: (props) => <SourceField {...props} />,
  source_text_filter: (props) => <TextFilter name="source_text_filter" {...props} />,
  uri_filter: (props) => <TextFilter name="uri_filter" hint={m.uri_hint()} {...props} />,
  from_filter: (props) => <CallerFilter {...props} />,
  duration_filter: (props) => <DurationChoice {...props} />,
} as const satisfies Record<EditedFilter, (props: FieldProps) => ReactNode>
