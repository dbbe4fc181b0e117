import * as z from 'zod/mini'
import { isDay } from '../day.ts'
import '../field.ts'

/*
 * Figures of many clients, counted by our server: `POST /api/client-comparison`. Both ends are ours and of one version.
 */

/** Below `/api`. */
export const CLIENT_COMPARISON_PATH = '/client-comparison'

const count = z.number()
const day = z.string()
/** As `toISOString` writes it. */
const instant = z.string()

/** Most clients that one question may name. */
export const CLIENTS_MAX = 2_000
const askedDay = day.check(z.refine(isDay))

const askedDays = z.object({ from: askedDay, to: askedDay })

/** Days of the figures, and what is compared. */
export const clientComparisonQuestion = z.object({
  days: askedDays,
  /** `current`: the first of these days, as many as are over. Null: nothing is compared. */
  compared: z.nullable(z.object({ current: askedDays, previous: askedDays })),
  /** By name; null: the account that is signed in and all of its clients of which anything is stored. Nothing is read for them. */
  clients: z.nullable(z.array(z.string()).check(z.maxLength(CLIENTS_MAX))),
  /** Reads what has come since of clients that are whole, and tries again what could not be read. */
  is_update: z.boolean(),
})
export type ClientComparisonQuestion = z.infer<typeof clientComparisonQuestion>

/** What figures over many clients are made of; null: the account hides what would have to be looked at. */
const rolledUpCounts = z.object({
  contacts: count,
  first_time: z.nullable(count),
  target: z.nullable(count),
  /** By the codes of `status_filter`, those without contacts left out. */
  statuses: z.nullable(z.record(z.string(), count)),
})
export type RolledUpCounts = z.infer<typeof rolledUpCounts>

/** How far a figure is from what it would be if nothing had changed; null: nothing tells, or it is hidden. */
const evidence = z.nullable(z.object({ excess: z.number(), variance: z.number(), freedom: z.number() }))
const comparedEvidence = z.object({
  contacts: evidence,
  first_time: evidence,
  missed_rate: evidence,
  target_rate: evidence,
})
export type ComparedEvidence = z.infer<typeof comparedEvidence>

const rolledUpAccount = z.object({
  /** Null: the account that is signed in itself. */
  client: z.nullable(z.string()),
  /**
   * How the days are held. `whole`: all of them, those that last as of some moment. `behind`: all until one of the last,
   * which was read while it lasted, and nothing since. `part`: some are missing, or lack contacts. `none`: nothing is held.
   */
  is: z.enum(['whole', 'behind', 'part', 'none']),
  /** What had come by then is counted; null: nothing is. */
  as_of: z.nullable(instant),
  /** From the first to the last day that is missing. */
  missing: z.nullable(z.object({ date_from: day, date_to: day })),
  /** Days that were tried and could not be read whole: contacts may be missing of them. The oldest first. */
  unread: z.array(z.object({ date_from: day, date_to: day })),
  /** Something of the account is being read, or about to be. */
  is_reading: z.boolean(),
  /** What has kept it from being read a moment ago, as our server refuses; null: nothing has. */
  error: z.nullable(z.object({ status: count, code: z.string() })),
  counts: z.nullable(rolledUpCounts),
  /** Minutes east of UTC of most of these contacts; null: none says it. */
  offset: z.nullable(count),
  /** Contacts of each day. */
  by_day: z.nullable(z.array(count)),
  /** Null: not asked for, or not held whole. */
  compared: z.nullable(
    z.object({ current: rolledUpCounts, previous: rolledUpCounts, evidence: comparedEvidence }),
  ),
})
export type RolledUpAccount = z.infer<typeof rolledUpAccount>

export const archiveClientComparison = z.object({ accounts: z.array(rolledUpAccount) })
export type ArchiveClientComparison = z.infer<typeof archiveClientComparison>

/** A day's contacts by object. */
const contactsOfDay = z.object({
  day,
  /** Records without a usable identifier: they may be of any object. */
  unreadable: count,
  objects: z.array(
    z.object({
      /** Empty: the service does not say whose they are. */
      oid: z.string(),
      /** Minutes of the day, by the contacts' own clocks. */
      minutes: z.array(count),
      /** Contacts whose date cannot be read. */
      undated: count,
      /** Minutes east of UTC of the newest one's clock; null: none says it. */
      offset: z.nullable(count),
    }),
  ),
})
export type ContactsOfDay = z.infer<typeof contactsOfDay>

/** Today of the objects that are on this day, and the same weekday of the weeks before it, the last one first; null where one is not held. */
const rolledUpDays = z.object({
  /** When today was looked at. */
  at: instant,
  /** Minutes east of UTC of the newest contact's clock; null: there is none. */
  offset: z.nullable(count),
  today: contactsOfDay,
  weeks: z.array(z.nullable(contactsOfDay)),
})
export type RolledUpDays = z.infer<typeof rolledUpDays>
