import type { AuditEvent } from '#/contract/administration/audit.ts'
import { clientAddress, networkOf } from '#/server/http/client-address.ts'
import type { AddressList } from '#/server/config/address-list.ts'
import type { AppContext } from '#/server/http/exchange.ts'
import { createRateLimiter } from '#/server/session/rate-limit.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { AuditStore } from './audit.ts'

/** A person's name in the log and in lists of sessions; null: signed in with a key (G22). */
export const sessionPerson = ({ user }: Pick<StoredSession, 'user'>): string | null =>
  user.email ?? user.contact_name

/** Writes the current request's actions into the audit log. */
export interface LogBook {
  /**
   * @param about `who` without a session; `client` whose data; `must` if the action requires the entry
   * @returns whether it is stored
   */
  readonly note: (
    c: AppContext,
    what: AuditEvent,
    about?: { readonly who?: string | null; readonly client?: string | null; readonly must?: boolean },
  ) => Promise<boolean>
}

/** Logged refusals per network: unauthenticated attempts could otherwise fill the disk. */
const REFUSALS = [{ count: 60, ms: 60_000 }]

export const createLogBook = (
  store: AuditStore,
  trustedProxies: AddressList,
  monotonic: () => number,
): LogBook => {
  const refusals = createRateLimiter(REFUSALS, monotonic)
  return {
    note: async (c, what, { who, client = null, must } = {}) => {
      const session = c.get('session')
      const address = clientAddress(c, trustedProxies)
      if (what.event === 'sign_in_refused' && refusals.take(networkOf(address)) > 0) return false
      return store.note(
        what,
        {
          who: who === undefined ? session && sessionPerson(session) : who,
          client,
          address: address || null,
          requestId: c.get('requestId'),
        },
        must,
      )
    },
  }
}
