import * as z from 'zod/mini'
import { EXPORTED } from './audit-events.ts'

/*
 * The audit log: who did what, when and from where. Our own server's; nothing of a caller is ever in it.
 */

/** What is written down, and what of it. */
export const auditEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('signed_in'), by: z.enum(['password', 'key', 'oidc', 'proxy']) }),
  /**
   * `wrong`: password, key or assertion; `no_account`: known to the company, and not in AUTH_KEYS; `denied`: the provider,
   * or the person there, has said no; `untrusted`: what came from it proves nothing; `key_refused`: the API does not take
   * the key that AUTH_KEYS has for the person's account.
   */
  z.object({
    event: z.literal('sign_in_refused'),
    reason: z.enum(['wrong', 'no_account', 'denied', 'untrusted', 'key_refused']),
  }),
  z.object({ event: z.literal('signed_out') }),
  /** A user has let a portal show Callboard in a frame. */
  z.object({ event: z.literal('frame_allowed'), portal: z.string() }),
  /** A user has opened a wall, which then has its own session. */
  z.object({ event: z.literal('wall_allowed') }),
  z.object({ event: z.literal('wall_opened') }),
  /** A file is made. */
  z.object({
    event: z.literal('exported'),
    what: z.enum(EXPORTED),
    format: z.string(),
    /** Contacts or rows the page meant to put into it; null: it did not know. */
    rows: z.nullable(z.int()),
  }),
  z.object({ event: z.literal('recording_heard'), object: z.string(), contact: z.string() }),
  /** Names of the fields that were sent. */
  z.object({
    event: z.literal('settings_changed'),
    what: z.enum(['agency', 'tracking_script']),
    object: z.nullable(z.string()),
    fields: z.array(z.string()),
  }),
  z.object({ event: z.literal('archive_forgotten') }),
  /** Names of the fields that were written; never what is in them. */
  z.object({
    event: z.literal('contact_marked'),
    object: z.string(),
    contact: z.string(),
    fields: z.array(z.string()),
  }),
  z.object({ event: z.literal('marks_forgotten') }),
  /** A user has given or ended a standing permission. */
  z.object({ event: z.literal('standing_given') }),
  z.object({ event: z.literal('standing_ended') }),
  /** Something is sent by itself from here on, otherwise than before, or no more. */
  z.object({ event: z.literal('schedule_added'), kind: z.string() }),
  z.object({ event: z.literal('schedule_changed'), kind: z.string() }),
  z.object({ event: z.literal('schedule_deleted'), kind: z.string() }),
  /** Notes on the timeline: at which day, never what they say. */
  z.object({ event: z.literal('note_added'), day: z.string() }),
  z.object({ event: z.literal('note_deleted') }),
  z.object({ event: z.literal('notes_forgotten') }),
  /** A user has made, changed or deleted an alert. */
  z.object({ event: z.literal('alert_saved'), kind: z.string() }),
  z.object({ event: z.literal('alert_deleted'), kind: z.string() }),
  /** What is planned for a month; never how much. */
  z.object({ event: z.literal('plan_changed'), month: z.string(), object: z.nullable(z.string()) }),
  z.object({ event: z.literal('plans_forgotten') }),
  z.object({ event: z.literal('working_hours_changed'), object: z.string() }),
  z.object({ event: z.literal('working_hours_forgotten') }),
  /** Figures are behind a link that needs no account, for so many days; they are no longer; they are again. */
  z.object({ event: z.literal('snapshot_shared'), days: z.int() }),
  z.object({ event: z.literal('snapshot_withdrawn') }),
  z.object({ event: z.literal('snapshot_restored') }),
  z.object({ event: z.literal('session_ended'), whose: z.string() }),
  z.object({ event: z.literal('permissions_changed') }),
])
export type AuditEvent = z.infer<typeof auditEvent>
const auditEntry = z.object({
  id: z.int(),
  /** As `toISOString` writes it. */
  at: z.string(),
  /** The person's name; null when there is none or it is unknown. */
  who: z.nullable(z.string()),
  /** The client whose data it was about; null: none, or the account's own. */
  client: z.nullable(z.string()),
  address: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  what: auditEvent,
})
export type AuditEntry = z.infer<typeof auditEntry>

/** `GET /api/audit`, for who may `administer`. */
export const auditAnswer = z.object({
  entries: z.array(auditEntry),
  /** Whether there are older ones. */
  has_more: z.boolean(),
})
export type AuditAnswer = z.infer<typeof auditAnswer>
