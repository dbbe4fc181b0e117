import * as z from 'zod/mini'
import { clientPrefix } from '../endpoint.ts'
import '../field.ts'

/* The archive's answers. Both ends are ours, so an unexpected shape is a defect. */

/** Below `/api`. */
export const archivePath = (client: string | null): string => `${clientPrefix(client)}/archive`

export const archiveClocksPath = (client: string | null): string => `${archivePath(client)}/clocks`

const day = z.string()
const instant = z.string()
const count = z.number()

/** What is missing and why, by the page reader's reasons (G1). */
export const shortfall = z.object({
  loaded: count,
  total: count,
  unreadable: count,
  doubled: count,
  faulty: z.array(z.object({ oid: z.nullable(z.string()), unreadable: count, doubled: count })),
  gaps: z.array(
    z.enum(['failed', 'repeated', 'changed', 'short', 'capped', 'unreadable', 'doubled', 'callers']),
  ),
})

export const archiveState = z.object({
  is: z.enum(['reading', 'complete', 'failed']),
  as_of: z.nullable(instant),
  /** First reading among the days: later edits such as deals may be missing since. */
  oldest: z.nullable(instant),
  loaded: count,
  /** Contacts by the API's total, including unread days; null: unknown. */
  total: z.nullable(count),
  /** Days with possibly missing contacts, unread or unreadable, oldest first. */
  unread: z.array(z.object({ date_from: day, date_to: day })),
  shortfall: z.nullable(shortfall),
  error: z.nullable(z.object({ status: count, code: z.string(), retry_after: z.nullable(count) })),
  /** Too many contacts for a browser; only our server counts them. */
  is_too_many: z.optional(z.boolean()),
})
export type ArchiveState = z.infer<typeof archiveState>

/** Whether all requested days are stored. */
export const isFullyStored = ({ as_of, unread }: ArchiveState): boolean =>
  as_of !== null && unread.length === 0

export const archiveSummary = z.object({
  accounts: z.array(
    z.object({
      client: z.nullable(z.string()),
      contacts: count,
      days: count,
      bytes: count,
      since: z.nullable(day),
      as_of: z.nullable(instant),
      requests_today: count,
    }),
  ),
  days_kept: count,
  /** `memory`: in the server's memory while in use. */
  kind: z.enum(['disk', 'memory']),
})
export type ArchiveSummary = z.infer<typeof archiveSummary>
