import { jwtVerify } from 'jose'
import * as z from 'zod'
import { CLOCK_TOLERANCE_S, type Provider } from './provider.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** An older one has had its time; so long its name is remembered, that it counts once. */
const MAX_AGE_S = 300
const REMEMBERED_MS = (MAX_AGE_S + 2 * CLOCK_TOLERANCE_S) * 1_000

const name = z.string().min(1)
/** OpenID Connect Back-Channel Logout 1.0, section 2.4. */
const logoutClaims = z
  .object({
    iss: name,
    sub: name.optional(),
    sid: name.optional(),
    jti: name,
    events: z.looseObject({ [EVENT]: z.looseObject({}) }),
    /** What has one is an ID token. */
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

/** Whose sessions end: those of the person, of one sign-in at the provider, or of both at once. */
export interface Logout {
  readonly issuer: string
  readonly sub: string | null
  readonly sid: string | null
}

/** Reads what the provider sends by itself when somebody has signed out there. */
export const createLogoutReader = (provider: Pick<Provider, 'verification'>, monotonic: () => number) => {
  const seen = new Map<string, number>()
  const isNew = (jti: string) => {
    const at = monotonic()
    for (const [known, since] of seen) if (at - since >= REMEMBERED_MS) seen.delete(known)
    if (seen.has(jti)) return false
    seen.set(jti, at)
    return true
  }

  /** Null: it is no logout token for us, or has been used. @throws what `providerTrouble` knows */
  return async (token: string): Promise<Logout | null> => {
    const { keys, ...expected } = await provider.verification()
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      ...expected,
      clockTolerance: CLOCK_TOLERANCE_S,
      maxTokenAge: MAX_AGE_S,
    })
    if (!/^(?:logout\+)?jwt$/i.test(protectedHeader.typ ?? 'JWT')) return null
    const claims = logoutClaims.safeParse(payload)
    if (!claims.success || !isNew(claims.data.jti)) return null
    const { iss, sub = null, sid = null } = claims.data
    return { issuer: iss, sub, sid }
  }
}
