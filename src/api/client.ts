import type { ErrorBody } from '#/contract/error.ts'
import { requestAddress, type Endpoint, type PathParameter, type Query } from '#/contract/endpoint.ts'
import type { Lenient } from '#/contract/field.ts'
import { ApiError, type ApiErrorKind } from './error.ts'
import { noticeDocumented } from './transport/answers.ts'
import { connectionState, isCutOff, isTrouble, noticeAnswer, noticeTrouble } from './transport/connection.ts'
import { interceptionOf, whyNoAnswer } from './transport/in-between.ts'
import { closeGate, gateOpen, gateSeconds } from './transport/rate-gate.ts'
import { noticeHeaders } from './transport/server-facts.ts'

/** Whose data a request is for. It is the head of every query key and an argument of every factory, never a global. */
export interface Scope {
  /** The session's principal, as `GET /api/session` names it. */
  readonly principal: string
  /** The client an agency manager has chosen; null for other users. */
  readonly client: string | null
}

export interface RequestOptions {
  /** Absent for requests that stand before a session. */
  readonly scope?: Scope
  readonly values?: Partial<Record<PathParameter, string>>
  readonly query?: Query
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** The page asks by itself, without an action of the user: it does not keep the session alive. */
  readonly background?: boolean
  /** The request is made once, however often it is sent while this is the same (transport/idempotency-key.ts). */
  readonly onceSeen?: unknown
}

const BASE = '/api'
const TIMEOUT_MS = 30_000
const RETRY_AFTER_MAX = 120

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
/** Codes of our own server that say more than their status. */
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
  return seconds >= 0 ? Math.min(Math.ceil(seconds), RETRY_AFTER_MAX) : null
}

const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch (cause) {
    // Cut off, cancelled or too slow: that is not the answer's fault.
    if (!(cause instanceof SyntaxError)) throw cause
    throw new ApiError(
      'bad-response',
      { status: response.status, requestId: response.headers.get('x-request-id') },
      cause,
    )
  }
}

/** @throws ApiError for an answer that is not our server's but that of something on the way, whose words mean nothing here */
export const assertOurs = (response: Response): void => {
  const kind = interceptionOf(response)
  // A redirect that was not followed has no status to tell.
  if (kind)
    throw new ApiError(kind, {
      status: response.status || null,
      requestId: response.headers.get('x-request-id'),
    })
}

/** What a refusal says, by its code or its status. */
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

/** What a refusal says itself; null where nothing can be read of it, whose status says enough then. */
const saidBy = async (response: Response): Promise<ErrorBody | null> => {
  try {
    const [raw, { errorBody }] = await Promise.all([response.json(), import('#/contract/error.ts')])
    return errorBody.parse(raw)
  } catch {
    return null
  }
}

/** What a refused request says, by its answer. */
export const errorOf = async (response: Response, scope: Scope | null = null): Promise<ApiError> => {
  const { error, detail } = (await saidBy(response)) ?? { error: null }
  return refusalOf(response.status, typeof error === 'string' ? error : null, {
    fields: typeof error === 'object' ? error : null,
    detail: detail ?? null,
    requestId: response.headers.get('x-request-id'),
    retryAfter: retryAfter(response.headers.get('retry-after')),
    scope,
  })
}

type Sent = Pick<RequestOptions, 'scope' | 'body' | 'signal' | 'background' | 'onceSeen'> & {
  /** It changes nothing, whatever its method: it waits where reads do. */
  readonly isRead?: boolean
  /** Of a body that is sent as it is; absent: it is sent as JSON. */
  readonly type?: string
  readonly timeoutMs?: number
}

/** Names what went wrong with a request that was sent and is no answer. */
export const failedRequest = async (
  cause: unknown,
  signal: AbortSignal | undefined,
  timeout?: AbortSignal,
): Promise<ApiError> => {
  if (cause instanceof ApiError) return cause
  if (signal?.aborted) return new ApiError('aborted', {}, cause)
  if (timeout?.aborted) return new ApiError('timeout', {}, cause)
  // Only browsers say `onLine`.
  if ('onLine' in navigator && !navigator.onLine) return new ApiError('offline', {}, cause)
  const why = await whyNoAnswer()
  if (signal?.aborted) return new ApiError('aborted', {}, cause)
  return new ApiError(why === 'ours' ? 'network' : why, {}, cause)
}

