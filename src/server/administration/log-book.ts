import type { AuditEvent } from '#/contract/administration/audit.ts'
import { clientAddress, type AddressList } from '#/server/http/client-address.ts'
import type { AppContext } from '#/server/http/exchange.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { AuditStore } from './audit.ts'

/** How the person of a session is called in the log and in lists of sessions; null: signed in with a key (G22). */
export const sessionPerson = ({ user }: Pick<StoredSession, 'user'>): string | null =>
  user.email ?? user.contact_name

/** Writes into the audit log what the request at hand does. */
export interface LogBook {
  /**
   * @param about `who` where there is no session yet, or no longer; `client` whose data it is about; `must` where it may not
   * be done unseen
   * @returns whether it is written
   */
  readonly note: (
    c: AppContext,
    what: AuditEvent,
    about?: { readonly who?: string | null; readonly client?: string | null; readonly must?: boolean },
  ) => Promise<boolean>
}

export const createLogBook = (store: AuditStore, trustedProxies: AddressList): LogBook => ({
  note: (c, what, { who, client = null, must } = {}) => {
    const session = c.get('session')
    return store.note(
      what,
      {
        who: who === undefined ? session && sessionPerson(session) : who,
        client,
        address: clientAddress(c, trustedProxies) || null,
        requestId: c.get('requestId'),
      },
      must,
    )
  },
})
