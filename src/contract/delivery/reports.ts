import * as z from 'zod/mini'
import { standingState } from './offline-access.ts'
import { timing } from './timing.ts'

/*
 * Reports that go out by mail, of the account that is signed in: `GET` and `POST /api/reports`, `PUT` and `DELETE
 * /api/reports/:id`, and what is done with one of them: `POST /api/reports/:id/pause`, `resume`, `restore`, `send`, and
 * `again` of a run that has failed.
 */

export const REPORTS_PATH = '/reports'
export const REPORT_ACTIONS = ['pause', 'resume', 'restore', 'send', 'again'] as const
export type ReportAction = (typeof REPORT_ACTIONS)[number]

const identifier = z.string().check(z.minLength(1), z.maxLength(128))

/** One of the saved views of who sets it up, as a file. */
const reportedView = z.object({ id: identifier, format: z.enum(['csv', 'xlsx']) })
export type ReportedView = z.infer<typeof reportedView>

/** What a report is of, when it goes out, and to whom. */
export const reportSettings = z.object({
  /** The agency's client; null: the account itself. */
  client: z.nullable(identifier),
  /** Null: all objects. */
  object: z.nullable(identifier),
  /** The contacts of a view in place of the overview's figures. */
  view: z.optional(z.nullable(reportedView)),
  /** Callers' numbers, names and texts go along; absent: they do not. */
  with_callers: z.optional(z.boolean()),
  /** What people have pinned to these days goes along with the overview's figures; absent: it does not. */
  with_notes: z.optional(z.boolean()),
  timing,
  /** As the IANA names it. */
  zone: z.string().check(z.maxLength(64)),
  language: z.enum(['en', 'ru']),
  /** Checked by the server, so that each wrong one can be named. */
  to: z.array(z.string().check(z.maxLength(320))).check(z.maxLength(20_000)),
})
export type ReportSettings = z.infer<typeof reportSettings>

export const saveReportBody = z.object({
  settings: reportSettings,
  /** That the writer has seen; of a new one 0. */
  version: z.int().check(z.minimum(0)),
  /** Gives the standing permission with it, where there is none. */
  allow: z.optional(z.boolean()),
})

/** `due` of the run that is done again. */
export const reportActionBody = z.object({ due: z.optional(z.int()) })

/**
 * Why it could not be kept, by the field: `to` `no_address` (with the address behind a colon), `too_many` or `nobody`;
 * `timing` `no_such_day`; `zone` `unknown`; `client` or `object` `unknown`, `client` of an agency `needed`; `view` `unknown`, `no_right` to files, or
 * what the archive cannot find, `not_kept`; `with_callers` `no_right`; `standing` `needed`.
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

/** Why a report went out without the PDF that its server was to make. */
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
  /** Milliseconds since 1970: what names it. */
  due: z.number(),
  state: z.enum(['waiting', 'held', 'done', 'failed']),
  is_late: z.boolean(),
  is_asked: z.boolean(),
  /** When it is tried again; null: it is not. */
  try_at: z.nullable(moment),
  ended: z.nullable(moment),
  reason: z.nullable(z.string()),
  said: z.nullable(z.string()),
  /** Whom it has reached by now; null: it is not known yet. */
  sent: z.nullable(z.number()),
  /** In the file that was attached; null: none was. */
  contacts: z.nullable(z.number()),
  /** Why it has no PDF; null: it has one, or none was to be made. */
  no_pdf: z.nullable(z.enum(PRINT_FAILURES)),
})
export type ReportRun = z.infer<typeof reportRun>

const mailedReport = z.object({
  id: z.string(),
  version: z.number(),
  settings: reportSettings,
  /** The client's name; null when unknown. */
  client_name: z.nullable(z.string()),
  object_title: z.nullable(z.string()),
  /** What its view is called; null: it has none, or the view is gone. */
  view_name: z.nullable(z.string()),
  /** Null: it is paused. */
  next: z.nullable(moment),
  paused: z.nullable(z.string()),
  /** Those who have stopped these emails. */
  stopped: z.array(z.string()),
  /** The first day within a year on which the clock skips its time, and what it goes out at instead. */
  skips: z.nullable(z.object({ day: z.string(), at: z.string() })),
})
export type MailedReport = z.infer<typeof mailedReport>

export const reportsAnswer = z.object({
  reports: z.array(mailedReport),
  /** The newest first. */
  runs: z.array(reportRun),
  /** Whom mail is from; null: none goes out. */
  mail_from: z.nullable(z.string()),
  standing: standingState,
})
export type ReportsAnswer = z.infer<typeof reportsAnswer>
