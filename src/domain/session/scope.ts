import type { Scope } from '#/api/client.ts'
import type { Session } from '#/contract/session.ts'

/** Whose data a page shows. Null: no user is signed in. Only an agency manager has clients. */
export const scopeOf = (session: Session, client: string | undefined): Scope | null =>
  session.principal === null
    ? null
    : { principal: session.principal, client: (session.user?.is_agency_manager && client) || null }

/** Agency accounts reach objects and contacts of one client at a time; before one is chosen nothing is requested (G21). */
export const needsClient = (session: Session, scope: Scope): boolean =>
  session.user?.is_agency_manager === true && scope.client === null
