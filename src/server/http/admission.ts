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
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** Forms can send three types, none of which is JSON. DELETE has no body, so it needs no type. */
const hasAcceptedType = (method: string, type: string | null) =>
  type === null ? method === 'DELETE' : JSON_TYPE.test(type)

export const isAdmitted = (
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  { origin, destinations }: AdmissionRules,
): boolean => {
  const isRead = READS.has(method)
  const isMarked = headers.get('x-requested-by') === 'callboard'
  if (!isRead && !(isMarked && hasAcceptedType(method, headers.get('content-type')))) return false
  const site = headers.get('sec-fetch-site')
  if (site !== null)
    return site === 'same-origin' && destinations.includes(headers.get('sec-fetch-dest') ?? '')
  const from = headers.get('origin')
  return isRead ? isMarked && (from === null || from === origin) : from === origin
}
