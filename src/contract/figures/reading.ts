import * as z from 'zod/mini'
import { clientPrefix } from '../endpoint.ts'
import '../field.ts'
import { shortfall } from '../archive/shapes.ts'

/* Answers of our server about figures. Both ends are ours, so an unexpected shape is a defect. */

/** Below `/api`. */
export const figuresPath = (client: string | null): string => `${clientPrefix(client)}/figures`

const days = z.object({ first: z.number(), last: z.number() })

const progress = z.object({
  loaded: z.number(),
  /** The API's own `total_objects`; null: no answer yet. */
  total: z.nullable(z.number()),
  unread: z.array(days),
})
export type DaysProgress = z.infer<typeof progress>

export const readingState = z.object({
  /** `stopped` by the user; both `stopped` and `failed` continue on request. */
  is: z.enum(['loading', 'loaded', 'stopped', 'failed']),
  version: z.string(),
  /** Changes with aliases, won statuses, spend, plans or working hours; then the version changes too. */
  rules: z.string(),
  current: progress,
  compared: z.nullable(progress),
  asOf: z.nullable(z.string()),
  /** First reading among the days: later edits may be missing since. */
  oldest: z.nullable(z.string()),
  shortfall: z.nullable(shortfall),
  comparedShortfall: z.nullable(shortfall),
  error: z.nullable(z.object({ status: z.number(), code: z.string(), retry_after: z.nullable(z.number()) })),
  /** Contacts until then count, by most clocks. `offset`: minutes east of UTC; null: unknown. */
  now: z.object({ day: z.number(), minute: z.number(), offset: z.nullable(z.number()) }),
  /** Minutes east of UTC of the objects' clocks (G6), most objects first. */
  clocks: z.array(z.number()),
  /** Titles by oid, as pairs: an oid may be `__proto__`. */
  objectTitles: z.array(z.tuple([z.string(), z.string()])),
})
export type ReadingState = z.infer<typeof readingState>

/** `unchanged`: the answer of the version that was sent is still valid. */
export const figuresAnswer = z.union([
  z.object({ unchanged: z.literal(true) }),
  z.object({ state: readingState, answer: z.unknown() }),
])
