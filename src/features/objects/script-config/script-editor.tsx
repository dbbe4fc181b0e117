import { useEffect, useEffectEvent, useRef } from 'react'
import { isApiError } from '#/api/error.ts'
import type { ObjRead } from '#/contract/object.ts'
import { optionCodes } from '#/contract/script-config.ts'
import { LeaveGuard } from '#/domain/saving/leave-guard.tsx'
import { FirstOf } from '#/domain/cells/values.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { OptionRow } from './option-row.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { SaveRow } from './save-row.tsx'
import { useScriptEditor, type ScriptEditorState as Editor } from './use-script-editor.ts'

const SHOWN = 50

/** Options as checkboxes, saved together. Keyed by object. */
export const ScriptEditor = ({
  object,
  onDirtyChange,
}: {
  object: ObjRead
  onDirtyChange?: ((isDirty: boolean) => void) | undefined
}) => {
  const editor = useScriptEditor(object)
  const { codes, base, chosen, isDirty, isLocked, work } = editor
  const tell = useEffectEvent((hasEdits: boolean) => onDirtyChange?.(hasEdits))
  useEffect(() => {
    tell(isDirty)
    return () => tell(false)
  }, [isDirty])

  const { saveButton, giveFocus } = useFocusOnSave(work === null)

  if (!editor.isReadable)
    return (
      <StateMessage icon="alert" tone="warning" title={m.script_unreadable_title()}>
        {m.script_unreadable_text()}
      </StateMessage>
    )
  const listed = optionCodes(object.script_config_possible_values)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!editor.blockedBecause && !isLocked) void editor.save()
      }}
    >
      <FirstOf items={[...codes]} limit={SHOWN}>
        {(shown) => (
          <ul className="border-t border-line">
            {shown.map(([option, code]) => (
              <OptionRow
                key={option}
                option={option}
                code={code}
                isListed={listed.has(option)}
                wasOn={base.includes(option)}
                isOn={chosen.includes(option)}
                isLocked={isLocked}
                refusal={refusalOf(editor, option)}
                onToggle={() => editor.toggle(option)}
              />
            ))}
          </ul>
        )}
      </FirstOf>
      {codes.size === 0 && <p className="py-2 text-13 text-text-2">{m.script_no_options()}</p>}
      <OutcomeNotice editor={editor} onPress={giveFocus} />
      <SaveRow editor={editor} saveButton={saveButton} onPress={giveFocus} />
      <LeaveGuard isDirty={isDirty} isDraft />
    </form>
  )
}

/** Moves focus to "Save changes", which may render later. */
const useFocusOnSave = (isIdle: boolean) => {
  const saveButton = useRef<HTMLButtonElement>(null)
  const isAwaited = useRef(false)
  useEffect(() => {
    if (!isIdle || !isAwaited.current || !saveButton.current) return
    isAwaited.current = false
    saveButton.current.focus({ preventScroll: true })
  })
  return { saveButton, giveFocus: () => void (isAwaited.current = true) }
}

/** The service's message, while the option is as sent (G13). */
const refusalOf = ({ outcome, chosen }: Editor, option: string): string | undefined => {
  if (outcome?.kind !== 'failed' || !isApiError(outcome.error)) return undefined
  const { fields } = outcome.error
  return fields !== null &&
    Object.hasOwn(fields, option) &&
    outcome.draft.chosen.includes(option) === chosen.includes(option)
    ? fields[option]
    : undefined
}
