import * as z from 'zod/mini'
import { AUDIT_EVENTS, EXPORTED } from './audit-events.ts'

/* What our server is asked: the page makes such questions and need not read them. */

/** Query of `GET /api/audit`, the newest entries first. */
export const auditQuestion = z.object({
  event: z.optional(z.enum(AUDIT_EVENTS)),
  /** A part of a person's name or address. */
  who: z.optional(z.string().check(z.maxLength(200))),
  /** Moments with an offset, the second not included. */
  since: z.optional(z.iso.datetime({ offset: true })),
  until: z.optional(z.iso.datetime({ offset: true })),
  /** Entries older than this one. */
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})
export type AuditQuestion = z.infer<typeof auditQuestion>

/** Body of `POST /api/audit/exports`, with which every file begins that the page makes itself; for who may `export`. */
export const exportBody = z.object({
  what: z.enum(EXPORTED),
  format: z.enum(['csv', 'xlsx', 'svg', 'print', 'json']),
  client: z.nullable(z.string().check(z.maxLength(200))),
  rows: z.nullable(z.int().check(z.minimum(0))),
})
export type ExportBody = z.infer<typeof exportBody>
