import * as z from 'zod/mini'
import { isDay } from '../day.ts'
import '../field.ts'

/* Figures of many clients, counted by our server: `POST /api/client-comparison`. */

export const CLIENT_COMPARISON_PATH = '/client-comparison'

const count = z.number()
const day = z.string()
const instant = z.string()

export const CLIENTS_MAX = 2_000
const requestDay = day.check(z.refine(isDay))

const requestDays = z.object({ from: requestDay, to: requestDay })

export const clientComparisonQuestion = z.object({
  days: requestDays,
  /** `current`: the complete days among the period's. Null: no comparison. */
  compared: z.nullable(z.object({ current: requestDays, previous: requestDays })),
  /** By name; null: the account and all clients with stored contacts, without reading. */
  clients: z.nullable(z.array(z.string()).check(z.maxLength(CLIENTS_MAX))),
  is_update: z.boolean(),
})
export type ClientComparisonQuestion = z.infer<typeof clientComparisonQuestion>

const clientCounts = z.object({
  contacts: count,
  first_time: z.nullable(count),
  target: z.nullable(count),
  statuses: z.nullable(z.record(z.string(), count)),
})
export type ClientCounts = z.infer<typeof clientCounts>

/** Evidence of a change; null: too little, or hidden. */
const evidence = z.nullable(z.object({ excess: z.number(), variance: z.number(), freedom: z.number() }))
const comparedEvidence = z.object({
  contacts: evidence,
  first_time: evidence,
  missed_rate: evidence,
  target_rate: evidence,
})
export type ComparedEvidence = z.infer<typeof comparedEvidence>

const comparedAccount = z.object({
  client: z.nullable(z.string()),
  /**
   * Coverage. `whole`: all days. `behind`: all until one of the last, read while it lasted. `part`: days or
   * contacts are missing. `none`: nothing is stored.
   */
  is: z.enum(['whole', 'behind', 'part', 'none']),
  as_of: z.nullable(instant),
  missing: z.nullable(z.object({ date_from: day, date_to: day })),
  /** Days that could not be read completely, oldest first. */
  unread: z.array(z.object({ date_from: day, date_to: day })),
  is_reading: z.boolean(),
  error: z.nullable(z.object({ status: count, code: z.string() })),
  counts: z.nullable(clientCounts),
  offset: z.nullable(count),
  by_day: z.nullable(z.array(count)),
  /** Null: not requested, or incomplete. */
  compared: z.nullable(
    z.object({ current: clientCounts, previous: clientCounts, evidence: comparedEvidence }),
  ),
})
export type ComparedAccount = z.infer<typeof comparedAccount>

export const archiveClientComparison = z.object({ accounts: z.array(comparedAccount) })
export type ArchiveClientComparison = z.infer<typeof archiveClientComparison>
