import type { ReactNode } from 'react'
import { TEXT_MIN } from '#/contract/archive/filters.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { DurationChoice, StatusFilter } from './choice-filters.tsx'
import type { FieldProps } from './field-props.ts'
import type { EditedFilter } from './offered-filters.ts'
import { SourceField } from './source-field.tsx'
import { CallerFilter, TextFilter } from './typed-filters.tsx'

/** The editor of one filter, a field of the filter's own name, applied at once. */
export const FilterField = ({ name, ...props }: FieldProps & { name: EditedFilter }) => FIELDS[name](props)

const FIELDS = {
  status_filter: (props) => <StatusFilter {...props} />,
  source_filter: (props) => <SourceField {...props} />,
  uri_filter: (props) => <TextFilter name="uri_filter" hint={m.uri_hint()} {...props} />,
  from_filter: (props) => <CallerFilter {...props} />,
  duration_filter: (props) => <DurationChoice {...props} />,
  q: (props) => (
    <TextFilter name="q" hint={m.filter_q_hint({ count: TEXT_MIN })} shortest={TEXT_MIN} {...props} />
  ),
} as const satisfies Record<EditedFilter, (props: FieldProps) => ReactNode>
