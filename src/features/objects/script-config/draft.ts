import type { ObjRead } from '#/contract/object.ts'
import type { Draft } from '#/domain/saving/save-and-check.ts'
import { documentedCode, optionCodes, type OptionCodes } from '#/contract/script-config.ts'

/** The options that are on. Their order means nothing, nor does repetition. */
export type ScriptDraft = Draft<readonly string[]>

/** What a save would change. */
export interface ConfigDiff {
  /** On after it, and not before. */
  readonly added: readonly string[]
  /** On before it, and not after. */
  readonly removed: readonly string[]
  /** To be on, but without a code to be sent with. */
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

/** The edits on top of `base`; null when nothing is left of them. */
export const draftOf = (base: readonly string[], chosen: readonly string[]): ScriptDraft | null =>
  isSameConfig(base, chosen) ? null : { base, chosen }

export const toggled = (chosen: readonly string[], option: string): readonly string[] =>
  chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]

/**
 * The codes of an object's options and of others that are on or were: the document's for those that the object's own
 * possible values leave out, null for what neither names.
 */
export const codesOf = (
  object: Pick<ObjRead, 'script_config' | 'script_config_possible_values'>,
  ...others: readonly (readonly string[])[]
): OptionCodes => {
  const codes = new Map(optionCodes(object.script_config_possible_values))
  for (const option of [object.script_config ?? [], ...others].flat())
    if (!codes.has(option)) codes.set(option, documentedCode(option))
  return codes
}
