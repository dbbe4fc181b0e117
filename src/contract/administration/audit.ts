import * as z from 'zod/mini'
import { EXPORTED } from './audit-events.ts'

/* The audit log: who did what, when and from where. Never contains data of callers. */

export const auditEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('signed_in'), by: z.enum(['password', 'key', 'oidc', 'proxy']) }),
  /**
   * `wrong`: password, key or assertion; `no_account`: not in AUTH_KEYS; `denied`: by the provider or the person; `untrusted`:
   * an invalid answer of the provider; `key_refused`: the API refuses the key in AUTH_KEYS.
   */
  z.object({
    event: z.literal('sign_in_refused'),
    reason: z.enum(['wrong', 'no_account', 'denied', 'untrusted', 'key_refused']),
  }),
  z.object({ event: z.literal('signed_out') }),
  z.object({ event: z.literal('frame_allowed'), portal: z.string() }),
  z.object({ event: z.literal('wall_allowed') }),
  z.object({ event: z.literal('wall_opened') }),
  z.object({
    event: z.literal('exported'),
    what: z.enum(EXPORTED),
    format: z.string(),
    rows: z.nullable(z.int()),
  }),
  z.object({ event: z.literal('recording_heard'), object: z.string(), contact: z.string() }),
  /** Names of the sent fields. */
  z.object({
    event: z.literal('settings_changed'),
    what: z.enum(['agency', 'tracking_script']),
    object: z.nullable(z.string()),
    fields: z.array(z.string()),
  }),
  z.object({ event: z.literal('archive_forgotten') }),
  /** Names of the written fields, never their values. */
  z.object({
    event: z.literal('contact_marked'),
    object: z.string(),
    contact: z.string(),
    fields: z.array(z.string()),
  }),
  z.object({ event: z.literal('marks_forgotten') }),
  z.object({ event: z.literal('standing_given') }),
  z.object({ event: z.literal('standing_ended') }),
  z.object({ event: z.literal('schedule_added'), kind: z.string() }),
  z.object({ event: z.literal('schedule_changed'), kind: z.string() }),
  z.object({ event: z.literal('schedule_deleted'), kind: z.string() }),
  /** Notes on the chart: the day, never the text. */
  z.object({ event: z.literal('note_added'), day: z.string() }),
  z.object({ event: z.literal('note_deleted') }),
  z.object({ event: z.literal('notes_forgotten') }),
  z.object({ event: z.literal('alert_saved'), kind: z.string() }),
  z.object({ event: z.literal('alert_deleted'), kind: z.string() }),
  /** A month's plan, never its numbers. */
  z.object({ event: z.literal('plan_changed'), month: z.string(), object: z.nullable(z.string()) }),
  z.object({ event: z.literal('plans_forgotten') }),
  z.object({ event: z.literal('working_hours_changed'), object: z.string() }),
  z.object({ event: z.literal('working_hours_forgotten') }),
  z.object({ event: z.literal('snapshot_shared'), days: z.int() }),
  z.object({ event: z.literal('snapshot_withdrawn') }),
  z.object({ event: z.literal('snapshot_restored') }),
  z.object({ event: z.literal('session_ended'), whose: z.string() }),
  z.object({ event: z.literal('permissions_changed') }),
])
export type AuditEvent = z.infer<typeof auditEvent>
const auditEntry = z.object({
  id: z.int(),
  at: z.string(),
  who: z.nullable(z.string()),
  /** The client concerned; null: the account's own data, or none. */
  client: z.nullable(z.string()),
  address: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  /** Null: written by another version. */
  what: z.nullable(auditEvent),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** `GET /api/audit`, with the right `administer`. */
export const auditAnswer = z.object({
  entries: z.array(auditEntry),
  has_more: z.boolean(),
})
export type AuditAnswer = z.infer<typeof auditAnswer>
