import * as z from 'zod/mini'
import { CLIENT_PREFIX } from '../endpoint.ts'
import { dayParameter } from '../call-filters.ts'
import { REPORT_FILTERS } from './report-filters.ts'
import '../field.ts'

/*
 * Links to a frozen copy of a report's figures, for who has no account here: `POST /api/snapshots` makes one of the account,
 * below a client's prefix one of that client; `GET` lists those of both; `DELETE /api/snapshots/:id` withdraws one, `POST
 * /api/snapshots/:id/restore` takes that back. The page itself is at `/s/…`.
 */

export const SNAPSHOTS_PATH = '/snapshots'
/** Below a client's prefix; null: the account's own. */
export const sharePath = (client: string | null): string =>
  client === null ? SNAPSHOTS_PATH : `/${CLIENT_PREFIX}/${encodeURIComponent(client)}${SNAPSHOTS_PATH}`
export const snapshotPath = (id: string): string => `${SNAPSHOTS_PATH}/${encodeURIComponent(id)}`

/** Where a page is read. */
export const SHARED_PAGE = '/s'

/** After so many days a page is gone. */
export const SNAPSHOT_DAYS = [7, 30, 90] as const
export type SnapshotDays = (typeof SNAPSHOT_DAYS)[number]
export const USUAL_SNAPSHOT_DAYS: SnapshotDays = 30

/** Links of one account and all of its clients. */
export const SNAPSHOTS_MAX = 200

/** For so long a withdrawal can be taken back. */
export const SNAPSHOT_UNDO_MINUTES = 10

const days = z.object({ from: dayParameter, to: dayParameter }).check(z.refine(({ from, to }) => from <= to))
const dayCount = z.int().check(z.minimum(0), z.maximum(65_000))
/** Minutes east of UTC. */
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
 * What of the overview is shared, as its address says it; the figures themselves are counted by the server. Why it cannot be
 * shared stands by the field: `days` `not_kept` (older than what is kept), `snapshots` `too_many`.
 */
export const shareBody = z.strictObject({
  /** Null: all objects. */
  object: z.nullable(z.string().check(z.minLength(1), z.maxLength(128))),
  days,
  /** Null: nothing is compared. */
  compared_days: z.nullable(days),
  /** So many months lie between days that face each other; null: they do in their order. */
  compared_months: z.nullable(z.int().check(z.minimum(1), z.maximum(120))),
  /** What people have pinned to these days stands on the page; absent: it does not. */
  with_notes: z.optional(z.boolean()),
  /** Where the month is heading that the days end in stands on the page, where something is planned; absent: it does not. */
  with_plan: z.optional(z.boolean()),
  /** The page shows spend and costs per contact, where spend was entered; absent: it does not. */
  with_costs: z.optional(z.boolean()),
  filters: z.array(filter).check(z.maxLength(REPORT_FILTERS.length + 1)),
  /** The day that is not over and how far it is, by the clock of most contacts; null: all are over. */
  now: z.nullable(
    z.object({
      day: dayCount,
      minute: z.int().check(z.minimum(0), z.maximum(1_439)),
      offset: z.nullable(offset),
    }),
  ),
  language: z.enum(['en', 'ru']),
  /** The clock of who shares, for when it was made. */
  offset,
  expires: z.literal(SNAPSHOT_DAYS),
})
export type ShareBody = z.infer<typeof shareBody>

/*
 * `POST /api/report-pdf`, and the same below a client's prefix: the page as a PDF, where the server has a Chromium. Why there is
 * none stands by the field `pdf`: a code of `PRINT_FAILURES`.
 */
export const REPORT_PDF_PATH = '/report-pdf'
/** Below a client's prefix; null: the account's own. */
export const reportPdfPath = (client: string | null): string =>
  client === null ? REPORT_PDF_PATH : `/${CLIENT_PREFIX}/${encodeURIComponent(client)}${REPORT_PDF_PATH}`
export const reportPdfBody = z.omit(shareBody, { expires: true })
export type ReportPdfBody = z.infer<typeof reportPdfBody>
export const reportPdfAnswer = z.object({
  file_name: z.string(),
  /** Base64. */
  pdf: z.string(),
})
export type ReportPdfAnswer = z.infer<typeof reportPdfAnswer>

const sharedLink = z.object({
  id: z.string(),
  /** The agency's client; null: the account itself. */
  client: z.nullable(z.string()),
  /** Whose figures they are, by its name at that time; null when unknown. */
  company_name: z.nullable(z.string()),
  /** Null: all objects. */
  object_title: z.nullable(z.string()),
  date_from: z.string(),
  date_to: z.string(),
  who: z.nullable(z.string()),
  /** Moments as `toISOString` writes them. */
  made: z.string(),
  expires: z.string(),
})
export type SharedLink = z.infer<typeof sharedLink>

/** The newest first; what has expired or was withdrawn is none any more. */
export const sharedLinks = z.object({ snapshots: z.array(sharedLink) })
export type SharedLinks = z.infer<typeof sharedLinks>

/** Answer of `POST`: the address is said this once. */
export const sharedAnswer = z.object({ link: z.string(), snapshot: sharedLink })
export type SharedAnswer = z.infer<typeof sharedAnswer>
