import { errors } from 'jose'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { SignInFailure } from '#/contract/sign-in/pages.ts'

const BUSY: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable'])
/** openid-client's codes for missing or invalid answers. */
const NO_ANSWER: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/** The failure to show; null: not the provider's. */
export const providerTrouble = (error: unknown): Exclude<SignInFailure, 'service'> | null => {
  if (error instanceof ResponseBodyError) {
    if (error.status >= 500 || error.status === 429 || BUSY.has(error.error)) return 'unavailable'
    // A used or expired code, or a revoked refresh token.
    if (error.error === 'invalid_grant') return 'expired'
    return error.error === 'invalid_client' ? 'untrusted' : 'denied'
  }
  if (error instanceof AuthorizationResponseError) return BUSY.has(error.error) ? 'unavailable' : 'denied'
  if (error instanceof WWWAuthenticateChallengeError) return error.status >= 500 ? 'unavailable' : 'untrusted'
  if (error instanceof ClientError) return NO_ANSWER.has(error.code ?? '') ? 'unavailable' : 'untrusted'
  if (error instanceof errors.JWKSTimeout) return 'unavailable'
  if (error instanceof errors.JOSEError)
    return error.constructor === errors.JOSEError ? 'unavailable' : 'untrusted'
  // fetch throws this for an unreachable host; defects have a code.
  return error instanceof TypeError && !('code' in error) ? 'unavailable' : null
}

/** Whether the provider refused the person, in contrast to other failures. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ResponseBodyError
    ? ['expired', 'denied'].includes(providerTrouble(error) ?? '')
    : providerTrouble(error) === 'untrusted' && !(error instanceof WWWAuthenticateChallengeError)

/** For the operator: the library's or provider's code, never a value. */
export const troubleCode = (error: unknown): string | null => {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return /^[a-z_]{1,40}$/.test(error.error) ? error.error : 'other'
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
