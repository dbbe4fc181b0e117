import * as z from 'zod/mini'
import '../field.ts'
import { shortfall } from '../archive/shapes.ts'

/*
 * How our server answers questions about figures. Not part of the API document: both ends are ours and of one version, so a
 * shape that is not the one below is a defect, never leniently read.
 */

/** Below `/api`. @param client null: the account that is signed in itself */
export const figuresPath = (client: string | null): string =>
  client === null ? '/figures' : `/clients/${encodeURIComponent(client)}/figures`

/** Days since 1970, both included. */
const days = z.object({ first: z.number(), last: z.number() })

/** How far the reading of some days has come. */
const progress = z.object({
  loaded: z.number(),
  /** The API's own `total_objects`, never what has come; null until its first answer. */
  total: z.nullable(z.number()),
  /** Days that contacts may be missing of: still to be read, or impossible to read. The oldest first. */
  unread: z.array(days),
})
export type DaysProgress = z.infer<typeof progress>

/** What an answer rests on. */
export const readingState = z.object({
  /** `stopped` by the user, `failed`: either goes on when asked to. */
  is: z.enum(['loading', 'loaded', 'stopped', 'failed']),
  /** Another one: there may be other figures. */
  version: z.string(),
  /** Another one: people have changed aliases, won statuses, spend, plans or working hours. The version is another then too. */
  rules: z.string(),
  current: progress,
  compared: z.nullable(progress),
  /** When the last stored day was read, as ISO; null: none is stored. */
  asOf: z.nullable(z.string()),
  /** When the day was read that was read first of all: what changes late is known as of then. */
  oldest: z.nullable(z.string()),
  shortfall: z.nullable(shortfall),
  comparedShortfall: z.nullable(shortfall),
  /** Of a failed reading: what the API or our server answered, and how many seconds it asks to wait. */
  error: z.nullable(z.object({ status: z.number(), code: z.string(), retry_after: z.nullable(z.number()) })),
  /** Until when contacts count, by the clock of most objects. `offset`: minutes east of UTC; null: no contact says it. */
  now: z.object({ day: z.number(), minute: z.number(), offset: z.nullable(z.number()) }),
  /** Minutes east of UTC of the objects' clocks (G6), that of the most objects first. */
  clocks: z.array(z.number()),
  /** Titles of the objects seen. Pairs: a service may call an object `__proto__`, which is no key of a plain object. */
  objectTitles: z.array(z.tuple([z.string(), z.string()])),
})
export type ReadingState = z.infer<typeof readingState>

/** An answer to a question about figures; `unchanged`: the one of the version that was sent still holds. */
export const figuresAnswer = z.union([
  z.object({ unchanged: z.literal(true) }),
  z.object({ state: readingState, answer: z.unknown() }),
])
