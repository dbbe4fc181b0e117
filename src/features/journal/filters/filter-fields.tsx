import type { ReactNode } from 'react'
import { TEXT_MIN } from '#/contract/archive/filters.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { matchingOptions } from '#/ui/control/match.ts'
import { DurationChoice, StatusFilter, useCandidates } from './choice-filters.tsx'
import type { FieldProps } from './field-props.ts'
import type { EditedFilter } from './offered-filters.ts'
import { CallerFilter, TextFilter } from './typed-filters.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'

export const FilterField = ({ name, ...props }: FieldProps & { name: EditedFilter }) =>
  FIELDS[name]?.(props) ?? <TextFilter name={name} {...props} />

const ANY = ''
/** Prefix of the "contains" option; no source code starts with it. */
const CONTAINS = 'contains '
const TEXT_MAX = 256
const containing = (text: string) => ({ id: CONTAINS + text, label: m.source_contains({ text }) })

/** A source from the candidates (4.4) or their union (G9), or a part of its name. */
const SourceField = ({ journal, oid, sources, onDone }: FieldProps) => {
  const { data, isLoading, notice } = useCandidates(oid)
  const { source_filter: chosen, source_text_filter: text } = journal.search
  if (sources.error !== null) return <LoadError error={sources.error} level={3} onRetry={sources.load} />
  if (sources.code === null) return <p className="text-13 text-text-3">{m.loading()}</p>
  const offered = data?.sources ?? []
  const selected = chosen ?? (text === undefined ? ANY : CONTAINS + text)
  const options = [
    { id: ANY, label: m.any() },
    // A linked code outside the candidates stays selected.
    ...(text === undefined ? [] : [containing(text)]),
    ...(chosen === undefined || offered.some(({ code }) => code === chosen)
      ? []
      : [{ id: chosen, label: chosen }]),
    ...offered.map(({ code, label }) => ({ id: code, label })),
  ]
  // While candidates load, Enter must not choose "contains".
  const typed = (query: string) =>
    query === '' || query === text || isLoading ? [] : [containing(query.slice(0, TEXT_MAX))]
  return (
    <div className="w-72 phone:w-full">
      <sources.code
        kind="combobox"
        label={m.filter_source_filter()}
        placeholder={m.source_search()}
        find={(query) => ({
          groups: [{ id: 'sources', options: [...matchingOptions(options, query), ...typed(query.trim())] }],
        })}
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

/** Others are a text. */
const FIELDS: Partial<Record<EditedFilter, (props: FieldProps) => ReactNode>> = {
  status_filter: (props) => <StatusFilter {...props} />,
  source_filter: (props) => <SourceField {...props} />,
  uri_filter: (props) => <TextFilter name="uri_filter" hint={m.uri_hint()} {...props} />,
  from_filter: (props) => <CallerFilter {...props} />,
  duration_filter: (props) => <DurationChoice {...props} />,
  q: (props) => (
    <TextFilter name="q" hint={m.filter_q_hint({ count: TEXT_MIN })} shortest={TEXT_MIN} {...props} />
  ),
}
