import { readFileSync } from 'node:fs'
import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { ConfigError } from '#/server/config/variables.ts'
import type { ProxyAuth } from '#/server/config/auth.ts'
import { failure } from '#/server/http/failure.ts'
import { isOddIdentity, readClaims, type GroupsProblem } from '../claims.ts'
import type { Identity } from '#/server/session/identity.ts'

export interface Asserted {
  readonly identity: Identity
  readonly groupsProblem: GroupsProblem | null
}

/** Asymmetric only: with a shared secret any verifier could also sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
const TOLERANCE_S = 60

const claims = z.object({
  iss: z.string(),
  sub: z.string().trim().min(1).max(320),
  iat: z.number().optional(),
})

/** Errors of fetching keys rather than of the assertion. */
const UNREACHABLE: readonly string[] = [
  errors.JWKSTimeout.code,
  errors.JWKSInvalid.code,
  errors.JOSEError.code,
]
const isRefusal = (error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError && !UNREACHABLE.includes(error.code)

const keysFrom = (keySet: URL | string): JWTVerifyGetKey => {
  // Cached for ten minutes; unknown keys are fetched at most every half minute.
  if (keySet instanceof URL) return createRemoteJWKSet(keySet)
  try {
    return createLocalJWKSet(JSON.parse(readFileSync(keySet, 'utf8')))
  } catch (cause) {
    throw new ConfigError('AUTH_PROXY_JWKS must be a file with a JSON Web Key Set', { cause })
  }
}

/**
 * Verifies assertions of the proxy.
 * @returns the person, or an error code of jose or ours
 * @throws ConfigError for a file without keys
 */
export const createAssertionReader = (
  { keySet, issuer, audience }: NonNullable<ProxyAuth['assertion']>,
  { groups, now }: { groups: string | null; now: () => number },
) => {
  const keys = keysFrom(keySet)
  let isReported = false
  /** The signature is valid, so the issuer's spelling can be trusted. */
  const isOtherSlash = (error: unknown): boolean => {
    if (!(error instanceof errors.JWTClaimValidationFailed) || error.claim !== 'iss') return false
    const named = String(error.payload.iss)
    if (named.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) return false
    if (!isReported)
      console.error(`AUTH_PROXY_ISSUER is ${issuer}, but assertions name ${named}: the two must be the same`)
    isReported = true
    return true
  }
  /** @throws Failure `sign_in_unavailable` when the keys cannot be fetched */
  return async (token: string): Promise<Asserted | string> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        clockTolerance: TOLERANCE_S,
        currentDate: new Date(now()),
        requiredClaims: ['exp', 'sub'],
      })
      const required = claims.safeParse(payload)
      if (!required.success) return 'claims'
      const { iss, sub, iat } = required.data
      if (iat !== undefined && iat * 1000 > now() + TOLERANCE_S * 1000) return 'issued_in_future'
      const person = readClaims(payload, groups)
      if (person === null || isOddIdentity(sub)) return 'odd_identity'
      const { groupsProblem, email, name } = person
      return {
        identity: { via: 'proxy', subject: `${iss}|${sub}`, email, name, groups: [...person.groups] },
        groupsProblem,
      }
    } catch (cause) {
      if (isOtherSlash(cause)) return 'issuer_slash'
      if (isRefusal(cause)) return cause.code
      throw failure('sign_in_unavailable', { cause })
    }
  }
}
