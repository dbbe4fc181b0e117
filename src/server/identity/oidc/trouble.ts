import { errors } from 'jose'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { SignInFailure } from '#/contract/sign-in/pages.ts'

/** What a provider says while it cannot, and not because of whom it was asked about. */
const BUSY: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable'])
/** No answer, or none of a provider's: openid-client's own codes. */
const NO_ANSWER: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/** What went wrong with the provider, for the person. Null: none of its doing. */
export const providerTrouble = (error: unknown): Exclude<SignInFailure, 'service'> | null => {
  if (error instanceof ResponseBodyError) {
    if (error.status >= 500 || error.status === 429 || BUSY.has(error.error)) return 'unavailable'
    // A code that was used or is too old; a refresh token that is worth nothing any more.
    if (error.error === 'invalid_grant') return 'expired'
    return error.error === 'invalid_client' ? 'untrusted' : 'denied'
  }
  if (error instanceof AuthorizationResponseError) return BUSY.has(error.error) ? 'unavailable' : 'denied'
  if (error instanceof WWWAuthenticateChallengeError) return error.status >= 500 ? 'unavailable' : 'untrusted'
  if (error instanceof ClientError) return NO_ANSWER.has(error.code ?? '') ? 'unavailable' : 'untrusted'
  if (error instanceof errors.JWKSTimeout) return 'unavailable'
  if (error instanceof errors.JOSEError)
    return error.constructor === errors.JOSEError ? 'unavailable' : 'untrusted'
  // What fetch throws when the host cannot be reached; a defect of ours has a code.
  return error instanceof TypeError && !('code' in error) ? 'unavailable' : null
}

/** Whether the provider has said no to a person, rather than nothing at all or something of us. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ResponseBodyError
    ? ['expired', 'denied'].includes(providerTrouble(error) ?? '')
    : providerTrouble(error) === 'untrusted' && !(error instanceof WWWAuthenticateChallengeError)

/** For the operator: the library's or the provider's own word for it, never a value. */
export const troubleCode = (error: unknown): string | null => {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return /^[a-z_]{1,40}$/.test(error.error) ? error.error : 'other'
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
