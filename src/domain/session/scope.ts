import type { Scope } from '#/api/client.ts'
import type { Session } from '#/contract/session.ts'

/** Null: signed out. Only agency managers have clients. */
export const scopeOf = (session: Session, client: string | undefined): Scope | null =>
  session.principal === null
    ? null
    : { principal: session.principal, client: (session.user?.is_agency_manager && client) || null }

/** Agency accounts need a client before any request (G21). */
export const needsClient = (session: Session, scope: Scope): boolean =>
  session.user?.is_agency_manager === true && scope.client === null
