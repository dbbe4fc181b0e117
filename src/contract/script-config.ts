import * as z from 'zod/mini'
import { integer, text, type Field } from './field.ts'

/** Script options and their integer codes (API document 2.2, `script_config_possible_values`). */
export const SCRIPT_OPTION = { last_source: 0, type_in: 1, referrer: 2, utm: 3, block_id: 4, gtm: 5 } as const
export type ScriptOption = keyof typeof SCRIPT_OPTION
export const SCRIPT_OPTIONS = Object.keys(SCRIPT_OPTION) as ScriptOption[]

export const isScriptOption = (name: string): name is ScriptOption => Object.hasOwn(SCRIPT_OPTION, name)

const name = text().lenient
const names = z.array(z.pipe(name, z.string()))

/**
 * An object's enabled options (API document 2.2). A save replaces the whole set, so an unreadable value is
 * null, never an empty list, which would switch options off unseen (G11, G26).
 */
export const scriptConfig: Field<string[]> = {
  kind: 'array of string',
  documented: z.array(z.string()),
  lenient: z.pipe(
    z.unknown(),
    z.transform((raw) => {
      const parsed = names.safeParse(raw)
      return parsed.success ? [...new Set(parsed.data)] : null
    }),
  ),
}

/** Codes by option; null: unknown, so the option cannot be sent. */
export type OptionCodes = ReadonlyMap<string, number | null>

/**
 * An object's possible options by its `script_config_possible_values`, including undocumented ones. Anything
 * but a map of names, and unreadable codes, fall back to the documented six (G26).
 */
export const optionCodes = (possibleValues: unknown): OptionCodes => {
  const isMap =
    typeof possibleValues === 'object' && possibleValues !== null && !Array.isArray(possibleValues)
  return new Map(
    Object.entries(isMap ? possibleValues : SCRIPT_OPTION).map(([option, code]) => [
      option,
      integer().lenient.parse(code) ?? documentedCode(option),
    ]),
  )
}

export const documentedCode = (option: string): number | null =>
  isScriptOption(option) ? SCRIPT_OPTION[option] : null

/** Body of `POST /v2/objs/<oid>/script_config`: exactly the enabled options, codes as strings (API document 4.2, G11). */
export const scriptConfigBody = z.object({ script_config: z.record(z.string(), z.string()) })
export type ScriptConfigBody = z.infer<typeof scriptConfigBody>

/**
 * The body that enables exactly `chosen`, in the order of `codes`.
 * @throws TypeError for an option without a code, which would be switched off unseen
 */
export const toScriptConfigBody = (chosen: Iterable<string>, codes: OptionCodes): ScriptConfigBody => {
  const left = new Set(chosen)
  const sent = [...codes].flatMap(([option, code]) =>
    code !== null && left.delete(option) ? [[option, String(code)] as const] : [],
  )
  if (left.size > 0) throw new TypeError(`No code is known of ${[...left].join(', ')}`)
  return { script_config: Object.fromEntries(sent) }
}

/** Not documented (G11): any answer is accepted, and the object is read again. */
export const scriptConfigAnswer = { kind: 'not shown', documented: z.unknown(), lenient: z.unknown() }
