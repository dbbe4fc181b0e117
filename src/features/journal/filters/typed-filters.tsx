import { m } from '#/i18n/paraglide/messages.js'
import { privacyMode } from '#/i18n/privacy-mode.ts'
import { isWithheld, WITHHELD_NUMBER } from '#/domain/contact-list/caller-labels.ts'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { currentValue, type FieldProps } from './field-props.ts'
import type { EditedFilter } from './offered-filters.ts'
import { filterName } from '#/domain/contact-list/filter-labels.ts'
import { useDraft } from '#/ui/control/use-draft.ts'

const TYPING_PAUSE_MS = 300

export const CallerFilter = (props: FieldProps) => {
  const { journal, onDone } = props
  const isOn = journal.caller !== undefined && isWithheld(journal.caller)
  return (
    <>
      {privacyMode ? (
        <p className="text-13 text-text-2">{privacyMode.noCallers()}</p>
      ) : (
        <TextFilter name="from_filter" hint={m.caller_hint()} {...props} />
      )}
      <Checkbox
        className="mt-2"
        checked={isOn}
        description={m.caller_withheld_why()}
        onChange={() => {
          journal.change({ from_filter: isOn ? undefined : WITHHELD_NUMBER })
          onDone()
        }}
      >
        {m.caller_withheld()}
      </Checkbox>
    </>
  )
}

/** Text filter: applies after a pause, on Enter and on blur. */
export const TextFilter = ({
  name,
  journal,
  autoFocus,
  onDone,
  hint,
  shortest = 0,
}: FieldProps & {
  name: EditedFilter
  hint?: string
  /** Letters from which on it can be asked for. */
  shortest?: number
}) => {
  const draft = useDraft(
    currentValue(journal, name),
    (value, options) => journal.change({ [name]: value || undefined }, options),
    { pauseMs: TYPING_PAUSE_MS, isReady: (value) => value === '' || value.length >= shortest },
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
