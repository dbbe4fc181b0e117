import type { Hono } from 'hono'
import type { RefusedBecause, Session } from '#/contract/session.ts'
import type { AppContext, AppEnv } from '#/server/http/exchange.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { Authentication } from './authentication.ts'

/** A person known to the company without access here. */
export interface Refused {
  readonly refused: string
  readonly because: RefusedBecause
}

/** Identifies people; one per AUTH_MODE. */
export interface AuthStrategy {
  readonly mode: Session['sign_in']
  /**
   * The session of a request, or null.
   * @throws Failure when its identity is contradictory
   */
  readonly find: (c: AppContext) => Promise<StoredSession | null>
  /**
   * Opens a session if the request itself identifies the person; called for `GET /api/session`, with which pages begin.
   * @returns the session, or who was refused
   */
  readonly arrive: (c: AppContext) => Promise<StoredSession | Refused | null>
  /** The document for a refused person is sent with status 403. */
  readonly refusesPage: (c: AppContext) => Promise<boolean>
  /** False: the next request would sign in again. */
  readonly signsOut: boolean
  readonly afterSignOut: (session: StoredSession) => Promise<string | null>
  /** Checks the configuration at the start; only logs problems. */
  readonly check: () => Promise<void>
  readonly routes: Hono<AppEnv> | null
}

/** AUTH_MODE=session: password or key of an API user, on our own page. */
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
