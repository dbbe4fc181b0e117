import type { ErrorBody } from '#/contract/error.ts'
import { requestAddress, type Endpoint, type PathParameter, type Query } from '#/contract/endpoint.ts'
import type { Lenient } from '#/contract/field.ts'
import { ApiError, type ApiErrorKind } from './error.ts'
import { noticeDocumented } from './transport/answers.ts'
import { connectionState, isCutOff, isTrouble, noticeAnswer, noticeTrouble } from './transport/connection.ts'
import { interceptionOf, whyNoAnswer } from './transport/in-between.ts'
import { closeGate, gateOpen, gateSeconds } from './transport/rate-gate.ts'
import { noticeHeaders } from './transport/server-facts.ts'

/** Owner of requested data; first in query keys and required by every factory, never global. */
export interface Scope {
  readonly principal: string
  /** Null: not an agency manager, or none chosen. */
  readonly client: string | null
}

export interface RequestOptions {
  /** Absent: before sign-in. */
  readonly scope?: Scope
  readonly values?: Partial<Record<PathParameter, string>>
  readonly query?: Query
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Automatic: doesn't prolong the session. */
  readonly background?: boolean
  /** Idempotent while this is equal (transport/idempotency-key.ts). */
  readonly onceSeen?: unknown
}

const BASE = '/api'
const TIMEOUT_MS = 30_000

const KIND_BY_STATUS: Readonly<Record<number, ApiErrorKind>> = {
  400: 'rejected',
  401: 'session-ended',
  403: 'forbidden',
  404: 'not-found',
  410: 'not-found',
  413: 'too-large',
  422: 'rejected',
  429: 'rate-limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'timeout',
}
/** Error codes more specific than their status. */
const KIND_BY_CODE: ReadonlyMap<string, ApiErrorKind> = new Map([
  ['client_forbidden', 'client-forbidden'],
  ['database_unreachable', 'database'],
  ['exports_full', 'storage'],
  ['key_refused', 'key-refused'],
  ['principal_changed', 'principal-changed'],
  ['upstream_bad_response', 'bad-response'],
  ['upstream_too_large', 'too-large'],
  ['storage_full', 'storage'],
  ['storage_unavailable', 'storage'],
])

const retryAfter = (header: string | null): number | null => {
  if (header === null) return null
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return seconds >= 0 ? Math.ceil(seconds) : null
}

const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch (cause) {
    // Aborted or timed out, not malformed.
    if (!(cause instanceof SyntaxError)) throw cause
    throw new ApiError(
      'bad-response',
      { status: response.status, requestId: response.headers.get('x-request-id') },
      cause,
    )
  }
}

/** @throws ApiError for answers of intermediaries */
export const assertOurs = (response: Response): void => {
  const kind = interceptionOf(response)
  // An opaque redirect has no status.
  if (kind)
    throw new ApiError(kind, {
      status: response.status || null,
      requestId: response.headers.get('x-request-id'),
    })
}

export const refusalOf = (
  status: number,
  code: string | null,
  details: Partial<Pick<ApiError, 'fields' | 'detail' | 'requestId' | 'retryAfter' | 'scope'>>,
): ApiError =>
  new ApiError(KIND_BY_CODE.get(code ?? '') ?? KIND_BY_STATUS[status] ?? 'server', {
    status,
    code,
    ...details,
  })

/** Null: unreadable body; the status is sufficient. */
const errorBodyOf = async (response: Response): Promise<ErrorBody | null> => {
  try {
    const [raw, { errorBody }] = await Promise.all([response.json(), import('#/contract/error.ts')])
    return errorBody.parse(raw)
  } catch {
    return null
  }
}

export const errorOf = async (response: Response, scope: Scope | null = null): Promise<ApiError> => {
  const { error, detail } = (await errorBodyOf(response)) ?? { error: null }
  return refusalOf(response.status, typeof error === 'string' ? error : null, {
    fields: typeof error === 'object' ? error : null,
    detail: detail ?? null,
    requestId: response.headers.get('x-request-id'),
    retryAfter: retryAfter(response.headers.get('retry-after')),
    scope,
  })
}

type Sent = Pick<RequestOptions, 'scope' | 'body' | 'signal' | 'background' | 'onceSeen'> & {
  /** A POST that only reads: rate-limited with reads. */
  readonly isRead?: boolean
  /** Content type of a raw body; absent: JSON. */
  readonly type?: string
  readonly timeoutMs?: number
}

export const failedRequest = async (
  cause: unknown,
  signal: AbortSignal | undefined,
  timeout?: AbortSignal,
): Promise<ApiError> => {
  if (cause instanceof ApiError) return cause
  if (signal?.aborted) return new ApiError('aborted', {}, cause)
  if (timeout?.aborted) return new ApiError('timeout', {}, cause)
  // Browsers only: workers and tests may lack it.
  if ('onLine' in navigator && !navigator.onLine) return new ApiError('offline', {}, cause)
  const why = await whyNoAnswer()
  if (signal?.aborted) return new ApiError('aborted', {}, cause)
  return new ApiError(why === 'ours' ? 'network' : why, {}, cause)
}

/**
 * Sends and checks the status; the body isn't read yet.
 * @throws ApiError; errors of fetch
 */
