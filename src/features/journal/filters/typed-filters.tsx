import type { JournalPatch } from '#/features/journal/use-journal.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { TextField } from '#/ui/control/field.tsx'
import { currentValue, type FieldProps } from './field-props.ts'
import { filterName } from './filter-words.ts'
import { useDraft } from './use-draft.ts'

const TYPING_PAUSE_MS = 300

/** A filter by a text: applies by itself, by Enter and when it is left. */
export const TextFilter = ({
  name,
  journal,
  autoFocus,
  onDone,
  hint,
}: FieldProps & { name: 'source_text_filter' | 'uri_filter' | 'from_filter'; hint?: string }) => {
  const draft = useDraft(
    currentValue(journal, name),
    (value, options) => journal.change({ [name]: value || undefined }, options),
    { pauseMs: TYPING_PAUSE_MS },
  )
  return (
    <TextField
      label={filterName(name)}
      value={draft.text}
      maxLength={256}
      hint={hint}
      placeholder={m.any()}
      autoComplete="off"
      data-autofocus={autoFocus || undefined}
      onChange={(event) => draft.type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        draft.settle()
        onDone()
      }}
      onBlur={draft.leave}
    />
  )
}

/** A year on its way to four digits. */
const isHalfTyped = (day: string) => day !== '' && day < '1000'

/** From or To: a day that is typed or chosen in the browser's own calendar. A day makes the period a custom one. */
export const DayFilter = ({ name, journal, autoFocus }: FieldProps & { name: 'date_from' | 'date_to' }) => {
  const other = name === 'date_from' ? journal.search.date_to : journal.search.date_from
  const isReversed = (day: string) =>
    day !== '' && other !== undefined && (name === 'date_from' ? day > other : day < other)
  const draft = useDraft(
    currentValue(journal, name),
    (day, options) => {
      const patch: JournalPatch = { [name]: day || undefined }
      journal.change({ period: 'custom', ...patch }, options)
    },
    { isReady: (day) => !isHalfTyped(day) && !isReversed(day) },
  )
  return (
    <TextField
      label={filterName(name)}
      type="date"
      value={draft.text}
      error={!isHalfTyped(draft.text) && isReversed(draft.text) ? m.date_reversed() : undefined}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => draft.type(event.target.value)}
      onBlur={draft.leave}
    />
  )
}
