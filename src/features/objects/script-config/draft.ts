import type { ObjRead } from '#/contract/object.ts'
import type { Draft } from '#/domain/saving/save-and-check.ts'
import { documentedCode, optionCodes, type OptionCodes } from '#/contract/script-config.ts'

export type ScriptDraft = Draft<readonly string[]>

export interface ConfigDiff {
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
