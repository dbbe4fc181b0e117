import type { Hono } from 'hono'
import type { RefusedBecause, Session } from '#/contract/session.ts'
import type { AppContext, AppEnv } from '#/server/http/exchange.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { Authentication } from './authentication.ts'

/** A person whom the company knows and who does not come in. */
export interface Refused {
  /** As the company calls them. */
  readonly refused: string
  readonly because: RefusedBecause
}

/** How people are identified; each AUTH_MODE is one. */
export interface AuthStrategy {
  readonly mode: Session['sign_in']
  /** The session of a request; null when it has none yet. @throws Failure when its identity is contradictory */
  readonly find: (c: AppContext) => Promise<StoredSession | null>
  /**
   * Opens a session where the request itself says who asks; for `GET /api/session`, with which every page begins.
   * @returns the session, or who was refused
   */
  readonly arrive: (c: AppContext) => Promise<StoredSession | Refused | null>
  /** The document is for a person whom the company knows and who has no account here: it is sent with status 403. */
  readonly refusesPage: (c: AppContext) => Promise<boolean>
  /** Signing out means something: the next request would not sign the person in again. */
  readonly signsOut: boolean
  /** Where the browser goes to be signed out by the company too, once the session has ended; null: nowhere. */
  readonly afterSignOut: (session: StoredSession) => Promise<string | null>
  /** Looks at the start whether people can sign in; what is wrong is told to the operator, and no reason not to start. */
  readonly check: () => Promise<void>
  /** Pages of its own, outside `/api`; null: it has none. */
  readonly routes: Hono<AppEnv> | null
}

/** AUTH_MODE=session: by the password or the key of an API user, on Callboard's own page. */
export const bySession = ({ find }: Authentication): AuthStrategy => ({
  mode: 'session',
  find,
  arrive: async (c) => c.get('session'),
  refusesPage: async () => false,
  signsOut: true,
  afterSignOut: async () => null,
  check: async () => undefined,
  routes: null,
})
