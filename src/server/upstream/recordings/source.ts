import type { Config } from '#/server/config/config.ts'
import { failure, type FailureCode } from '#/server/http/failure.ts'
import { withFaults } from '#/server/faults.ts'
import { CONTENT_TYPE_HEADERS, credentialHeaders } from '#/server/quirks.ts'
import type { UpstreamFetch } from '../request.ts'
import { HEAD_BYTES, mayBeSound } from './sound.ts'

/** Many hours of sound. */
export const MAX_BYTES = 512 * 1024 * 1024
const HEADERS_MS = 10_000
const MAX_REDIRECTS = 3
/** Failures by status; the service's are not documented (G16). */
const REFUSED: Readonly<Record<number, FailureCode>> = {
  202: 'recording_not_ready',
  404: 'no_recording',
  409: 'recording_not_ready',
  410: 'recording_gone',
  416: 'range_not_satisfiable',
  425: 'recording_not_ready',
}
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export const discard = (response: Response) => void response.body?.cancel().catch(() => undefined)

/** Length of the file, from `Content-Range` for parts. Null: unknown. */
export const fileLength = (response: Response): number | null => {
  const size =
    response.status === 206 || response.status === 416
      ? /^bytes (?:\d+-\d+|\*)\/(\d{1,15})$/.exec(response.headers.get('content-range') ?? '')?.[1]
      : response.headers.get('content-length')
  return size === null || size === undefined ? null : Number(size)
}
/** Whether a part includes the bytes needed for detection. */
export const hasHead = (response: Response): boolean => {
  const total = fileLength(response)
  if (response.status !== 206) return true
  const [, first, last] =
    /^bytes (\d{1,15})-(\d{1,15})\//.exec(response.headers.get('content-range') ?? '') ?? []
  return first === '0' && Number(last) + 1 >= Math.min(HEAD_BYTES, total ?? HEAD_BYTES)
}

/** @throws Failure for a wrong status, type or size */
const accept = (response: Response): Response => {
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  const isPlain = ['', 'identity'].includes(response.headers.get('content-encoding') ?? '')
  const isFull = response.status === 200 || response.status === 206
  if (isFull && mayBeSound(type) && isPlain && (fileLength(response) ?? 0) <= MAX_BYTES) return response
  discard(response)
  if (response.status === 416 && fileLength(response) === 0) throw failure('recording_empty')
  if (isFull && isPlain && mayBeSound(type)) throw failure('upstream_too_large')
  throw failure(REFUSED[response.status] ?? 'upstream_bad_response')
}

export interface RecordingSourceOptions {
  readonly config: Pick<Config, 'publicUrl' | 'apiBaseUrl' | 'mediaHosts' | 'insecureHttp' | 'dialect'>
  /** To the API's own host. */
  readonly fetch: UpstreamFetch
  /** To API_MEDIA_HOSTS; refuses non-public addresses. */
  readonly checkedFetch: UpstreamFetch
}

/** Requests recordings from their hosts. */
export const createRecordingSource = ({ config, fetch, checkedFetch }: RecordingSourceOptions) => {
  const apiOrigin = new URL(config.apiBaseUrl ?? config.publicUrl).origin

  /** How to request an address; null: the page only links to it. */
  const routeTo = (url: URL | null, key: string) => {
    if (!url || url.username || url.password) return null
    // The API's own origin may get the key.
    if (url.origin === apiOrigin)
      return { url, fetch, headers: { ...CONTENT_TYPE_HEADERS, ...credentialHeaders(key, config.dialect) } }
    const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && config.insecureHttp)
    return isSecure && config.mediaHosts.includes(url.host) ? { url, fetch: checkedFetch, headers: {} } : null
  }

  /** Follows redirects; each address is checked, resolved and given credentials separately. */
  const request = async (
    { address, key }: { readonly address: string; readonly key: string },
    range: string | null,
    faults: ReadonlySet<string>,
  ): Promise<Response> => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(failure('upstream_timeout')), HEADERS_MS)
    const { signal } = limit
    try {
      let url = URL.parse(address)
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const route = routeTo(url, key)
        if (!route) throw failure('recording_elsewhere')
        const headers = {
          ...route.headers,
          accept: 'audio/*',
          // Lengths and ranges must be those of the file.
          'accept-encoding': 'identity',
          ...(range !== null && { range }),
        }
        const response = await withFaults(
          route.fetch,
          'recording',
          faults,
          config.dialect,
        )(new Request(route.url, { headers, redirect: 'manual', signal })).catch((cause: unknown) => {
          throw signal.aborted ? signal.reason : failure('upstream_unreachable', { cause })
        })
        if (!REDIRECTS.has(response.status)) return accept(response)
        discard(response)
        url = URL.parse(response.headers.get('location') ?? '', route.url)
      }
      throw failure('upstream_bad_response')
    } finally {
      clearTimeout(timer)
    }
  }

  return { request }
}
