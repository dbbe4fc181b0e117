/* Addresses of sign-in, without schemas, which would enlarge the sign-in page. */

/** The documented sign-in (API document 4.2), here so that the sign-in page needs no endpoint table. */
export const SIGN_IN_PATH = '/v2/users/sign_in'

/* Sign-in at the company's provider: outside of `/api`, since the provider redirects the browser there. */

/** Starts it, with `next`, and `again=1` for another account than the provider's current one. */
export const COMPANY_SIGN_IN = '/auth/sign-in'

export const SIGN_IN_PAGE = '/sign-in'

export interface SignInSearch {
  readonly next?: string
  /** A session has ended while in use. */
  readonly ended?: '1'
  readonly failed?: SignInFailure
}

export const SIGN_IN_FAILURES = [
  'unavailable',
  /** Refused by the provider or the person. */
  'denied',
  /** Timed out, begun in another browser, or already used. */
  'expired',
  /** An invalid answer of the provider. */
  'untrusted',
  /** Failure of the API or our own storage. */
  'service',
] as const
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number]

/**
 * Address that starts sign-in.
 * @param next a page of ours, by {@link safeNext}
 * @param again for another account than the provider's current one
 */
export const companySignIn = (next: string, again = false): string => {
  const search = new URLSearchParams({ ...(next !== '/' && { next }), ...(again && { again: '1' }) })
  return search.size === 0 ? COMPANY_SIGN_IN : `${COMPANY_SIGN_IN}?${search}`
}

const ANY_ORIGIN = 'http://localhost'

/** Destination after sign-in: always a page of ours (no open redirect). */
export const safeNext = (next: string | undefined): string => {
  const url = next?.startsWith('/') ? URL.parse(next, ANY_ORIGIN) : null
  if (url?.origin !== ANY_ORIGIN) return '/'
  // Normalised as browsers do: tabs, backslashes and dots.
  const path = url.href.slice(ANY_ORIGIN.length)
  return path.startsWith('//') || /^\/(?:sign-in|auth|api)(?:[/?#]|$)/.test(path) ? '/' : path
}
