import type { Ref } from 'react'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Button } from '#/ui/control/button.tsx'
import { StatusMark } from '#/ui/data/status.tsx'
import type { ScriptEditorState } from './use-script-editor.ts'

/** Save state and buttons; sticky on a phone while there are edits. */
export const SaveRow = ({
  editor,
  saveButton,
  onPress,
}: {
  editor: ScriptEditorState
  saveButton: Ref<HTMLButtonElement>
  /** The pressed button disappears. */
  onPress: () => void
}) => {
  const { isDirty, work, outcome, undo, diff, blockedBecause, cutOff } = editor
  // The conflict notice has its own buttons.
  if (outcome?.kind === 'conflict') return null
  const done = outcome !== null && !isDirty ? DONE.get(outcome.kind) : undefined
  const changes = diff.added.length + diff.removed.length
  return (
    <>
      {isDirty && diff.unknown.length > 0 && (
        <p className="mt-3 text-13 wrap-anywhere text-warning">
          {m.script_blocked({ names: diff.unknown.join(', ') })}
        </p>
      )}
      <div
        className={classNames(
          'flex flex-wrap items-center gap-1.5 pt-3 phone:[&_button]:h-10',
          isDirty &&
            'phone:fixed phone:inset-x-0 phone:bottom-[calc(var(--spacing-tabbar)+env(safe-area-inset-bottom))] phone:z-bar phone:border-t phone:border-line-strong phone:bg-raised phone:px-4 phone:py-2',
        )}
      >
        <p
          aria-live="polite"
          className={classNames(
            'mr-auto min-w-0 text-13 font-semibold phone:grow-999 phone:leading-4',
            isDirty ? 'phone:basis-20' : 'phone:basis-26',
          )}
        >
          {isDirty
            ? m.script_changes(counted(changes))
            : done && (
                <StatusMark icon="check" tone="answered">
                  {done()}
                </StatusMark>
              )}
        </p>
        {(undo || work === 'undo') && (
          <Button
            variant="ghost"
            icon="undo"
            pending={work === 'undo'}
            disabledReason={work === 'undo' ? undefined : cutOff}
            onClick={() => {
              onPress()
              void undo?.()
            }}
          >
            {m.undo()}
          </Button>
        )}
        {isDirty && work === null && (
          <Button
            onClick={() => {
              onPress()
              editor.discard()
            }}
          >
            {m.discard()}
          </Button>
        )}
        <Button
          ref={saveButton}
          type="submit"
          variant="primary"
          pending={work === 'save'}
          className="phone:grow"
          disabledReason={work === 'save' ? undefined : blockedBecause}
        >
          {m.save_changes()}
        </Button>
      </div>
      <p className="pt-2 text-12 text-text-3">{m.script_how()}</p>
    </>
  )
}

const DONE: ReadonlyMap<string, () => string> = new Map([
  ['saved', m.script_saved],
  ['already', m.script_already],
  ['undone', m.script_undone],
])