/**
 * Sends a request to our server and judges its answer, of which the body is not read yet.
 * @throws ApiError for every answer but a success; whatever fetch throws
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
      // Our server refuses a request for another account than the one that is signed in now.
      ...(scope && { 'x-callboard-principal': scope.principal }),
      ...(background && { 'x-callboard-background': '1' }),
      ...(key !== null && { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
    },
    ...(body === undefined ? {} : { body: type === undefined ? JSON.stringify(body) : (body as Blob) }),
    // Our server redirects nothing here: it would be the company's sign-in, on another host, and no answer at all.
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

/** Answers in our server's place. */
const NOT_OURS: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>(['intercepted', 'sso-required'])

/** Documented calls go on to the service; all others our server answers itself. */
const isOfService = (path: string) => /^\/v\d/.test(path)

/** Who was cut off until now meets the sign-in of the network that is there again, not one that has expired. */
const named = (error: ApiError): ApiError =>
  error.kind === 'sso-required' && isCutOff(connectionState.now().trouble)
    ? new ApiError('captive-portal', { requestId: error.requestId, scope: error.scope }, error)
    : error

let noticeFailure: ((error: ApiError, scope: Scope) => void) | null = null
/** @param notice told why each request for a session's data has failed, whoever made it */
export const noticeFailuresBy = (notice: typeof noticeFailure): void => {
  noticeFailure = notice
}

/** What each request finds out of the way to the contacts, and of its session, holds for all. @returns the error to reject with */
const judged = (failed: ApiError, method: string, path: string, scope: Scope | undefined): ApiError => {
  const error = named(failed)
  const { kind } = error
  if (isTrouble(kind) && (kind !== 'unavailable' || isOfService(path)))
    noticeTrouble(kind, async () => {
      // A write is never repeated by itself.
      if (method === 'GET') await send('GET', path, { ...(scope && { scope }), background: true })
      else await send('GET', '/session', { background: true })
    })
  // A refusal is an answer too.
  else if (!isTrouble(kind) && error.status !== null && !NOT_OURS.has(kind)) noticeAnswer(isOfService(path))
  if (scope) noticeFailure?.(error, scope)
  return error
}

/**
 * One request to our server: JSON both ways, the session cookie, no key. Rejects with {@link ApiError} only.
 * @param path below `/api`, starting with a slash
 */
export const send = async (method: string, path: string, options: Sent = {}): Promise<unknown> => {
  const { scope, signal } = options
  // What stands before a session is limited by itself, and a write is the user's own: neither waits for the others.
  const isGated = scope !== undefined && (method === 'GET' || options.isRead === true)
  if (isGated && gateSeconds() > 0) await gateOpen(signal)
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  try {
    const until = signal ? AbortSignal.any([signal, timeout]) : timeout
    const response = await answerTo(method, path, options, until)
    return response.status === 204 ? null : await readJson(response)
  } catch (cause) {
    throw judged(await failedRequest(cause, signal, timeout), method, path, scope)
  }
}

/** Of a deletion: what is gone already was deleted by another click or tab. */
export const unlessGone =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (error instanceof ApiError && error.kind === 'not-found') return instead()
    throw error
  }

/** So long a stream may say nothing: our server says how it stands more often than this, also while it waits itself. */
const SILENCE_MS = 60_000

/**
 * An answer of our server that comes bit by bit; nothing at all where it has none. Rejects with {@link ApiError} only, on
 * the way too.
 * @param path below `/api`, starting with a slash
 */
export async function* stream(
  path: string,
  {
    scope,
    signal,
    background = false,
  }: { readonly scope: Scope; readonly signal: AbortSignal; readonly background?: boolean },
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MS)
  }
  try {
    wait()
    const { body } = await answerTo(
      'GET',
      path,
      { scope, background },
      AbortSignal.any([signal, silence.signal]),
    )
    const reader = body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      wait()
      yield part.value
    }
  } catch (cause) {
    throw judged(await failedRequest(cause, signal, silence.signal), 'stream', path, scope)
  } finally {
    clearTimeout(timer)
    // Whoever stops reading wants no more of it.
    silence.abort()
  }
}

/** Reads `raw` by a lenient schema; an answer of another shape is a `bad-response`. */
export const parse = <T>(
  schema: { safeParse: (raw: unknown) => { success: true; data: T } | { success: false; error: unknown } },
  raw: unknown,
): T => {
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw new ApiError('bad-response', {}, parsed.error)
  return parsed.data
}

/** Calls an endpoint of the table through `/api` and reads its answer by the lenient schema (G26). */
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
