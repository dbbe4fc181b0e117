import { jwtVerify } from 'jose'
import * as z from 'zod'
import { troubleOf } from '#/server/database/database.ts'
import type { Tries } from '#/server/session/tries.ts'
import { CLOCK_TOLERANCE_S } from './discovery.ts'
import type { Provider } from './provider.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** An older one has had its time; so long its name is remembered, that it counts once. */
const MAX_AGE_S = 300
const ONCE = [{ count: 1, ms: (MAX_AGE_S + 2 * CLOCK_TOLERANCE_S) * 1_000 }]

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

/**
 * Reads what the provider sends by itself after a sign-out there.
 * @param tries of all servers over one database: a token that one of them has seen counts at none again
 */
export const createLogoutReader = (
  provider: Pick<Provider, 'verification'>,
  tries: Pick<Tries, 'take'>,
  now: () => number,
) => {
  const isNew = async (jti: string): Promise<boolean> => {
    try {
      return (await tries.take(`logout ${jti}`, ONCE)) === 0
    } catch (error) {
      if (troubleOf(error) === null) throw error
      // Whoever has signed out at the company is out here too, whatever our disk takes.
      return true
    }
  }

  /** Null: it is no logout token for us, or has been used. @throws what `providerTrouble` knows */
  return async (token: string): Promise<Logout | null> => {
    const { keys, ...expected } = await provider.verification()
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      ...expected,
      clockTolerance: CLOCK_TOLERANCE_S,
      maxTokenAge: MAX_AGE_S,
      currentDate: new Date(now()),
    })
    if (!/^(?:logout\+)?jwt$/i.test(protectedHeader.typ ?? 'JWT')) return null
    const claims = logoutClaims.safeParse(payload)
    if (!claims.success || !(await isNew(claims.data.jti))) return null
    const { iss, sub = null, sid = null } = claims.data
    return { issuer: iss, sub, sid }
  }
}
