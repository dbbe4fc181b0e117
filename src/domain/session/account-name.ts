import type { SessionUser } from '#/contract/session.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Accounts opened by API key may have no name (G22). */
export const accountName = (user: SessionUser | null): string =>
  user?.contact_name || user?.agency || user?.email || m.account_api_key()
