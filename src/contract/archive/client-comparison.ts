import * as z from 'zod/mini'
import { isDay } from '../day.ts'
import '../field.ts'

/* Figures of many clients, counted by our server: `POST /api/client-comparison`. */

export const CLIENT_COMPARISON_PATH = '/client-comparison'

const count = z.number()
const day = z.string()
const instant = z.string()

export const CLIENTS_MAX = 2_000
const askedDay = day.check(z.refine(isDay))

const askedDays = z.object({ from: askedDay, to: askedDay })

export const clientComparisonQuestion = z.object({
  days: askedDays,
  /** `current`: the complete days among the period's. Null: no comparison. */
  compared: z.nullable(z.object({ current: askedDays, previous: askedDays })),
  /** By name; null: the account and all clients with stored contacts, without reading. */
  clients: z.nullable(z.array(z.string()).check(z.maxLength(CLIENTS_MAX))),
  is_update: z.boolean(),
})
export type ClientComparisonQuestion = z.infer<typeof clientComparisonQuestion>

const rolledUpCounts = z.object({
  contacts: count,
  first_time: z.nullable(count),
  target: z.nullable(count),
  statuses: z.nullable(z.record(z.string(), count)),
})
export type RolledUpCounts = z.infer<typeof rolledUpCounts>

/** Evidence of a change; null: too little, or hidden. */
const evidence = z.nullable(z.object({ excess: z.number(), variance: z.number(), freedom: z.number() }))
const comparedEvidence = z.object({
  contacts: evidence,
  first_time: evidence,
  missed_rate: evidence,
  target_rate: evidence,
})
export type ComparedEvidence = z.infer<typeof comparedEvidence>

const rolledUpAccount = z.object({
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
  counts: z.nullable(rolledUpCounts),
  offset: z.nullable(count),
  by_day: z.nullable(z.array(count)),
  /** Null: not requested, or incomplete. */
  compared: z.nullable(
    z.object({ current: rolledUpCounts, previous: rolledUpCounts, evidence: comparedEvidence }),
  ),
})
export type RolledUpAccount = z.infer<typeof rolledUpAccount>

export const archiveClientComparison = z.object({ accounts: z.array(rolledUpAccount) })
export type ArchiveClientComparison = z.infer<typeof archiveClientComparison>

const contactsOfDay = z.object({
  day,
  /** Records without a usable identifier, of any object. */
  unreadable: count,
  objects: z.array(
    z.object({
      oid: z.string(),
      minutes: z.array(count),
      undated: count,
      offset: z.nullable(count),
    }),
  ),
})
export type ContactsOfDay = z.infer<typeof contactsOfDay>

/** Today of the objects on this day, and the same weekday of earlier weeks, the latest first; null: not stored. */
const rolledUpDays = z.object({
  at: instant,
  offset: z.nullable(count),
  today: contactsOfDay,
  weeks: z.array(z.nullable(contactsOfDay)),
})
export type RolledUpDays = z.infer<typeof rolledUpDays>
