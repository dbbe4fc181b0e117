import * as z from 'zod/mini'
import { clientPrefix } from '../endpoint.ts'
import '../field.ts'

/** `GET …/attention`: counts for the navigation, from stored data only. */
export const attention = z.object({
  /** Callers waiting to be called back as of the last reading; null: unknown. */
  callers: z.nullable(z.int()),
  /** Incomplete days, silent objects, plus one if answers differ from the API document; null: unknown. */
  findings: z.nullable(z.int()),
  alerts: z.int(),
})
export type NavBadges = z.infer<typeof attention>

/** Below `/api`. */
export const navBadgesPath = (client: string | null): string => `${clientPrefix(client)}/attention`
