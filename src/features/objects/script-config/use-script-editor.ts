import { useRef, useState } from 'react'
import type { ObjRead } from '#/contract/object.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'
import { codesOf, diffConfig, draftOf, toggled, type Draft } from './draft.ts'
import { checkOptions, saveOptions, type CheckOutcome, type SaveOutcome } from './save.ts'
import { useService } from './use-service.ts'

/** What is said of the last save. */
export type Outcome =
  | Exclude<SaveOutcome, { kind: 'unsendable' }>
  | CheckOutcome
  /** The options from before the save are back. */
  | { readonly kind: 'undone' }
  /** The request that writes was refused, or its answer was lost. */
  | { readonly kind: 'failed'; readonly draft: Draft; readonly error: unknown }

export type Work = 'save' | 'undo' | 'check'

/** The edits of an object's options, and their way to the service and back (G11). */
export const useScriptEditor = (object: ObjRead) => {
  const { service, assume, refresh } = useService(object.oid)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [work, setWork] = useState<Work | null>(null)
  // Two presses in one tick would both find the state from before the first.
  const isBusy = useRef(false)

  const current = object.script_config ?? []
  const { base, chosen } = draft ?? { base: current, chosen: current }
  const codes = codesOf(object, base, chosen)

  const conclude = (result: SaveOutcome | CheckOutcome, kind: Work) => {
    if (result.kind === 'unsendable') return setOutcome(null)
    setOutcome(kind === 'undo' && result.kind === 'saved' ? { kind: 'undone' } : result)
    if (result.kind === 'already') setDraft(null)
    // What was edited between a lost answer and its check is still to be saved.
    if (result.kind === 'saved') setDraft((edits) => edits && draftOf(result.draft.chosen, edits.chosen))
    if (result.kind === 'kept-other') setDraft(draftOf(result.kept, result.draft.chosen))
    if (result.kind === 'unchecked') {
      setDraft(null)
      void assume(result.draft.chosen)
    }
  }

  const run = async (kind: Work, task: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setWork(kind)
    try {
      await task()
    } finally {
      isBusy.current = false
      setWork(null)
    }
  }

  const save = (edits: Draft, kind: Work = 'save') =>
    run(kind, async () => {
      setDraft(edits)
      try {
        conclude(await saveOptions(service, edits), kind)
      } catch (error) {
        setOutcome({ kind: 'failed', draft: edits, error })
      }
    })

  const check = () =>
    run('check', async () => {
      if (outcome?.kind !== 'failed' && outcome?.kind !== 'unchecked') return
      try {
        conclude(await checkOptions(service, outcome.draft, outcome.kind === 'unchecked'), 'check')
      } catch (error) {
        showToast({ tone: 'failed', text: errorText(error) })
      }
    })

  const saved = outcome?.kind === 'saved' && draft === null ? outcome.draft : null
  const isUndoable =
    saved !== null &&
    diffConfig({ base: saved.chosen, chosen: saved.base }, codesOf(object, saved.base)).unknown.length === 0

  const diff = diffConfig({ base, chosen }, codes)
  const isDirty = draft !== null

  return {
    base,
    chosen,
    codes,
    diff,
    isDirty,
    /** Edits outlive an answer that cannot be read. */
    isReadable: object.script_config !== null || isDirty,
    isLocked: work !== null || outcome?.kind === 'conflict' || outcome?.kind === 'unchecked',
    /** Why nothing can be saved now. */
    blockedBecause: !isDirty
      ? m.nothing_changed()
      : diff.unknown.length > 0
        ? m.script_blocked({ names: diff.unknown.join(', ') })
        : undefined,
    outcome,
    work,
    toggle: (option: string) => {
      setDraft(draftOf(base, toggled(chosen, option)))
      if (outcome && ['saved', 'already', 'undone'].includes(outcome.kind)) setOutcome(null)
    },
    discard: () => {
      setDraft(null)
      setOutcome(null)
      // After an answer that was lost nobody knows what the service has.
      if (outcome) void refresh()
    },
    save: () => save({ base, chosen }),
    undo: isUndoable ? () => save({ base: saved.chosen, chosen: saved.base }, 'undo') : null,
    /** After a conflict: mine are sent, on top of what the service has now. */
    keepMine: (theirs: readonly string[]) => save({ base: theirs, chosen }),
    check,
  }
}

export type ScriptEditor = ReturnType<typeof useScriptEditor>
