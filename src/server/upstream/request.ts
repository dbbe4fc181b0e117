import { pathOf, type Endpoint, type PathParameter } from '#/contract/endpoint.ts'
import { endpoints, type EndpointName } from '#/contract/endpoints.ts'
import type { Dialect } from '#/server/config/config.ts'
import { failure, type FailureCode } from '#/server/http/failure.ts'
import { withFaults, type FaultName } from '#/server/faults.ts'
import { CONTENT_TYPE_HEADERS, credentialHeaders, upstreamQuery } from '#/server/quirks.ts'
import { isTooWide } from './json-size.ts'

/** A request to the API: the network's `fetch`, or the embedded reference service. */
export type UpstreamFetch = (request: Request) => Promise<Response>

/** One documented call as it goes to the API. */
export interface UpstreamCall {
  readonly name: EndpointName
  readonly values?: Partial<Record<PathParameter, string>>
  /** Goes into the documented prefix; null: none. */
  readonly clientId?: string | null
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Null: no credentials (G18). */
  readonly key: string | null
}

/** What belongs to the request of the browser that a call is made for. */
export interface CallContext {
  /** Aborts when the browser goes away: so does the call. */
  readonly signal: AbortSignal
  readonly faults: ReadonlySet<FaultName>
}

/** JSON or nothing: `body` is undefined where the answer was empty, or failed without JSON. */
export interface UpstreamAnswer {
  readonly status: number
  readonly body: unknown
  /** As the service wrote it, if it is one of the two forms of HTTP. */
  readonly retryAfter: string | null
}

export const LIMITS = { headersMs: 10_000, totalMs: 25_000, bytes: 20 * 1024 * 1024 }

export interface UpstreamOptions {
  readonly fetch: UpstreamFetch
  readonly baseUrl: string
  readonly dialect: Dialect
  readonly limits?: typeof LIMITS
}

/** A kept-alive connection that the other side closed just as it was used: nothing was answered yet. */
const RESET_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const wasReset = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && RESET_CODES.has(String(error.code))) ||
    (error.cause !== undefined && wasReset(error.cause)))

/** An answer that Node cannot read as HTTP: malformed headers, or more encodings than are sensible. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  (!('code' in error.cause) || String(error.cause.code).startsWith('HPE_'))

const isJson = (response: Response) =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(response.headers.get('content-type') ?? '')

const retryAfterOf = (response: Response) => {
  const header = response.headers.get('retry-after')?.trim() ?? ''
  return /^\d{1,10}$/.test(header) || /^[A-Z][a-z]{2}, [\w: ]{15,25} GMT$/.test(header) ? header : null
}

/** An in-process service does not listen to signals: the race does it for both kinds. */
const orAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })

const readText = async (response: Response, signal: AbortSignal, maxBytes: number): Promise<string> => {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await orAborted(signal, reader.read())
      if (done) break
      bytes += value.byteLength
      // Counted after decompression: a small answer can unpack to gigabytes.
      if (bytes > maxBytes) throw failure('upstream_too_large')
      // Not a text yet: of an answer that is too large none is made.
      chunks.push(value)
    }
  } catch (error) {
    reader.cancel().catch(() => undefined)
    throw error
  }
  const decoder = new TextDecoder()
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode()
}

const discard = (response: Response) => void response.body?.cancel().catch(() => undefined)

/** The only way to the API for JSON. */
export const createUpstream = ({ fetch, baseUrl, dialect, limits = LIMITS }: UpstreamOptions) => {
  const requestOf = (
    { name, values = {}, clientId = null, query = {}, body, key }: UpstreamCall,
    signal: AbortSignal,
  ) => {
    const endpoint: Endpoint = endpoints[name]
    const url = new URL(baseUrl + pathOf(endpoint, values, clientId))
    url.search = upstreamQuery(endpoint.query, query, dialect).toString()
    return new Request(url, {
      method: endpoint.method,
      headers: { ...CONTENT_TYPE_HEADERS, ...credentialHeaders(key, dialect) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal,
    })
  }

  const readAnswer = async (response: Response, signal: AbortSignal): Promise<UpstreamAnswer> => {
    const { status } = response
    const answer = { status, body: undefined, retryAfter: retryAfterOf(response) }
    if (status >= 300 && status < 400) {
      discard(response)
      throw failure('upstream_bad_response')
    }
    const isRefusal = status >= 400
    if (!isJson(response)) {
      // What stands in front of a service refuses in a language of its own: the status is enough.
      if (isRefusal) {
        discard(response)
        return answer
      }
      // Nothing is no HTML either; whether nothing will do is for the caller to say (G11).
      if ((await readText(response, signal, limits.bytes)) === '') return answer
      throw failure('upstream_bad_response')
    }
    const text = await readText(response, signal, limits.bytes)
    if (text === '') return answer
    if (isTooWide(text)) throw failure('upstream_too_large')
    try {
      return { ...answer, body: JSON.parse(text) }
    } catch (cause) {
      if (isRefusal) return answer
      throw failure('upstream_bad_response', { cause })
    }
  }

  /**
   * Sends one call and reads its answer, whatever its status.
   * @throws Failure `upstream_unreachable`, `upstream_timeout`, `upstream_too_large` or `upstream_bad_response`; the
   * signal's reason when the browser went away
   */
  return async (call: UpstreamCall, context: CallContext): Promise<UpstreamAnswer> => {
    const limit = new AbortController()
    const expire = () => limit.abort(failure('upstream_timeout'))
    const headersTimer = setTimeout(expire, limits.headersMs)
    const totalTimer = setTimeout(expire, limits.totalMs)
    const signal = AbortSignal.any([context.signal, limit.signal])
    const faulty = withFaults(fetch, call.name, context.faults, dialect)
    const attempt = () => orAborted(signal, faulty(requestOf(call, signal)))
    let otherwise: FailureCode = 'upstream_unreachable'
    try {
      const response = await attempt().catch((error: unknown) => {
        if (endpoints[call.name].method === 'GET' && !signal.aborted && wasReset(error)) return attempt()
        throw error
      })
      clearTimeout(headersTimer)
      otherwise = 'upstream_bad_response'
      return await readAnswer(response, signal)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (error instanceof Error && error.name === 'Failure') throw error
      throw failure(isUnreadable(error) ? 'upstream_bad_response' : otherwise, { cause: error })
    } finally {
      clearTimeout(headersTimer)
      clearTimeout(totalTimer)
    }
  }
}

export type Upstream = ReturnType<typeof createUpstream>
