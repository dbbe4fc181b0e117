import * as z from 'zod/mini'
import '../field.ts'

/** `GET …/attention`: what needs the account's attention, as far as it can be said without asking the service. */
export const attention = z.object({
  /** Callers who wait to be called back, as of the last reading; null: that is not known. */
  callers: z.nullable(z.int()),
  /** Days that could not be read whole, and one more where answers differ from the API document; null: not known. */
  findings: z.nullable(z.int()),
  /** What alerts told and no user of the account has seen. */
  alerts: z.int(),
})
export type NavBadges = z.infer<typeof attention>

/** Below `/api`. @param client null: the account that is signed in itself */
export const navBadgesPath = (client: string | null): string =>
  client === null ? '/attention' : `/clients/${encodeURIComponent(client)}/attention`
