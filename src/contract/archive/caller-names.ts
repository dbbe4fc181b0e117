import * as z from 'zod/mini'
import '../field.ts'

/*
 * `GET …/archive/names?contact=…`: names that callers gave in forms and chats (API document 2.6), and their
 * companies, by contact (`contactText`).
 */

/** As many as fit into one address. */
export const NAMES_PER_REQUEST = 100

export const callerNames = z.object({
  names: z.array(
    z.object({
      oid: z.string(),
      id: z.int(),
      caller_name: z.nullable(z.string()),
      /** From the newest deal with one (API document 2.7), of the contacts on "Missed callers". */
      company_name: z.nullable(z.string()),
    }),
  ),
})
export type CallerNames = z.infer<typeof callerNames>
export type NamedCaller = Pick<CallerNames['names'][number], 'caller_name' | 'company_name'>
