import * as z from 'zod/mini'
import { isDay } from '../day.ts'
import '../field.ts'

/*
 * Reports of a month for many clients of an agency, made by our server one after the other: `POST /api/monthly-reports` starts
 * a job, `GET` returns its progress, `/cancel` stops it, `/retry` repeats what failed, `/file` is the ZIP,
 * and `DELETE` forgets a job that is over. One job for each person; it goes on when the page is left.
 */

/** Below `/api`. */
export const MONTHLY_REPORTS_PATH = '/monthly-reports'

/** A ZIP of PDFs (needs `PDF_CHROMIUM`), links to shared pages, or mails to the recipients of the clients' schedules. */
const MONTHLY_WAYS = ['pdf', 'links', 'mails'] as const
export type MonthlyWay = (typeof MONTHLY_WAYS)[number]

/** Clients of one job. */
export const MONTHLY_CLIENTS_MAX = 500
/** So long the links of a job work. */
export const MONTHLY_LINK_DAYS = 90
/** Fewer contacts in a month are too few to judge. */
export const FEW_CONTACTS = 15

const client = z.string().check(z.minLength(1), z.maxLength(128))
const clients = z.array(client).check(z.minLength(1), z.maxLength(MONTHLY_CLIENTS_MAX))
/** `YYYY-MM` */
const monthParameter = z.string().check(
  z.regex(/^\d{4}-\d{2}$/),
  z.refine((month) => isDay(`${month}-01`)),
)

/** Query of `GET /api/monthly-reports`. */
export const monthQuestion = z.object({ month: monthParameter })

export const startMonthlyBody = z.strictObject({
  way: z.enum(MONTHLY_WAYS),
  month: monthParameter,
  clients,
  /** Of PDFs and links; mails are written in the language of their schedule. */
  language: z.enum(['en', 'ru']),
  /** As the IANA names it: whose clock says when it was made. */
  zone: z.string().check(z.maxLength(64)),
})
export type StartMonthlyBody = z.infer<typeof startMonthlyBody>

export const retryMonthlyBody = z.strictObject({ clients })

const monthlyItem = z.object({
  client: z.string(),
  state: z.enum(['waiting', 'working', 'done', 'failed', 'cancelled']),
  /** Why it failed: a code, as our server refuses or a mail is not taken; null: it has not. */
  error: z.nullable(z.object({ status: z.number(), code: z.string() })),
  /** Where the page is; null: none was made. */
  link: z.nullable(z.string()),
  /** People the report was sent to; null: it was not. */
  sent: z.nullable(z.number()),
})
export type MonthlyItem = z.infer<typeof monthlyItem>

const monthlyJob = z.object({
  way: z.enum(MONTHLY_WAYS),
  month: z.string(),
  items: z.array(monthlyItem),
  is_over: z.boolean(),
  /** When it began, as `toISOString` writes it. */
  started: z.string(),
})
export type MonthlyJob = z.infer<typeof monthlyJob>

/** A report of the month that has left already. */
const madeReport = z.object({
  client: z.string(),
  /** As `toISOString` writes it. */
  at: z.string(),
  /** People it was sent to; null: it is a link. */
  people: z.nullable(z.number()),
})
export type MadeReport = z.infer<typeof madeReport>

/** `GET ?month=YYYY-MM`. */
export const monthlyAnswer = z.object({
  /** Null: none, or it is forgotten. */
  job: z.nullable(monthlyJob),
  /** Whether this server makes PDFs, and sends mail. */
  makes_pdf: z.boolean(),
  sends_mail: z.boolean(),
  /** Whom the schedules of each client go to; clients without any are left out. */
  recipients: z.array(z.object({ client: z.string(), to: z.array(z.string()) })),
  /** The newest first. */
  made: z.array(madeReport),
})
export type MonthlyAnswer = z.infer<typeof monthlyAnswer>
