import { isApiError, type ApiErrorKind } from '#/api/error.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { isMissingPart } from './missing-part.ts'

const TEXT = {
  offline: m.error_offline,
  network: m.error_network,
  timeout: m.error_timeout,
  aborted: m.error_aborted,
  'session-ended': m.error_session,
  'principal-changed': m.error_session,
  forbidden: m.error_forbidden,
  'client-forbidden': m.error_client_forbidden,
  'not-found': m.error_not_found,
  rejected: m.error_rejected,
  'rate-limited': m.error_rate_limited,
  'too-large': m.error_too_large,
  'bad-response': m.error_bad_response,
  'sso-required': m.error_sso_required,
  'captive-portal': m.error_captive_portal,
  intercepted: m.error_intercepted,
  'key-refused': m.error_key_refused,
  database: m.error_database,
  storage: m.error_storage,
  unavailable: m.error_unavailable,
  server: m.error_server,
} as const satisfies Record<ApiErrorKind, () => string>

export const errorText = (error: unknown): string => {
  if (isMissingPart(error)) return m.error_part_missing()
  if (!isApiError(error)) return m.error_unexpected()
  // A term for the administrator, found in docs/sign-in.md and the log.
  if (error.code === 'no_identity')
    return m.error_no_identity({ cause: (error.detail ?? error.code).replaceAll('_', ' ') })
  if (error.code === 'exports_full') return m.export_full()
  const named = error.kind === 'rejected' ? Object.keys(error.fields ?? {}) : []
  if (named.length > 0) return m.error_rejected_names({ names: named.join(', ') })
  return TEXT[error.kind]()
}

export const errorReference = (error: unknown): string | null =>
  isApiError(error) && error.requestId !== null ? m.request_id({ id: error.requestId }) : null
