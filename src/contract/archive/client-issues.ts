import * as z from 'zod/mini'
import '../field.ts'
import { CLIENTS_MAX } from './client-comparison.ts'

/*
 * What needs an agency manager's attention: `POST /api/client-issues`, judged by our server over what is stored. Both ends are
 * ours and of one version.
 */

/** Below `/api`. */
export const CLIENT_ISSUES_PATH = '/client-issues'

/** No answer lists more. */
export const ISSUES_MAX = 200
/** What has not been read for so long says nothing of today. */
export const FRESH_HOURS = 24

const count = z.number()
/** As `toISOString` writes it. */
const instant = z.string()

/** Clients by name. */
export const clientIssuesQuestion = z.object({
  clients: z.array(z.string()).check(z.maxLength(CLIENTS_MAX)),
  /** Reads their objects and today again, and tries again what could not be read. */
  is_update: z.boolean(),
})
export type ClientIssuesQuestion = z.infer<typeof clientIssuesQuestion>

/** The costliest kind first, where two cost the same. */
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
 * What `value`, `of`, `usual` and `at` are, by kind. `quiet`: contacts of today, the minute of the last one, contacts usual by
 * now. `missed_rate`: missed calls of the last seven days that are over, calls, the percentage of the 28 days before. `waiting`:
 * callers who have waited for more than an hour. `expires`: days left (negative: it has stopped), `at` the day. `plan_behind`:
 * done, planned, days left of the month. `unread`: days of the last week that could not be read, `at` the first. `not_updated`:
 * `at` when it was read last. `not_read`: nothing.
 */
const clientIssue = z.object({
  client: z.string(),
  kind: z.enum(ISSUE_KINDS),
  /** Null: it is about the client as a whole. */
  oid: z.nullable(z.string()),
  object: z.nullable(z.string()),
  value: count,
  of: z.nullable(count),
  usual: z.nullable(count),
  /** A day, or an instant. */
  at: z.nullable(z.string()),
  /** Of two kinds of it: `sessions` or `expiry`, `contacts` or `target`. */
  by: z.nullable(z.enum(['sessions', 'expiry', 'contacts', 'target'])),
  /** The same as long as it is the same issue of this client. */
  key: z.string(),
  /** Higher: worse than before. */
  level: z.int(),
})
export type ClientIssue = z.infer<typeof clientIssue>

const clientState = z.object({
  client: z.string(),
  /** Up to when everything is here; null: nothing has been read. */
  as_of: z.nullable(instant),
  is_reading: z.boolean(),
  /** What has kept it from being read a moment ago; null: nothing has. */
  error: z.nullable(z.object({ status: count, code: z.string() })),
  /** Callers who wait to be called back; null: that is not known. */
  waiting: z.nullable(count),
  /** The first day on which one of its objects stops being tracked, `YYYY-MM-DD`, and how far it is; null: none is known. */
  ends: z.nullable(z.object({ day: z.string(), days_left: count })),
})
export type ClientState = z.infer<typeof clientState>

export const clientIssuesAnswer = z.object({
  /** The costliest first. */
  issues: z.array(clientIssue),
  /** How many there are. */
  total: count,
  clients: z.array(clientState),
})
export type ClientIssuesAnswer = z.infer<typeof clientIssuesAnswer>
