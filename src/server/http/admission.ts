import { LIVE_PATH } from '#/contract/live/live.ts'
import { WORKBOOK_TYPE } from '#/contract/spend/spend-sheet.ts'
import { isLoopback } from '#/server/config/variables.ts'

/**
 * Access control of `/api`: only our own page, whatever cookies a request has. Checks `Sec-Fetch-Site` and `Sec-Fetch-Dest`;
 * without them (older browsers, plain http), `Origin` and a header that other sites cannot set.
 */
export interface AdmissionRules {
  readonly origin: string
  readonly destinations: readonly string[]
  /** Body type besides JSON, for the path that takes files; forms cannot send it. */
  readonly fileType?: string | null
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** Forms can send three types, not JSON. DELETE has no body. */
const hasAcceptedType = (method: string, type: string | null, fileType: string | null) =>
  type === null ? method === 'DELETE' : JSON_TYPE.test(type) || type === fileType

export const fileTypeOf = (path: string): string | null =>
  /^\/api(?:\/clients\/[^/]+)?\/spend-sheet$/.test(path) ? WORKBOOK_TYPE : null

/** Exceptions: audio elements and frames only send their destination. */
export const destinationsOf = (path: string) => {
  const [, route] = /^\/api(?:\/clients\/[^/]+)?\/(recordings|notification-preview)\//.exec(path) ?? []
  return route === 'recordings' ? ['audio', 'empty'] : route === undefined ? ['empty'] : ['iframe']
}

/**
 * Whether the host is PUBLIC_URL's, or loopback on a loopback connection. Other names may be DNS rebinding.
 * Load balancers probe the health by address.
 */
export const namesUs = (url: URL, publicHost: string, localAddress: string | undefined) =>
  url.host === publicHost ||
  url.pathname === '/healthz' ||
  (isLoopback(url.hostname) && isLoopback((localAddress ?? '').replace(/^::ffff:/, '')))

export const isAdmitted = (
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  { origin, destinations, fileType = null }: AdmissionRules,
): boolean => {
  const isRead = READS.has(method)
  const isMarked = headers.get('x-requested-by') === 'callboard'
  if (!isRead && !(isMarked && hasAcceptedType(method, headers.get('content-type'), fileType))) return false
  const site = headers.get('sec-fetch-site')
  if (site !== null)
    return site === 'same-origin' && destinations.includes(headers.get('sec-fetch-dest') ?? '')
  const from = headers.get('origin')
  return isRead ? isMarked && (from === null || from === origin) : from === origin
}

const FOR_KIOSKS: ReadonlySet<string> = new Set([
  `POST /api${LIVE_PATH}`,
  `GET /api${LIVE_PATH}`,
  'GET /api/session',
  'DELETE /api/session',
])
/** A kiosk may only request its figures. */
export const isForKiosks = (method: string, path: string): boolean => FOR_KIOSKS.has(`${method} ${path}`)
