import type { ReactNode } from 'react'
import { TEXT_MIN } from '#/contract/archive/filters.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { DurationChoice, StatusFilter } from './choice-filters.tsx'
import type { FieldProps } from './field-props.ts'
import type { EditedFilter } from './offered-filters.ts'
import { CallerFilter, TextFilter } from './typed-filters.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useCandidates } from './use-candidates.tsx'

/** The editor of one filter, a field of the filter's own name, applied at once. */
export const FilterField = ({ name, ...props }: FieldProps & { name: EditedFilter }) => FIELDS[name](props)

/** The option that takes the filter off. */
const ANY = ''
/** What the option of a typed part of a name begins with; no source's code does. */
const CONTAINS = 'contains '
/** Letters that the filter takes. */
const TEXT_MAX = 256
const containing = (text: string) => ({ id: CONTAINS + text, label: m.source_contains({ text }) })

/** A source out of the candidates of 4.4, or of their union (G9), found by a part of its name; or all that have that part. */
const SourceField = ({ journal, oid, sources, onDone }: FieldProps) => {
  const { data, isLoading, notice } = useCandidates(oid)
  const { source_filter: chosen, source_text_filter: text } = journal.search
  if (sources.error !== null) return <LoadError error={sources.error} level={3} onRetry={sources.load} />
  if (sources.code === null) return <p className="text-13 text-text-3">{m.loading()}</p>
  const offered = data?.sources ?? []
  const selected = chosen ?? (text === undefined ? ANY : CONTAINS + text)
  return (
    <div className="w-72 phone:w-full">
      <sources.code
        kind="combobox"
        label={m.filter_source_filter()}
        placeholder={m.source_search()}
        options={[
          { id: ANY, label: m.any() },
          // A code that came by link and is not among the candidates stays chosen.
          ...(text === undefined ? [] : [containing(text)]),
          ...(chosen === undefined || offered.some(({ code }) => code === chosen)
            ? []
            : [{ id: chosen, label: chosen }]),
          ...offered.map(({ code, label }) => ({ id: code, label })),
        ]}
        // Until it is known what is found, Enter must not take the last resort.
        more={(query) => (isLoading || query === text ? [] : [containing(query.slice(0, TEXT_MAX))])}
        selected={selected}
        onSelect={(source) => {
          if (source !== selected)
            journal.change(
              source.startsWith(CONTAINS)
                ? { source_filter: undefined, source_text_filter: source.slice(CONTAINS.length) }
                : { source_filter: source || undefined, source_text_filter: undefined },
            )
          onDone()
        }}
        empty={m.source_none()}
        footer={notice}
      />
    </div>
  )
}

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
