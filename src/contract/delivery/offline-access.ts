import * as z from 'zod/mini'

/* Offline access: Callboard may read contacts with a person's access while they are signed out, for alerts and reports. */

/** `GET` reads, `PUT` gives, `DELETE` ends it. */
export const STANDING_PATH = '/standing'

/** `refused`: by the API; `secret`: SESSION_SECRET was replaced */
const standingEnd = z.enum(['person', 'refused', 'expired', 'secret'])
export type StandingEnd = z.infer<typeof standingEnd>

export const standingState = z.object({
  is: z.enum(['none', 'given', 'ended']),
  given: z.nullable(z.string()),
  until: z.nullable(z.string()),
  ended: z.nullable(z.string()),
  why: z.nullable(standingEnd),
})
export type StandingState = z.infer<typeof standingState>
