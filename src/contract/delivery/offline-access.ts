import * as z from 'zod/mini'

/* Offline access: Callboard may read contacts with a person's access while they are signed out, for alerts and reports. */

/** `GET` reads, `PUT` gives, `DELETE` ends it. */
export const OFFLINE_ACCESS_PATH = '/standing'

/** `refused`: by the API; `secret`: SESSION_SECRET was replaced */
const offlineAccessEnd = z.enum(['person', 'refused', 'expired', 'secret'])
export type OfflineAccessEnd = z.infer<typeof offlineAccessEnd>

export const offlineAccessState = z.object({
  is: z.enum(['none', 'given', 'ended']),
  given: z.nullable(z.string()),
  until: z.nullable(z.string()),
  ended: z.nullable(z.string()),
  why: z.nullable(offlineAccessEnd),
})
export type OfflineAccessState = z.infer<typeof offlineAccessState>
