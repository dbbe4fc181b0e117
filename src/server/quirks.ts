import type { EndpointName } from '#/contract/endpoints.ts'
import type { Dialect } from './config/config.ts'

/**
 * Peculiarities of the API, handled here so that the browser sees one clean contract. Each is named after its
 * gap in the API document; correct it here when the real service differs.
 */

/** G1: contacts per page, if the service accepts it. */
const PAGE_SIZE = '100'

/** G1: the page parameter of v2 lists is not documented; page 1 is requested without it. */
export const upstreamQuery = (
  accepted: readonly string[],
  query: Readonly<Record<string, string>>,
  { pageParam, pageSizeParam }: Pick<Dialect, 'pageParam' | 'pageSizeParam'>,
): URLSearchParams => {
  const sent = new URLSearchParams()
  for (const name of accepted) {
    const value = query[name]
    if (value === undefined || value === '') continue
    if (name !== 'page') sent.append(name, value)
    else if (/^[1-9]\d{0,8}$/.test(value) && value !== '1') sent.append(pageParam, value)
  }
  if (pageSizeParam !== null && accepted.includes('page')) sent.append(pageSizeParam, PAGE_SIZE)
  return sent
}

/** G4: Basic with the key as user name and an empty password, or `X-AUTH-TOKEN`. G18: sign-in carries no key. */
export const credentialHeaders = (
  key: string | null,
  { auth }: Pick<Dialect, 'auth'>,
): Record<string, string> => {
  if (key === null) return {}
  return auth === 'basic'
    ? { authorization: `Basic ${Buffer.from(`${key}:`, 'utf8').toString('base64')}` }
    : { 'x-auth-token': key }
}

/** G4: characters that both headers can carry. Anything else is a wrong key without asking. */
export const isPossibleKey = (key: string) => /^[\x21-\x7e]{1,512}$/.test(key)

/** G20: "must be sent" (API document 1), so with GET too. */
export const CONTENT_TYPE_HEADERS = {
  accept: 'application/json',
  'content-type': 'application/json',
} as const

/** G11: this write's answer is not documented and may be empty; all others have a body. */
export const mayAnswerNothing = (name: EndpointName): boolean => name === 'script_config'
