import { isDeepStrictEqual } from 'node:util'
import type { ProxyAuth } from '#/server/config/auth.ts'
import { PRINCIPAL_HEADER, type AppContext } from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import type { Log } from '#/server/log.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { Directory } from '../directory.ts'
import { refusalReason, type Authentication } from '../authentication.ts'
import { identityName, type Identity } from '#/server/session/identity.ts'
import type { AuthStrategy } from '../auth-strategy.ts'
import { createIdentify } from './identify.ts'

/** The first request of a page, possibly as another person. */
const isArrival = ({ req }: AppContext) => req.method === 'GET' && req.path === '/api/session'

/**
 * AUTH_MODE=proxy: every request carries an identity, and a cookie works only with the same one.
 * @throws ConfigError for an invalid key set
 */
export const byProxy = (
  auth: ProxyAuth,
  {
    publicUrl,
    authentication,
    directory,
    log,
    now,
  }: {
    readonly publicUrl: string
    readonly authentication: Authentication
    readonly directory: Pick<Directory, 'grantOf'>
    readonly log: Log
    readonly now: () => number
  },
): AuthStrategy => {
  const identify = createIdentify(auth, { log, now })

  /** The session for this request's identity, with updated facts. */
  const asNow = async (c: AppContext, session: StoredSession | null, identity: Identity) => {
    const { company } = session ?? {}
    if (!session || !company || isDeepStrictEqual(company.identity, identity)) return session
    return authentication.renew(c, session.idHash, { ...company, identity })
  }

  return {
    mode: 'proxy',

    find: async (c) => {
      const identity = await identify(c)
      if ('reason' in identity)
        throw failure('no_identity', { detail: [identity.reason, identity.code].filter(Boolean).join('_') })
      const session = await authentication.find(c)
      // A kiosk shows no personal data, so any accepted identity will do.
      if (session?.kiosk) return session
      const known = session?.company?.identity
      if (!session || (known?.via === identity.via && known.subject === identity.subject)) {
        const own = await asNow(c, session, identity)
        const expected = c.req.header(PRINCIPAL_HEADER)
        // The previous person's session has ended, but the page is still theirs.
        if (!own && expected !== undefined && expected !== (await authentication.principalOf(identity)))
          throw failure('principal_changed')
        return own
      }
      c.set('session', session)
      await authentication.leave(c)
      if (!isArrival(c)) throw failure('principal_changed')
      return null
    },

    arrive: async (c) => {
      const session = c.get('session')
      const identity = session ? null : await identify(c)
      if (!identity || 'reason' in identity) return session
      try {
        return await authentication.admit(c, identity)
      } catch (error) {
        const because = refusalReason(error)
        if (because === null) throw error
        return { refused: identityName(identity), because }
      }
    },

    refusesPage: async (c) => {
      const identity = await identify(c).catch(() => null)
      return identity !== null && !('reason' in identity) && directory.grantOf(identity) === null
    },

    signsOut: auth.signOut !== null,
    afterSignOut: async () => auth.signOut && new URL(auth.signOut, publicUrl).href,
    check: async () => undefined,
    routes: null,
  }
}
