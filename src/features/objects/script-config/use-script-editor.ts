import { useState } from 'react'
import type { ObjRead } from '#/contract/object.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSaving, type Outcome } from '#/domain/saving/use-saving.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { codesOf, diffConfig, draftOf, toggled, type ScriptDraft } from './draft.ts'
import { useOptionsRepository } from './use-options-repository.ts'

/** Edits of script options and their saving (G11). */
export const useScriptEditor = (object: ObjRead) => {
  const { keeper, assume, refresh } = useOptionsRepository(object.oid)
  const [draft, setDraft] = useState<ScriptDraft | null>(null)
  const current = object.script_config ?? []
  const { base, chosen } = draft ?? { base: current, chosen: current }
  const codes = codesOf(object, base, chosen)

  const cutOff = useSaveBlocked(true)
  const { outcome, work, ...saving } = useSaving(keeper)

  const conclude = (result: Outcome<readonly string[]> | null) => {
    if (result === null) return
    if (result.kind === 'already' || result.kind === 'undone') setDraft(null)
    // Edits made during a check remain.
    if (result.kind === 'saved') setDraft((edits) => edits && draftOf(result.draft.chosen, edits.chosen))
    if (result.kind === 'kept-other') setDraft(draftOf(result.kept, result.draft.chosen))
    if (result.kind === 'unchecked') {
      setDraft(null)
      void assume(result.draft.chosen)
    }
  }
  const save = async (edits: ScriptDraft, kind?: 'save' | 'undo') => {
    setDraft(edits)
    conclude(await saving.save(edits, kind))
  }

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
    /** Edits survive an unreadable answer. */
    isReadable: object.script_config !== null || isDirty,
    isLocked: work !== null || outcome?.kind === 'conflict' || outcome?.kind === 'unchecked',
    blockedBecause: !isDirty
      ? m.nothing_changed()
      : diff.unknown.length > 0
        ? m.script_blocked({ names: diff.unknown.join(', ') })
        : cutOff,
    cutOff,
    outcome,
    work,
    toggle: (option: string) => {
      setDraft(draftOf(base, toggled(chosen, option)))
      if (outcome && ['saved', 'already', 'undone'].includes(outcome.kind)) saving.forget()
    },
    discard: () => {
      setDraft(null)
      saving.forget()
      // After a lost answer the stored state is unknown.
      if (outcome) void refresh()
    },
    save: () => save({ base, chosen }),
    undo: isUndoable ? () => save({ base: saved.chosen, chosen: saved.base }, 'undo') : null,
    /** Resolves a conflict with the user's options. */
    keepMine: (theirs: readonly string[]) => save({ base: theirs, chosen }),
    check: async () => conclude(await saving.check()),
  }
}

export type ScriptEditorState = ReturnType<typeof useScriptEditor>
