import { GATEWAY_STATUSES } from '#/contract/endpoint.ts'
import type { Scope } from './client.ts'

/**
 * Everything that can go wrong with a request, as one type. What the user reads is chosen from `kind`, never from the
 * server's words; the one exception is `fields`, the map of a rejected write (G13).
 */
export type ApiErrorKind =
  | 'offline'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'session-ended'
  /** Another account has signed in with this browser: nothing of the answer may be shown. */
  | 'principal-changed'
  | 'forbidden'
  | 'client-forbidden'
  | 'not-found'
  | 'rejected'
  | 'rate-limited'
  | 'too-large'
  | 'bad-response'
  /** The company's sign-in, or the network's, has answered in our server's place: the browser has to be let in again. */
  | 'sso-required'
  /** The network was away and is back with a page of its own, such as a hotel's: it wants a sign-in first. */
  | 'captive-portal'
  /** Something between the browser and our server has answered: a gateway. */
  | 'intercepted'
  /** The service does not accept the key that the server's administrator has named for the person's account. */
  | 'key-refused'
  /** Our server cannot reach its own database. */
  | 'database'
  /** Our server can write nothing: its disk is full, or another program holds the database. */
  | 'storage'
  | 'unavailable'
  | 'server'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** HTTP status; null when no answer came. */
  readonly status: number | null
  /** The answer's `error` code (API document 7), if it was a string. */
  readonly code: string | null
  /** The answer's `error` map: parameter or field to message (G13). */
  readonly fields: Readonly<Record<string, string>> | null
  /** Our server's word for whoever has to mend it. */
  readonly detail: string | null
  /** For support: finds the request in the server's log. */
  readonly requestId: string | null
  /** Seconds to wait before the next try, at most 120. */
  readonly retryAfter: number | null
  /** Whose data the request was for; null for requests that stand before a session. */
  readonly scope: Scope | null

  constructor(
    kind: ApiErrorKind,
    details: Partial<Omit<ApiError, 'kind' | keyof Error>> = {},
    cause?: unknown,
  ) {
    super(`${kind}${details.status ? ` (${details.status})` : ''}`, { cause })
    this.kind = kind
    this.status = details.status ?? null
    this.code = details.code ?? null
    this.fields = details.fields ?? null
    this.detail = details.detail ?? null
    this.requestId = details.requestId ?? null
    this.retryAfter = details.retryAfter ?? null
    this.scope = details.scope ?? null
  }
}

export const isApiError = (error: unknown, ...kinds: ApiErrorKind[]): error is ApiError =>
  error instanceof ApiError && (kinds.length === 0 || kinds.includes(error.kind))

const RETRIED: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>([
  'network',
  'timeout',
  'unavailable',
  'rate-limited',
])

/** Reads only: twice after transport failures, once after a 500, never after any other answer. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  isApiError(error) &&
  (RETRIED.has(error.kind) || (error.kind === 'intercepted' && GATEWAY_STATUSES.has(error.status ?? 0))
    ? failures < 2
    : error.kind === 'server' && failures < 1)

/** Milliseconds before the next try: what the service asked for, else a short wait with jitter. */
export const retryDelay = (failures: number, error: unknown): number =>
  isApiError(error) && error.retryAfter !== null
    ? error.retryAfter * 1000
    : 400 * 2 ** failures * (0.75 + Math.random() / 2)
