import * as z from 'zod/mini'
import { AUDIT_EVENTS, EXPORTED } from './audit-events.ts'

/* Requests to our server, which the page only sends. */

/** Query of `GET /api/audit`, newest entries first. */
export const auditQuestion = z.object({
  event: z.optional(z.enum(AUDIT_EVENTS)),
  who: z.optional(z.string().check(z.maxLength(200))),
  /** Instants with an offset; `until` is exclusive. */
  since: z.optional(z.iso.datetime({ offset: true })),
  until: z.optional(z.iso.datetime({ offset: true })),
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})
export type AuditQuestion = z.infer<typeof auditQuestion>

/** Body of `POST /api/audit/exports`, sent before each file that the page makes itself; needs the right `export`. */
export const exportBody = z.object({
  what: z.enum(EXPORTED),
  format: z.enum(['csv', 'xlsx', 'svg', 'print', 'json']),
  client: z.nullable(z.string().check(z.maxLength(200))),
  rows: z.nullable(z.int().check(z.minimum(0))),
})
export type ExportBody = z.infer<typeof exportBody>
