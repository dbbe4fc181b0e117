import * as z from 'zod/mini'
import { CLIENT_PREFIX } from '../endpoint.ts'
import { dayParameter } from '../call-filters.ts'
import { REPORT_FILTERS } from './report-filters.ts'
import '../field.ts'

/*
 * Links to frozen figures for people without an account: `POST /api/snapshots` (below a client's prefix: of that client), `GET`
 * lists both, `DELETE /api/snapshots/:id` withdraws, `POST /api/snapshots/:id/restore` restores. The page is at `/s/…`.
 */

export const SHARED_REPORTS_PATH = '/snapshots'
/** Null: the account's own. */
export const sharePath = (client: string | null): string =>
  client === null
    ? SHARED_REPORTS_PATH
    : `/${CLIENT_PREFIX}/${encodeURIComponent(client)}${SHARED_REPORTS_PATH}`
export const sharedReportPath = (id: string): string => `${SHARED_REPORTS_PATH}/${encodeURIComponent(id)}`

export const SHARED_PAGE = '/s'

export const SHARED_REPORT_DAYS = [7, 30, 90] as const
export type SharedReportDays = (typeof SHARED_REPORT_DAYS)[number]
export const DEFAULT_SHARED_REPORT_DAYS: SharedReportDays = 30

export const SHARED_REPORTS_MAX = 200

export const SHARED_REPORT_UNDO_MINUTES = 10

const days = z.object({ from: dayParameter, to: dayParameter }).check(z.refine(({ from, to }) => from <= to))
const dayCount = z.int().check(z.minimum(0), z.maximum(65_000))
const offset = z.int().check(z.minimum(-1_080), z.maximum(1_080))
const value = z.string().check(z.maxLength(2_048))

const filter = z.union([
  z.object({
    by: z.enum(REPORT_FILTERS),
    values: z.array(z.nullable(value)).check(z.minLength(1), z.maxLength(50)),
  }),
  z.object({ by: z.literal('day'), first: dayCount, last: dayCount }),
])

/**
 * The shared report, by the overview's address; the server counts the figures. Errors by field: `days`
 * `not_kept` (before retention), `snapshots` `too_many`.
 */
export const shareBody = z.strictObject({
  object: z.nullable(z.string().check(z.minLength(1), z.maxLength(128))),
  days,
  compared_days: z.nullable(days),
  /** Calendar months between matching days; null: they match by position. */
  compared_months: z.nullable(z.int().check(z.minimum(1), z.maximum(120))),
  with_notes: z.optional(z.boolean()),
  with_plan: z.optional(z.boolean()),
  with_costs: z.optional(z.boolean()),
  filters: z.array(filter).check(z.maxLength(REPORT_FILTERS.length + 1)),
  /** The current day and minute by most clocks; null: the period is over. */
  now: z.nullable(
    z.object({
      day: dayCount,
      minute: z.int().check(z.minimum(0), z.maximum(1_439)),
      offset: z.nullable(offset),
    }),
  ),
  language: z.enum(['en', 'ru']),
  /** The sharer's clock, for the creation time. */
  offset,
  expires: z.literal(SHARED_REPORT_DAYS),
})
export type ShareBody = z.infer<typeof shareBody>

/*
 * `POST /api/report-pdf`, also below a client's prefix: the page as a PDF, if the server has Chromium. Errors
 * in the field `pdf`: `PRINT_FAILURES`.
 */
export const REPORT_PDF_PATH = '/report-pdf'
export const reportPdfPath = (client: string | null): string =>
  client === null ? REPORT_PDF_PATH : `/${CLIENT_PREFIX}/${encodeURIComponent(client)}${REPORT_PDF_PATH}`
export const reportPdfBody = z.omit(shareBody, { expires: true })
export type ReportPdfBody = z.infer<typeof reportPdfBody>
export const reportPdfAnswer = z.object({
  file_name: z.string(),
  pdf: z.string(),
})
export type ReportPdfAnswer = z.infer<typeof reportPdfAnswer>

const sharedLink = z.object({
  id: z.string(),
  client: z.nullable(z.string()),
  company_name: z.nullable(z.string()),
  object_title: z.nullable(z.string()),
  date_from: z.string(),
  date_to: z.string(),
  who: z.nullable(z.string()),
  made: z.string(),
  expires: z.string(),
})
export type SharedLink = z.infer<typeof sharedLink>

/** Newest first, without expired and withdrawn ones. */
export const sharedLinks = z.object({ snapshots: z.array(sharedLink) })
export type SharedLinks = z.infer<typeof sharedLinks>

/** Answer of `POST`: the only one with the link. */
export const sharedAnswer = z.object({ link: z.string(), snapshot: sharedLink })
export type SharedAnswer = z.infer<typeof sharedAnswer>
