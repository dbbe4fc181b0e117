import * as z from 'zod/mini'
import '../field.ts'

/*
 * What our own server keeps of the API's contacts, and how it is asked. Not part of the API document: both ends are ours
 * and of one version, so a shape that is not the one below is a defect, never leniently read.
 */

/** Below `/api`. @param client null: the account that is signed in itself */
export const archivePath = (client: string | null): string =>
  client === null ? '/archive' : `/clients/${encodeURIComponent(client)}/archive`

/** `YYYY-MM-DD` */
const day = z.string()
/** As `toISOString` writes it. */
const instant = z.string()
const count = z.number()

/** What is missing of what was read, and why: the words of the reader of pages (G1). */
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

/** How the asked days stand. */
export const archiveState = z.object({
  is: z.enum(['reading', 'complete', 'failed']),
  /** When the last of them that is held was read; null: none is. */
  as_of: z.nullable(instant),
  /** The oldest reading of a day among them: what changes late, like deals, is known as of then. */
  oldest: z.nullable(instant),
  /** Contacts that are held. */
  loaded: count,
  /** How many there should be by the API's own total, also of days that could not be read; null: it has not said. */
  total: z.nullable(count),
  /** Days that contacts may be missing of: still to be read, newest first, or impossible to read. The oldest first. */
  unread: z.array(z.object({ date_from: day, date_to: day })),
  shortfall: z.nullable(shortfall),
  /** Of a failed reading: what the API or our server answered, and how long it asks to wait. */
  error: z.nullable(z.object({ status: count, code: z.string(), retry_after: z.nullable(count) })),
  /** They are too many for a browser: their columns are not sent, and questions about them are our server's to answer. */
  is_too_many: z.optional(z.boolean()),
})
export type ArchiveState = z.infer<typeof archiveState>

/** What is kept, for the settings page. */
export const archiveSummary = z.object({
  accounts: z.array(
    z.object({
      /** Null: the account that is signed in itself. */
      client: z.nullable(z.string()),
      contacts: count,
      days: count,
      bytes: count,
      /** The first day that is held; null: none is. */
      since: z.nullable(day),
      as_of: z.nullable(instant),
      requests_today: count,
    }),
  ),
  /** How many days are kept. */
  days_kept: count,
  /** `memory`: in our server's memory only, until nobody needs them. */
  kind: z.enum(['disk', 'memory']),
})
export type ArchiveSummary = z.infer<typeof archiveSummary>
