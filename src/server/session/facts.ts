import * as z from 'zod'
import { sessionUser } from '#/contract/session.ts'
import { identity } from './identity.ts'

/** Helps the person to recognise the session. */
const openedFrom = z.object({ address: z.string(), agent: z.string() })
/** A kiosk; `client` null: the account's own figures. */
const kioskFacts = z.object({ client: z.string().nullable() })
export type KioskFacts = z.infer<typeof kioskFacts>
const facts = { user: sessionUser, from: openedFrom.optional(), wall: kioskFacts.optional() }
const factsOfKey = z.object({ api_key: z.string(), ...facts })
const factsOfPerson = z.object({
  identity,
  /** In AUTH_KEYS, which has the key. */
  account: z.string(),
  ...facts,
  /** To end the provider's session, and to check that the person is still known. */
  provider: z
    .object({
      sid: z.string().nullable(),
      id_token: z.string(),
      refresh_token: z.string().nullable(),
      /** Epoch milliseconds: validity of the provider's statement. */
      good_until: z.number(),
    })
    .optional(),
})
const sealedFacts = z.union([factsOfKey, factsOfPerson])
/** A framed session acts as the granting one, while that is open. */
const factsOfFrame = z.object({
  portal: z.string(),
  of: z.string(),
  from: openedFrom,
})
export const storedFacts = z.union([sealedFacts, factsOfFrame])
export type FrameFacts = z.infer<typeof factsOfFrame>
/** Signed in by an API key, or identified by the company. */
export type SealedFacts = z.infer<typeof sealedFacts>
export type PersonFacts = z.infer<typeof factsOfPerson>
