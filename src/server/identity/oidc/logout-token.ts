import { jwtVerify } from 'jose'
import * as z from 'zod'
import { troubleOf } from '#/server/database/database.ts'
import type { Tries } from '#/server/session/tries.ts'
import { CLOCK_TOLERANCE_S } from './discovery.ts'
import type { Provider } from './provider.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Older tokens are refused; ids are remembered as long, so that each works once. */
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
    /** A nonce means an ID token. */
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

export interface Logout {
  readonly issuer: string
  readonly sub: string | null
  readonly sid: string | null
}

/**
 * Validates back-channel logout tokens.
 * @param tries shared by all servers, so that a token works once
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
      // Logging out works even when the disk takes no writes.
      return true
    }
  }

  /**
   * Null: not a logout token for us, or already used.
   * @throws errors known to `providerTrouble`
   */
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
