import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { filterOptionsQuery } from '#/api/filter-options.ts'
import {
  DURATION_FILTERS,
  FILTERED_STATUSES,
  PERIODS,
  statusFilterCode,
  type CallFilter,
  type CallFilters,
} from '#/contract/call-filters.ts'
import { statusFilterWord } from '#/features/shell/contact-status.tsx'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { SelectField, TextField } from '#/ui/control/field.tsx'
import { DURATION_WORDS, filterName, PERIOD_WORDS } from './filter-words.ts'
import { DEFAULT_PERIOD } from './search.ts'
import type { Journal } from './use-journal.ts'

/** Filters that have an editor; the two checkboxes and the order stand elsewhere. */
export const EDITED_FILTERS = [
  'period',
  'date_from',
  'date_to',
  'status_filter',
  'source_filter',
  'source_text_filter',
  'uri_filter',
  'from_filter',
  'duration_filter',
] as const satisfies readonly CallFilter[]
export type EditedFilter = (typeof EDITED_FILTERS)[number]

/** How long after the last letter a text filter applies by itself; Enter applies it at once. */
const TYPING_PAUSE_MS = 300

interface FieldProps {
  readonly journal: Journal
  readonly oid: string | null
  /** The pill's editor takes the focus; in the sheet of all filters none does. */
  readonly autoFocus: boolean
  /** Enter in a text filter: its editor has done its work. */
  readonly onDone: () => void
}

/** The editor of one filter, a field of the filter's own name, applied at once. */
export const FilterField = ({ name, ...props }: FieldProps & { name: EditedFilter }) => FIELDS[name](props)

const current = (journal: Journal, name: EditedFilter): string =>
  (name === 'from_filter' ? journal.caller : journal.search[name]) ?? ''

const Choice = ({
  name,
  journal,
  autoFocus,
  children,
  hint,
}: FieldProps & { name: EditedFilter; children: ReactNode; hint?: string | undefined }) => (
  <SelectField
    label={filterName(name)}
    value={current(journal, name)}
    hint={hint}
    data-autofocus={autoFocus || undefined}
    onChange={(event) => journal.change({ [name]: event.target.value || undefined })}
  >
    <option value="">{m.any()}</option>
    {children}
  </SelectField>
)

/** The candidates are asked for when somebody is about to choose. */
const useOptions = (oid: string | null) => {
  const { scope } = useSignedIn()
  const { data, isLoading, isError } = useQuery(filterOptionsQuery(scope, oid))
  const note = isLoading ? m.loading() : isError || data?.partial ? m.options_partial() : undefined
  return { options: data, hint: note }
}

const StatusChoice = (props: FieldProps) => {
  const { options, hint } = useOptions(props.oid)
  const chosen = props.journal.search.status_filter
  const isOffered =
    chosen !== undefined &&
    (statusFilterWord(chosen) !== null ||
      [...(options?.statuses ?? []), ...(options?.customStatuses ?? [])].some(
        ({ code }) => String(code) === chosen,
      ))
  return (
    <Choice name="status_filter" hint={hint} {...props}>
      {FILTERED_STATUSES.map(statusFilterCode).map((code) => (
        <option key={code} value={code}>
          {statusFilterWord(code)}
        </option>
      ))}
      {options?.statuses.map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
      {chosen && !isOffered && <option value={chosen}>{chosen}</option>}
      {options?.customStatuses.map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </Choice>
  )
}

const SourceChoice = (props: FieldProps) => {
  const { options, hint } = useOptions(props.oid)
  const chosen = props.journal.search.source_filter
  return (
    <Choice name="source_filter" hint={hint} {...props}>
      {options?.sources.map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
      {/* As with a status: a code that came by link and is not among the candidates stays chosen. */}
      {chosen && !options?.sources.some(({ code }) => code === chosen) && (
        <option value={chosen}>{chosen}</option>
      )}
    </Choice>
  )
}

const Text = ({
  name,
  journal,
  autoFocus,
  onDone,
  hint,
}: FieldProps & { name: EditedFilter; hint?: string }) => {
  const [text, setText] = useState(current(journal, name))
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const apply = (value: string) => {
    clearTimeout(waiting.current)
    if (value.trim() !== current(journal, name)) journal.change({ [name]: value.trim() || undefined })
  }
  // What waits applies to the filters as they are then, not as they were when the letter was typed.
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  return (
    <TextField
      label={filterName(name)}
      value={text}
      maxLength={256}
      hint={hint}
      autoComplete="off"
      data-autofocus={autoFocus || undefined}
      onChange={(event) => {
        const { value } = event.target
        setText(value)
        clearTimeout(waiting.current)
        waiting.current = setTimeout(() => latest.current(value), TYPING_PAUSE_MS)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        apply(text)
        onDone()
      }}
      onBlur={() => apply(text)}
    />
  )
}

const Day = ({ name, journal, autoFocus }: FieldProps & { name: 'date_from' | 'date_to' }) => {
  const [refused, setRefused] = useState<string | null>(null)
  const value = current(journal, name)
  const choose = (day: string) => {
    const days: Pick<CallFilters, 'date_from' | 'date_to'> = {
      ...(journal.search.date_from ? { date_from: journal.search.date_from } : {}),
      ...(journal.search.date_to ? { date_to: journal.search.date_to } : {}),
      ...(day ? { [name]: day } : {}),
    }
    const reversed =
      days.date_from !== undefined && days.date_to !== undefined && days.date_from > days.date_to
    setRefused(reversed ? day : null)
    if (!reversed) journal.change({ period: 'custom', [name]: day || undefined })
  }
  return (
    <TextField
      label={filterName(name)}
      type="date"
      value={refused ?? value}
      error={refused === null ? undefined : m.date_reversed()}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => choose(event.target.value)}
    />
  )
}

const FIELDS = {
  period: ({ journal, autoFocus }) => (
    <SelectField
      label={m.filter_period()}
      value={journal.search.period ?? DEFAULT_PERIOD}
      data-autofocus={autoFocus || undefined}
      onChange={(event) =>
        // The days belong to a custom period only.
        journal.change({
          period: PERIODS.find((period) => period === event.target.value),
          ...(event.target.value === 'custom' ? {} : { date_from: undefined, date_to: undefined }),
        })
      }
    >
      {PERIODS.map((period) => (
        <option key={period} value={period}>
          {PERIOD_WORDS[period]()}
        </option>
      ))}
    </SelectField>
  ),
  date_from: (props) => <Day name="date_from" {...props} />,
  date_to: (props) => <Day name="date_to" {...props} />,
  status_filter: (props) => <StatusChoice {...props} />,
  source_filter: (props) => <SourceChoice {...props} />,
  source_text_filter: (props) => <Text name="source_text_filter" {...props} />,
  uri_filter: (props) => <Text name="uri_filter" hint={m.uri_hint()} {...props} />,
  from_filter: (props) => <Text name="from_filter" hint={m.caller_hint()} {...props} />,
  duration_filter: (props) => (
    <Choice name="duration_filter" {...props}>
      {DURATION_FILTERS.map((code) => (
        <option key={code} value={code}>
          {DURATION_WORDS[code]()}
        </option>
      ))}
    </Choice>
  ),
} as const satisfies Record<EditedFilter, (props: FieldProps) => ReactNode>
