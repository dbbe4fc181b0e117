/** Error codes of our own. The browser's client knows those it shows differently. */
export type FailureCode =
  | 'access_denied'
  | 'archive_unavailable'
  | 'client_forbidden'
  | 'counting_timeout'
  | 'cross_site_refused'
  | 'database_unreachable'
  | 'exports_full'
  | 'hidden_field'
  | 'idempotency_key_reused'
  | 'invalid_json'
  | 'invalid_request'
  | 'method_not_allowed'
  | 'misdirected_request'
  | 'key_refused'
  | 'no_account'
  | 'no_identity'
  | 'no_recording'
  | 'not_found'
  | 'presenting'
  | 'principal_changed'
  | 'range_not_satisfiable'
  | 'rate_limited'
  | 'recording_elsewhere'
  | 'recording_empty'
  | 'recording_gone'
  | 'recording_not_ready'
  | 'request_pending'
  | 'request_too_large'
  | 'right_missing'
  | 'session_ended'
  | 'sheet_too_large'
  | 'sheet_unreadable'
  | 'sign_in_unavailable'
  | 'storage_full'
  | 'storage_unavailable'
  | 'unauthorized'
  | 'unknown_error'
  | 'upstream_bad_response'
  | 'upstream_timeout'
  | 'upstream_too_large'
  | 'upstream_unreachable'

const STATUS = {
  access_denied: 403,
  archive_unavailable: 503,
  client_forbidden: 403,
  counting_timeout: 504,
  cross_site_refused: 403,
  database_unreachable: 503,
  exports_full: 503,
  hidden_field: 403,
  idempotency_key_reused: 422,
  invalid_json: 400,
  invalid_request: 400,
  method_not_allowed: 405,
  misdirected_request: 421,
  key_refused: 403,
  no_account: 403,
  no_identity: 401,
  no_recording: 404,
  not_found: 404,
  presenting: 409,
  principal_changed: 409,
  range_not_satisfiable: 416,
  rate_limited: 429,
  recording_elsewhere: 404,
  recording_empty: 404,
  recording_gone: 410,
  recording_not_ready: 409,
  request_pending: 409,
  request_too_large: 413,
  right_missing: 403,
  session_ended: 401,
  sheet_too_large: 413,
  sheet_unreadable: 422,
  sign_in_unavailable: 503,
  storage_full: 503,
  storage_unavailable: 503,
  unauthorized: 401,
  unknown_error: 500,
  upstream_bad_response: 502,
  upstream_timeout: 504,
  upstream_too_large: 502,
  upstream_unreachable: 503,
} as const satisfies Record<FailureCode, number>

interface FailureOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly detail?: string
  readonly cause?: unknown
}

/** Thrown below a route; becomes `{error, detail, request_id}`. `cause` is never sent. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly status: number
  /** A code, or messages of a rejected write (G13). */
  readonly error: string | Readonly<Record<string, string>>
  readonly detail: string | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    error: string | Readonly<Record<string, string>>,
    { headers = {}, detail, cause }: FailureOptions = {},
  ) {
    super(typeof error === 'string' ? error : 'rejected', { cause })
    this.status = status
    this.error = error
    this.detail = detail
    this.headers = headers
  }

  /** For the log: messages of the service may name people. */
  get code(): string {
    return typeof this.error === 'string' && /^[a-z_]{1,40}$/.test(this.error) ? this.error : 'other'
  }
}

export const failure = (code: FailureCode, options?: FailureOptions): Failure =>
  new Failure(STATUS[code], code, options)
