import * as z from 'zod/mini'

/** Script options and their integer codes (API document 2.2, `script_config_possible_values`). */
export const SCRIPT_OPTION = { last_source: 0, type_in: 1, referrer: 2, utm: 3, block_id: 4, gtm: 5 } as const
export type ScriptOption = keyof typeof SCRIPT_OPTION
export const SCRIPT_OPTIONS = Object.keys(SCRIPT_OPTION) as ScriptOption[]

/** Body of `POST /v2/objs/<oid>/script_config`: exactly the options that are on, codes as strings (API document 4.2, G11). */
export const scriptConfigBody = z.object({ script_config: z.record(z.string(), z.string()) })

/** Its answer is not shown (G11): whatever comes is accepted and the object is read again. */
export const scriptConfigAnswer = { kind: 'not shown', documented: z.unknown(), lenient: z.unknown() }
