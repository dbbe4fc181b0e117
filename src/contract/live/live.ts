import * as z from 'zod/mini'
import { clientPrefix } from '../endpoint.ts'
import '../field.ts'

/*
 * Figures of the live page: `POST /api/live`, also below a client's prefix. Never contains callers' numbers,
 * since the screen is public.
 */

export const LIVE_PATH = '/live'
export const livePath = (client: string | null): string => `${clientPrefix(client)}${LIVE_PATH}`

const count = z.number()
const instant = z.string()

/** An object's day so far, by its own clock (G6). */
const liveObject = z.object({
  oid: z.string(),
  title: z.nullable(z.string()),
  site_url: z.nullable(z.string()),
  own_number: z.nullable(z.string()),
  contacts: count,
  calls: count,
  missed: z.nullable(count),
  usual: z.nullable(count),
  /** The pause or the low count is beyond chance. */
  is_silent: z.boolean(),
})
export type LiveObject = z.infer<typeof liveObject>

const liveContact = z.object({
  oid: z.nullable(z.string()),
  id: z.number(),
  at: z.nullable(instant),
  minute: z.nullable(count),
  source: z.nullable(z.string()),
})

/** A caller not reached since a missed call. */
const liveWaiting = z.extend(liveContact, {
  attempts: count,
  is_first_time: z.boolean(),
})
export type LiveWaiting = z.infer<typeof liveWaiting>

const newest = z.extend(liveContact, {
  status: z.nullable(z.number()),
  duration: z.nullable(z.number()),
})
export type LiveNewest = z.infer<typeof newest>

export const live = z.object({
  as_of: instant,
  offset: z.nullable(count),
  day: z.string(),
  client_name: z.nullable(z.string()),
  /** With contacts or tracking, usually busiest first. */
  objects: z.array(liveObject),
  /** Longest waiting first; null: hidden fields are needed, or no missed call has a number. */
  waiting: z.nullable(z.object({ total: count, callers: z.array(liveWaiting) })),
  newest: z.array(newest),
  is_all: z.boolean(),
  is_today_read: z.boolean(),
})
export type Live = z.infer<typeof live>
