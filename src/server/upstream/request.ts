import { pathOf, type Endpoint, type PathParameter } from '#/contract/endpoint.ts'
import { endpoints, type EndpointName } from '#/contract/endpoints.ts'
import type { Dialect } from '#/server/config/config.ts'
import { failure, type FailureCode } from '#/server/http/failure.ts'
import { withFaults } from '#/server/faults.ts'
import { CONTENT_TYPE_HEADERS, credentialHeaders, upstreamQuery } from '#/server/quirks.ts'
import { MAX_JSON_DEPTH } from '#/server/upstream/redact.ts'

/** Smaller answers parse fast in any case. */
const INSPECTED_CHARACTERS = 1024 * 1024
/** Names within one object, a hundred times more than documented. */
const MAX_NAMES = 10_000
/** Values in an answer; an agency of 5,000 clients has fewer. */
const MAX_VALUES = 200_000

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

const stringEnd = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return text.length
}

/** Whether parsing would block: objects with very many names, or very many values, take seconds. Decided without parsing. */
export const isTooWide = (text: string): boolean => {
  if (text.length < INSPECTED_CHARACTERS) return false
  const names: number[] = []
  let values = 1
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = stringEnd(text, at + 1)
    else if (character === COMMA) values += 1
    else if (character === COLON) {
      const last = names.length - 1
      names[last] = (names[last] ?? 0) + 1
      if (names[last] > MAX_NAMES) return true
    } else if (character === OPEN_ARRAY || character === OPEN_OBJECT) {
      names.push(0)
      if (names.length > MAX_JSON_DEPTH) return true
    } else if (character === CLOSE_ARRAY || character === CLOSE_OBJECT) names.pop()
    if (values > MAX_VALUES) return true
  }
  return false
}

/** Over the network, or to the embedded service. */
export type UpstreamFetch = (request: Request) => Promise<Response>

export interface UpstreamCall {
  readonly name: EndpointName
  readonly values?: Partial<Record<PathParameter, string>>
  /** For the client prefix; null: none. */
  readonly clientId?: string | null
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly key: string | null
}

export interface CallContext {
  readonly signal: AbortSignal
  readonly faults: ReadonlySet<string>
}

/** `body` is undefined for an empty answer, or a failure without JSON. */
export interface UpstreamAnswer {
  readonly status: number
  readonly body: unknown
  readonly retryAfter: string | null
}

export const LIMITS = { headersMs: 10_000, totalMs: 25_000, bytes: 20 * 1024 * 1024 }

export interface UpstreamOptions {
  readonly fetch: UpstreamFetch
  readonly baseUrl: string
  readonly dialect: Dialect
  readonly limits?: typeof LIMITS
}

/** A kept-alive connection closed just before use: safe to retry. */
const RESET_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const wasReset = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && RESET_CODES.has(String(error.code))) ||
    (error.cause !== undefined && wasReset(error.cause)))

/** Not HTTP: malformed headers, or too many encodings. */
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

/** In-process services ignore signals, hence the race. */
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
      // After decompression: small answers may unpack to gigabytes.
      if (bytes > maxBytes) throw failure('upstream_too_large')
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
      // Proxies refuse without JSON: the status suffices.
      if (isRefusal) {
        discard(response)
        return answer
      }
      // Whether empty answers are valid is up to the caller (G11).
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
   * Sends a call and parses its answer of any status.
   * @throws Failure `upstream_unreachable`, `upstream_timeout`, `upstream_too_large` or
   * `upstream_bad_response`; the signal's reason
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
