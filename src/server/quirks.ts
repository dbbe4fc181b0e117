import type { EndpointName } from '#/contract/endpoints.ts'
import type { Dialect } from './config/config.ts'

/**
 * What the upstream does its own way, absorbed here so that the browser speaks one clean dialect. Each is named after
 * the gap of the API document it answers; the first person with the real service in hand corrects it here.
 */

/** G1: contacts per page where the service can be told. */
const PAGE_SIZE = '100'

/** G1: lists of v2 are paged by a parameter whose name is not shown; page 1 is asked without it. */
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

/** G4: what can stand in either header. Anything else is a wrong key before it is sent. */
export const isPossibleKey = (key: string) => /^[\x21-\x7e]{1,512}$/.test(key)

/** G20: "must be sent" (API document 1), so with every request, GET included. */
export const CONTENT_TYPE_HEADERS = {
  accept: 'application/json',
  'content-type': 'application/json',
} as const

/** G11: the answer of this write is not shown and may be nothing at all; any other answer has a body. */
export const mayAnswerNothing = (name: EndpointName): boolean => name === 'script_config'
