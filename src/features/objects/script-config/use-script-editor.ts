import { useState } from 'react'
import type { ObjRead } from '#/contract/object.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSaving, type Outcome } from '#/domain/saving/use-saving.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keysOf } from '#/api/keys.ts'
import { objectQuery } from '#/api/objects.ts'
import { saveScriptConfig } from '#/api/script-config.ts'
import {
  toScriptConfigBody,
  type ScriptConfigBody,
  documentedCode,
  optionCodes,
  type OptionCodes,
} from '#/contract/script-config.ts'
import type { Repository, Draft } from '#/domain/saving/save-and-check.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

/** Edits of script options and their saving (G11). */
export const useScriptEditor = (object: ObjRead) => {
  const { repository, assume, refresh } = useOptionsRepository(object.oid)
  const [draft, setDraft] = useState<ScriptDraft | null>(null)
  const current = object.script_config ?? []
  const { base, chosen } = draft ?? { base: current, chosen: current }
  const codes = codesOf(object, base, chosen)

  const cutOff = useSaveBlocked(true)
  const { outcome, work, ...saving } = useSaving(repository)

  const conclude = (result: Outcome<readonly string[]> | null) => {
    if (result === null) return
    if (result.kind === 'already' || result.kind === 'undone') setDraft(null)
    // Edits made during a check remain.
    if (result.kind === 'saved') setDraft((edits) => edits && draftOf(result.draft.chosen, edits.chosen))
    if (result.kind === 'kept-other') setDraft(draftOf(result.stored, result.draft.chosen))
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

/** Sends all enabled options with codes from a fresh read (G11). */
export const optionsRepository = (
  read: () => Promise<ObjRead>,
  send: (body: ScriptConfigBody) => Promise<unknown>,
): Repository<ObjRead, readonly string[]> => ({
  read,
  valueOf: (object) => object.script_config,
  isSame: isSameConfig,
  readsFirst: true,
  sending: (chosen, object) => {
    if (object === null) return null
    const codes = codesOf(object)
    // The option has lost its code.
    if (diffConfig({ base: chosen, chosen }, codes).unknown.length > 0) return null
    return () => send(toScriptConfigBody(chosen, codes))
  },
})

const useOptionsRepository = (oid: string) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const query = objectQuery(scope, oid)
  const { queryKey } = query
  const { mutateAsync: send } = useMutation({
    mutationFn: (body: ScriptConfigBody) => saveScriptConfig(scope, oid, body),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: keysOf(scope, 'objects'), refetchType: 'none' }),
  })
  const repository = optionsRepository(async () => {
    // A pending answer may predate the save.
    await queryClient.cancelQueries({ queryKey })
    return queryClient.fetchQuery({ ...query, staleTime: 0 })
  }, send)
  return {
    repository,
    /** Optimistic until the service answers. */
    assume: (options: readonly string[]) => {
      queryClient.setQueryData(queryKey, (object) => object && { ...object, script_config: [...options] })
      return queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    },
    refresh: () => queryClient.invalidateQueries({ queryKey }),
  }
}

type ScriptDraft = Draft<readonly string[]>

interface ConfigDiff {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Has no code, so can't be saved. */
  readonly unknown: readonly string[]
}

export const diffConfig = ({ base, chosen }: ScriptDraft, codes: OptionCodes): ConfigDiff => {
  const [before, after] = [new Set(base), new Set(chosen)]
  return {
    added: [...after].filter((option) => !before.has(option)),
    removed: [...before].filter((option) => !after.has(option)),
    unknown: [...after].filter((option) => (codes.get(option) ?? null) === null),
  }
}

export const isSameConfig = (a: readonly string[], b: readonly string[]): boolean => {
  const [one, other] = [new Set(a), new Set(b)]
  return one.size === other.size && a.every((option) => other.has(option))
}

/** Null: no edits. */
export const draftOf = (base: readonly string[], chosen: readonly string[]): ScriptDraft | null =>
  isSameConfig(base, chosen) ? null : { base, chosen }

export const toggled = (chosen: readonly string[], option: string): readonly string[] =>
  chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]

/** Codes by option, from the object, else from the document; null: unknown. */
export const codesOf = (
  object: Pick<ObjRead, 'script_config' | 'script_config_possible_values'>,
  ...others: readonly (readonly string[])[]
): OptionCodes => {
  const codes = new Map(optionCodes(object.script_config_possible_values))
  for (const option of [object.script_config ?? [], ...others].flat())
    if (!codes.has(option)) codes.set(option, documentedCode(option))
  return codes
}
