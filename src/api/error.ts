import { GATEWAY_STATUSES } from '#/contract/endpoint.ts'
import type { Scope } from './client.ts'

/**
 * All request failures. Screen texts depend on `kind`, never on the server's text; except `fields` of a refused
 * write (G13).
 */
export type ApiErrorKind =
  | 'offline'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'session-ended'
  /** Another account signed in: nothing may be shown. */
  | 'principal-changed'
  | 'forbidden'
  | 'client-forbidden'
  | 'not-found'
  | 'rejected'
  | 'rate-limited'
  | 'too-large'
  | 'bad-response'
  /** The company's or network's sign-in answered. */
  | 'sso-required'
  /** The network answers with its own page, such as a hotel's. */
  | 'captive-portal'
  /** An intermediary, such as a gateway, answered. */
  | 'intercepted'
  /** The service refused the key configured for this account. */
  | 'key-refused'
  /** The server's database is unreachable. */
  | 'database'
  /** Our server can't write: full disk or locked database. */
  | 'storage'
  | 'unavailable'
  | 'server'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly status: number | null
  /** `error` code (API document 7). */
  readonly code: string | null
  /** `error` map: field to message (G13). */
  readonly fields: Readonly<Record<string, string>> | null
  /** Details for the administrator. */
  readonly detail: string | null
  /** Finds the request in the server's log. */
  readonly requestId: string | null
  /** Seconds, also an hour after too many sign-ins. */
  readonly retryAfter: number | null
  /** Null: before sign-in. */
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

/** Reads only: twice after transport failures, once after a 500. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  isApiError(error) &&
  (RETRIED.has(error.kind) || (error.kind === 'intercepted' && GATEWAY_STATUSES.has(error.status ?? 0))
    ? failures < 2
    : error.kind === 'server' && failures < 1)

/** Milliseconds: as requested by the service up to two minutes, else short with jitter. */
export const retryDelay = (failures: number, error: unknown): number =>
  isApiError(error) && error.retryAfter !== null
    ? Math.min(error.retryAfter, 120) * 1000
    : 400 * 2 ** failures * (0.75 + Math.random() / 2)
