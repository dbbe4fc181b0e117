import { LoadError } from '#/domain/notice/load-error.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import type { FieldProps } from './field-props.ts'
import { useCandidates } from './use-candidates.tsx'

/** The option that takes the filter off. */
const ANY = ''

/** A source out of the candidates of 4.4, or of their union (G9), found by a part of its name. */
export const SourceField = ({ journal, oid, sources, onDone }: FieldProps) => {
  const { data, notice } = useCandidates(oid)
  const chosen = journal.search.source_filter
  if (sources.error !== null) return <LoadError error={sources.error} level={3} onRetry={sources.load} />
  if (sources.code === null) return <p className="text-13 text-text-3">{m.loading()}</p>
  const offered = data?.sources ?? []
  return (
    <div className="w-72 phone:w-full">
      <sources.code
        kind="combobox"
        label={m.filter_source_filter()}
        placeholder={m.source_search()}
        options={[
          { id: ANY, label: m.any() },
          // A code that came by link and is not among the candidates stays chosen.
          ...(chosen === undefined || offered.some(({ code }) => code === chosen)
            ? []
            : [{ id: chosen, label: chosen }]),
          ...offered.map(({ code, label }) => ({ id: code, label })),
        ]}
        selected={chosen ?? ANY}
        onSelect={(source) => {
          if (source !== (chosen ?? ANY)) journal.change({ source_filter: source || undefined })
          onDone()
        }}
        empty={m.source_none()}
        footer={notice}
      />
    </div>
  )
}
