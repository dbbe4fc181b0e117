import * as z from 'zod'
import { sessionUser } from '#/contract/session.ts'
import { identity } from '#/server/identity/identity.ts'

/* What is known of a session, as its row keeps it, sealed. */

/** Where a session was opened, for the person who wonders which is which. */
const openedFrom = z.object({ address: z.string(), agent: z.string() })
/** A screen on the wall, and whose figures it shows; `client` null: the account's own. */
const wallFacts = z.object({ client: z.string().nullable() })
export type WallFacts = z.infer<typeof wallFacts>
const facts = { user: sessionUser, from: openedFrom.optional(), wall: wallFacts.optional() }
const factsOfKey = z.object({ api_key: z.string(), ...facts })
const factsOfPerson = z.object({
  identity,
  /** Of AUTH_KEYS, which holds the key. */
  account: z.string(),
  ...facts,
  /** What the provider gave, to end the session there and to ask whether the person is still known. */
  provider: z
    .object({
      sid: z.string().nullable(),
      id_token: z.string(),
      refresh_token: z.string().nullable(),
      /** Milliseconds since 1970: the provider has said so long that it knows the person. */
      good_until: z.number(),
    })
    .optional(),
})
const sealedFacts = z.union([factsOfKey, factsOfPerson])
/** A session in a frame of another site: it is whoever let it in, as long as that session is open. */
const factsOfFrame = z.object({
  /** Origin of the page that shows it. */
  portal: z.string(),
  /** Hash of the id of the session that has let it in. */
  of: z.string(),
  from: openedFrom,
})
export const storedFacts = z.union([sealedFacts, factsOfFrame])
export type FrameFacts = z.infer<typeof factsOfFrame>
/** Who signed in with a key of the API's, or whom the company vouches for. */
export type SealedFacts = z.infer<typeof sealedFacts>
export type PersonFacts = z.infer<typeof factsOfPerson>
