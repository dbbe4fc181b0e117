import { WORKBOOK_TYPE } from '#/contract/spend/spend-sheet.ts'
import { isLoopback } from '#/server/config/variables.ts'

/**
 * The wall in front of `/api`: only our own page gets in, whatever cookies a request carries. Browsers say where a
 * request comes from (`Sec-Fetch-Site`) and what it is for (`Sec-Fetch-Dest`); where they do not (older ones, plain
 * http), `Origin` and a header that no other site can set without our permission stand in for it.
 */
export interface AdmissionRules {
  /** What `Origin` must be: the origin of PUBLIC_URL. */
  readonly origin: string
  /** Accepted values of `Sec-Fetch-Dest`. */
  readonly destinations: readonly string[]
  /** The one type of a body besides JSON, for the path that takes files; no form can send it either. */
  readonly fileType?: string | null
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** Forms can send three types, none of which is JSON. DELETE has no body, so it needs no type. */
const hasAcceptedType = (method: string, type: string | null, fileType: string | null) =>
  type === null ? method === 'DELETE' : JSON_TYPE.test(type) || type === fileType

/** Which type of file a path takes; null: none. */
export const fileTypeOf = (path: string): string | null =>
  /^\/api(?:\/clients\/[^/]+)?\/spend-sheet$/.test(path) ? WORKBOOK_TYPE : null

/** The wall's exceptions: an audio element cannot say more than that it plays, a frame than that it is one. */
export const destinationsOf = (path: string) => {
  const [, route] = /^\/api(?:\/clients\/[^/]+)?\/(recordings|notification-preview)\//.exec(path) ?? []
  return route === 'recordings' ? ['audio', 'empty'] : route === undefined ? ['empty'] : ['iframe']
}

/**
 * Whether a request names this server: PUBLIC_URL's host, or a loopback name on a connection over loopback. Another
 * name that leads here may be an attacker's (DNS rebinding), whose pages could read our answers. A balancer asks for the health by the
 * address it knows.
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
