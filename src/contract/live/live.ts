import * as z from 'zod/mini'
import '../field.ts'

/*
 * What a screen on the wall shows, counted by our server: `POST /api/live`, and the same below a client's prefix. Both ends are
 * ours and of one version. No caller's number is in it, nor in any of its texts, whoever asks: it hangs where all can see it.
 */

export const LIVE_PATH = '/live'
export const livePath = (client: string | null): string =>
  client === null ? LIVE_PATH : `/clients/${encodeURIComponent(client)}${LIVE_PATH}`

const count = z.number()
/** As `toISOString` writes it. */
const instant = z.string()

/** An object's day so far, by its own clock (G6). */
const liveObject = z.object({
  oid: z.string(),
  title: z.nullable(z.string()),
  site_url: z.nullable(z.string()),
  own_number: z.nullable(z.string()),
  contacts: count,
  calls: count,
  /** Null: the account hides what became of calls. */
  missed: z.nullable(count),
  /** Contacts that it has by this minute of this weekday, the mean of the weeks before; null: too few weeks are known. */
  usual: z.nullable(count),
  /** The pause since the last contact, or so few of them, is hardly chance. */
  is_silent: z.boolean(),
})
export type LiveObject = z.infer<typeof liveObject>

const liveContact = z.object({
  oid: z.nullable(z.string()),
  id: z.number(),
  /** When it came; null: its clock does not say how far it is from UTC. */
  at: z.nullable(instant),
  /** Minute of the day on its own clock; null: hidden. */
  minute: z.nullable(count),
  source: z.nullable(z.string()),
})

/** A caller who did not get through and has not been reached since. */
const liveWaiting = z.extend(liveContact, {
  /** Calls that were missed since they were reached last. */
  attempts: count,
  is_first_time: z.boolean(),
})
export type LiveWaiting = z.infer<typeof liveWaiting>

const newest = z.extend(liveContact, {
  status: z.nullable(z.number()),
  /** Seconds. */
  duration: z.nullable(z.number()),
})
export type LiveNewest = z.infer<typeof newest>

export const live = z.object({
  /** What had come by then. */
  as_of: instant,
  /** Minutes east of UTC of the account's clock, that of its newest contact; null: no contact says. */
  offset: z.nullable(count),
  /** Today by that clock. */
  day: z.string(),
  /** The name of the client whose figures they are; null for the account's own or when unknown. */
  client_name: z.nullable(z.string()),
  /** Those with contacts or with tracking on, the usually busiest first. */
  objects: z.array(liveObject),
  /** The one who waits longest first; null: the account hides what it is found by, or no missed call has a number. */
  waiting: z.nullable(z.object({ total: count, callers: z.array(liveWaiting) })),
  /** The newest first. */
  newest: z.array(newest),
  /** False: the service did not send everything. */
  is_all: z.boolean(),
  /** False: contacts of today may be missing, since they could not be read. */
  is_today_read: z.boolean(),
})
export type Live = z.infer<typeof live>
