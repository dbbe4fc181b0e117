import * as z from 'zod/mini'
import { offlineAccessState } from './offline-access.ts'
import { timing } from './timing.ts'

/*
 * Scheduled reports by mail: `GET` and `POST /api/reports`, `PUT` and `DELETE /api/reports/:id`, and `POST
 * /api/reports/:id/pause`, `resume`, `restore`, `send`, and `again` for a failed run.
 */

export const REPORTS_PATH = '/reports'
export const REPORT_ACTIONS = ['pause', 'resume', 'restore', 'send', 'again'] as const
export type ReportAction = (typeof REPORT_ACTIONS)[number]

const identifier = z.string().check(z.minLength(1), z.maxLength(128))

const reportedView = z.object({ id: identifier, format: z.enum(['csv', 'xlsx']) })
export type ReportedView = z.infer<typeof reportedView>

export const reportSettings = z.object({
  client: z.nullable(identifier),
  object: z.nullable(identifier),
  view: z.optional(z.nullable(reportedView)),
  with_callers: z.optional(z.boolean()),
  with_notes: z.optional(z.boolean()),
  timing,
  zone: z.string().check(z.maxLength(64)),
  language: z.enum(['en', 'ru']),
  /** Checked by the server, which names each invalid one. */
  to: z.array(z.string().check(z.maxLength(320))).check(z.maxLength(20_000)),
})
export type ReportSettings = z.infer<typeof reportSettings>

export const saveReportBody = z.object({
  settings: reportSettings,
  /** The version that the author has seen; 0: new. */
  version: z.int().check(z.minimum(0)),
  /** Also gives offline access if needed. */
  allow: z.optional(z.boolean()),
})

export const reportActionBody = z.object({ due: z.optional(z.int()) })

/** Of a person. */
export const REPORTS_MAX = 200

/**
 * Errors by field: `to` `no_address` (with the address after a colon), `too_many` or `nobody`; `timing` `no_such_day`; `zone`
 * `unknown`; `client` or `object` `unknown`, `client` of an agency `needed`; `view` `unknown`, `no_right` to files, or
 * `not_kept` if the archive can't answer it; `with_callers` `no_right`; `standing` `needed`. Apart from a field,
 * `reports` `too_many`.
 */
export const REPORT_FIELDS = [
  'to',
  'timing',
  'zone',
  'client',
  'object',
  'view',
  'with_callers',
  'standing',
] as const
export type ReportField = (typeof REPORT_FIELDS)[number]

export const PRINT_FAILURES = [
  'no_start',
  'no_sandbox',
  'ended',
  'too_long',
  'too_much_memory',
  'too_large',
  'other',
] as const
export type PrintFailure = (typeof PRINT_FAILURES)[number]

const moment = z.string()

const reportRun = z.object({
  report: z.string(),
  /** Epoch milliseconds; identifies the run. */
  due: z.number(),
  state: z.enum(['waiting', 'held', 'done', 'failed']),
  is_late: z.boolean(),
  is_asked: z.boolean(),
  try_at: z.nullable(moment),
  ended: z.nullable(moment),
  reason: z.nullable(z.string()),
  said: z.nullable(z.string()),
  sent: z.nullable(z.number()),
  contacts: z.nullable(z.number()),
  no_pdf: z.nullable(z.enum(PRINT_FAILURES)),
})
export type ReportRun = z.infer<typeof reportRun>

const mailedReport = z.object({
  id: z.string(),
  version: z.number(),
  settings: reportSettings,
  client_name: z.nullable(z.string()),
  object_title: z.nullable(z.string()),
  view_name: z.nullable(z.string()),
  next: z.nullable(moment),
  paused: z.nullable(z.string()),
  stopped: z.array(z.string()),
  /** The next day within a year whose clock change skips the time, and the time used instead. */
  skips: z.nullable(z.object({ day: z.string(), at: z.string() })),
})
export type MailedReport = z.infer<typeof mailedReport>

export const reportsAnswer = z.object({
  reports: z.array(mailedReport),
  runs: z.array(reportRun),
  mail_from: z.nullable(z.string()),
  standing: offlineAccessState,
})
export type ReportsAnswer = z.infer<typeof reportsAnswer>
