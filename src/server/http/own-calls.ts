import { TRY_SIGN_IN } from '#/contract/administration/try-sign-in.ts'
import { CSP_REPORT_PATH } from '#/server/headers.ts'

/** Our own calls, whose address is their template. */
export const OWN_CALLS: ReadonlySet<string> = new Set([
  '/api/session',
  '/api/preferences',
  '/api/audit',
  '/api/exports',
  '/api/sessions',
  '/api/v2/users/sign_in',
  `/api${TRY_SIGN_IN}`,
  CSP_REPORT_PATH,
])
