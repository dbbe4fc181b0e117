import * as z from 'zod/mini'

/*
 * What a person lets Callboard do while they are away: read contacts with their access, for alerts and reports.
 */

/** `GET` says how it stands, `PUT` gives it, `DELETE` ends it. */
export const STANDING_PATH = '/standing'

/** `refused`: by the API; `secret`: the server's own has been replaced */
const standingEnd = z.enum(['person', 'refused', 'expired', 'secret'])
export type StandingEnd = z.infer<typeof standingEnd>

export const standingState = z.object({
  is: z.enum(['none', 'given', 'ended']),
  /** Moments as `toISOString` writes them. */
  given: z.nullable(z.string()),
  /** When it ends by itself. */
  until: z.nullable(z.string()),
  ended: z.nullable(z.string()),
  why: z.nullable(standingEnd),
})
export type StandingState = z.infer<typeof standingState>
