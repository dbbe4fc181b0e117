import * as z from 'zod/mini'
import '../field.ts'
import { CLIENTS_MAX } from './client-comparison.ts'

/* What needs an agency manager's attention, evaluated by our server over stored contacts: `POST /api/client-issues`. */

export const CLIENT_ISSUES_PATH = '/client-issues'

export const ISSUES_MAX = 200
/** Older readings say nothing of today. */
export const FRESH_HOURS = 24

const count = z.number()
const instant = z.string()

export const clientIssuesQuestion = z.object({
  clients: z.array(z.string()).check(z.maxLength(CLIENTS_MAX)),
  is_update: z.boolean(),
})
export type ClientIssuesQuestion = z.infer<typeof clientIssuesQuestion>

/** Most costly kinds first, for ties. */
export const ISSUE_KINDS = [
  'quiet',
  'missed_rate',
  'waiting',
  'expires',
  'plan_behind',
  'unread',
  'not_updated',
  'not_read',
] as const
export type IssueKind = (typeof ISSUE_KINDS)[number]

/**
 * Meaning of `value`, `of`, `usual`, `at` by kind. `quiet`: today's contacts, minute of the last one, usual contacts by now.
 * `missed_rate`: missed calls of seven complete days, calls, percentage of the 28 days before, `at` the first day. `waiting`:
 * callers waiting over an hour. `expires`: days left (negative: stopped), `at` the day. `plan_behind`: done, planned, days
 * left of the month. `unread`: unreadable days of the last week, `at` the first. `not_updated`: `at` the last reading.
 * `not_read`: none.
 */
export const clientIssue = z.object({
  client: z.string(),
  kind: z.enum(ISSUE_KINDS),
  oid: z.nullable(z.string()),
  object: z.nullable(z.string()),
  value: count,
  of: z.nullable(count),
  usual: z.nullable(count),
  at: z.nullable(z.string()),
  /** Variant of the kind: `sessions` or `expiry`, `contacts` or `target`. */
  by: z.nullable(z.enum(['sessions', 'expiry', 'contacts', 'target'])),
  /** Stable while the issue lasts. */
  key: z.string(),
  level: z.int(),
})
export type ClientIssue = z.infer<typeof clientIssue>

const clientState = z.object({
  client: z.string(),
  as_of: z.nullable(instant),
  is_reading: z.boolean(),
  error: z.nullable(z.object({ status: count, code: z.string() })),
  waiting: z.nullable(count),
  /** First day that an object's tracking stops, `YYYY-MM-DD`, and days until then; null: unknown. */
  ends: z.nullable(z.object({ day: z.string(), days_left: count })),
})
export type ClientState = z.infer<typeof clientState>

export const clientIssuesAnswer = z.object({
  issues: z.array(clientIssue),
  total: count,
  clients: z.array(clientState),
})
export type ClientIssuesAnswer = z.infer<typeof clientIssuesAnswer>
