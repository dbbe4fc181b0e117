import * as z from 'zod/mini'
import '../field.ts'

/*
 * `GET …/archive/names?contact=…`: what callers have called themselves in forms and chats (API document 2.6), and their companies, by contacts
 * of theirs (`contactText`). Both ends are ours and of one version.
 */

/** Contacts of one request: their names fit into one address. */
export const NAMES_ASKED_MAX = 100

/** Those whose name or company is known, of what is held. */
export const callerNames = z.object({
  names: z.array(
    z.object({
      /** As it was asked for. */
      oid: z.string(),
      id: z.int(),
      caller_name: z.nullable(z.string()),
      /** As the CRM names it in the newest deal that does (API document 2.7), of the contacts that “Call back” has. */
      company_name: z.nullable(z.string()),
    }),
  ),
})
export type CallerNames = z.infer<typeof callerNames>
export type NamedCaller = Pick<CallerNames['names'][number], 'caller_name' | 'company_name'>
