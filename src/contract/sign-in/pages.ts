/*
 * Ways to sign in, by their addresses. The page that signs in begins with these and without the schemas of what is answered
 * to it: those come with the pages behind it.
 */

/** Where the documented sign-in is (API document 4.2): the page that signs in needs no more of the table of endpoints. */
export const SIGN_IN_PATH = '/v2/users/sign_in'

/*
 * Sign-in at the company's provider: pages outside of `/api`, because the provider itself leads the browser there.
 */

/** Begins it; with `next` and, for another account than the one the provider remembers, `again=1`. */
export const COMPANY_SIGN_IN = '/auth/sign-in'

/** The pages without a session, among them the one that says why there is none. */
export const SIGN_IN_PAGE = '/sign-in'

/** What the sign-in page is told by its address. */
export interface SignInSearch {
  /** Where the person wanted to go. */
  readonly next?: string
  /** A session has ended under the person's hands. */
  readonly ended?: '1'
  /** Why a try at the company's sign-in has led to nothing. */
  readonly failed?: SignInFailure
}

/** Why the company's sign-in has led to nothing; the sign-in page has words for each. */
export const SIGN_IN_FAILURES = [
  /** The provider does not answer. */
  'unavailable',
  /** The provider has said no, or the person has. */
  'denied',
  /** It took too long, was begun in another browser, or has been used already. */
  'expired',
  /** What the provider answered proves nothing. */
  'untrusted',
  /** The provider has vouched for the person; the API or our own storage stands in the way. */
  'service',
] as const
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number]

/**
 * Leads to the provider. @param next a page of ours, by {@link safeNext}
 * @param again for another account than the one the provider remembers
 */
export const companySignIn = (next: string, again = false): string => {
  const search = new URLSearchParams({ ...(next !== '/' && { next }), ...(again && { again: '1' }) })
  return search.size === 0 ? COMPANY_SIGN_IN : `${COMPANY_SIGN_IN}?${search}`
}

const ANY_ORIGIN = 'http://localhost'

/** Where to go after sign-in: a page of ours, whatever the address says. */
export const safeNext = (next: string | undefined): string => {
  const url = next?.startsWith('/') ? URL.parse(next, ANY_ORIGIN) : null
  if (url?.origin !== ANY_ORIGIN) return '/'
  // As the browser would read it: tabs are gone, backslashes and dots have become what they mean.
  const path = url.href.slice(ANY_ORIGIN.length)
  return path.startsWith('//') || /^\/(?:sign-in|auth|api)(?:[/?#]|$)/.test(path) ? '/' : path
}
