import * as z from 'zod/mini'
import { isDay } from '../day.ts'
import '../field.ts'

/*
 * A month's reports for many clients, as a job of our server: `POST /api/monthly-reports` starts it, `GET`
 * polls, `/cancel` stops, `/retry` repeats failures, `/file` is the ZIP, `DELETE` removes a finished job. One
 * job per person, independent of the page.
 */

export const MONTHLY_REPORTS_PATH = '/monthly-reports'

/** A ZIP of PDFs (needs `PDF_CHROMIUM`), links to shared pages, or mails to the recipients of the clients' schedules. */
const MONTHLY_WAYS = ['pdf', 'links', 'mails'] as const
export type MonthlyWay = (typeof MONTHLY_WAYS)[number]

export const MONTHLY_CLIENTS_MAX = 500
export const MONTHLY_LINK_DAYS = 90
/** Fewer contacts in a month are flagged. */
export const FEW_CONTACTS = 15

const client = z.string().check(z.minLength(1), z.maxLength(128))
const clients = z.array(client).check(z.minLength(1), z.maxLength(MONTHLY_CLIENTS_MAX))
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
  /** Of PDFs and links; mails use their schedule's language. */
  language: z.enum(['en', 'ru']),
  /** IANA name; the clock of the creation date. */
  zone: z.string().check(z.maxLength(64)),
})
export type StartMonthlyBody = z.infer<typeof startMonthlyBody>

export const retryMonthlyBody = z.strictObject({ clients })

const monthlyItem = z.object({
  client: z.string(),
  state: z.enum(['waiting', 'working', 'done', 'failed', 'cancelled']),
  error: z.nullable(z.object({ status: z.number(), code: z.string() })),
  link: z.nullable(z.string()),
  sent: z.nullable(z.number()),
})
export type MonthlyItem = z.infer<typeof monthlyItem>

const monthlyJob = z.object({
  way: z.enum(MONTHLY_WAYS),
  month: z.string(),
  items: z.array(monthlyItem),
  is_over: z.boolean(),
  started: z.string(),
})
export type MonthlyJob = z.infer<typeof monthlyJob>

const madeReport = z.object({
  client: z.string(),
  at: z.string(),
  people: z.nullable(z.number()),
})
export type MadeReport = z.infer<typeof madeReport>

/** `GET ?month=YYYY-MM`. */
export const monthlyAnswer = z.object({
  job: z.nullable(monthlyJob),
  makes_pdf: z.boolean(),
  sends_mail: z.boolean(),
  recipients: z.array(z.object({ client: z.string(), to: z.array(z.string()) })),
  made: z.array(madeReport),
})
export type MonthlyAnswer = z.infer<typeof monthlyAnswer>