const answerTo = async (
  method: string,
  path: string,
  { scope, body, type, background, onceSeen }: Sent,
  until: AbortSignal,
): Promise<Response> => {
  const key =
    onceSeen === undefined
      ? null
      : await import('./transport/idempotency-key.ts').then((code) =>
          code.idempotencyKey(method, path, body, onceSeen),
        )
  const response = await fetch(`${BASE}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      'x-requested-by': 'callboard',
      // The server refuses requests for another principal.
      ...(scope && { 'x-callboard-principal': scope.principal }),
      ...(background && { 'x-callboard-background': '1' }),
      ...(key !== null && { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
    },
    ...(body === undefined ? {} : { body: type === undefined ? JSON.stringify(body) : (body as Blob) }),
    // We never redirect: it would be the company's sign-in on another host.
    redirect: 'manual',
    signal: until,
  })
  const principal = response.headers.get('x-callboard-principal')
  if (scope && principal !== null && principal !== scope.principal) throw new ApiError('principal-changed')
  assertOurs(response)
  noticeHeaders(response.headers)
  if (response.status === 429 && scope) closeGate(retryAfter(response.headers.get('retry-after')))
  if (!response.ok) throw await errorOf(response, scope)
  noticeAnswer(isOfService(path))
  return response
}

const NOT_OURS: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>(['intercepted', 'sso-required'])

const isOfService = (path: string) => /^\/v\d/.test(path)

const named = (error: ApiError): ApiError =>
  error.kind === 'sso-required' && isCutOff(connectionState.state.trouble)
    ? new ApiError('captive-portal', { requestId: error.requestId, scope: error.scope }, error)
    : error

let noticeFailure: ((error: ApiError, scope: Scope) => void) | null = null
/** @param notice called with every failure of a session's request */
export const noticeFailuresBy = (notice: typeof noticeFailure): void => {
  noticeFailure = notice
}

/** Shares connection and session findings with all requests. @returns the error to reject with */
const reported = (failed: ApiError, method: string, path: string, scope: Scope | undefined): ApiError => {
  const error = named(failed)
  const { kind } = error
  if (isTrouble(kind) && (kind !== 'unavailable' || isOfService(path)))
    noticeTrouble(kind, async () => {
      // Writes are never retried automatically.
      if (method === 'GET') await send('GET', path, { ...(scope && { scope }), background: true })
      else await send('GET', '/session', { background: true })
    })
  // A refusal proves that the connection works.
  else if (!isTrouble(kind) && error.status !== null && !NOT_OURS.has(kind)) noticeAnswer(isOfService(path))
  if (scope) noticeFailure?.(error, scope)
  return error
}

/**
 * One JSON request with the session cookie. @throws ApiError
 * @param path below `/api`
 */
export const send = async (method: string, path: string, options: Sent = {}): Promise<unknown> => {
  const { scope, signal } = options
  // Sign-in has its own limit, and writes are by the user: neither waits for the rate gate.
  const isGated = scope !== undefined && (method === 'GET' || options.isRead === true)
  if (isGated && gateSeconds() > 0) await gateOpen(signal)
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  try {
    const until = signal ? AbortSignal.any([signal, timeout]) : timeout
    const response = await answerTo(method, path, options, until)
    return response.status === 204 ? null : await readJson(response)
  } catch (cause) {
    throw reported(await failedRequest(cause, signal, timeout), method, path, scope)
  }
}

/** For deletions: 404 counts as success. */
export const unlessGone =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (error instanceof ApiError && error.kind === 'not-found') return instead()
    throw error
  }

/** Timeout between parts of a file, which may take longer in all. */
const IDLE_TIMEOUT_MS = 60_000

/**
 * Downloads a file. @throws ApiError, also midway
 * @param path below `/api`
 */
export const download = async (path: string, scope: Scope): Promise<Blob> => {
  const idleAbort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => idleAbort.abort(), IDLE_TIMEOUT_MS)
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  try {
    wait()
    const { headers, body } = await answerTo('GET', path, { scope }, idleAbort.signal)
    const reader = body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      wait()
      parts.push(part.value)
    }
    return new Blob(parts, { type: headers.get('content-type') ?? '' })
  } catch (cause) {
    throw reported(await failedRequest(cause, undefined, idleAbort.signal), 'stream', path, scope)
  } finally {
    clearTimeout(timer)
  }
}

/** Parses with a lenient schema; another shape is a `bad-response`. */
export const parse = <T>(
  schema: { safeParse: (raw: unknown) => { success: true; data: T } | { success: false; error: unknown } },
  raw: unknown,
): T => {
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw new ApiError('bad-response', {}, parsed.error)
  return parsed.data
}

/** Calls a documented endpoint and parses leniently (G26). */
export const callApi = async <E extends Endpoint>(
  endpoint: E,
  { scope, values = {}, query, body, signal, background = false }: RequestOptions = {},
): Promise<Lenient<E['answer']>> => {
  const raw = await send(endpoint.method, requestAddress(endpoint, values, scope?.client ?? null, query), {
    ...(scope && { scope }),
    body,
    signal,
    background,
  })
  noticeDocumented(endpoint, scope?.client ?? null, raw)
  return parse(endpoint.answer.lenient, raw) as Lenient<E['answer']>
}
