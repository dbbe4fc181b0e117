import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { agencyAnswer } from '#/contract/agency.ts'
import type { SessionUser } from '#/contract/session.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { failure } from '#/server/http/failure.ts'
import { clientAddress, type AddressList } from '#/server/http/client-address.ts'
import { callContext, type AppContext } from '#/server/http/exchange.ts'
import type { Names } from '#/server/session/names.ts'
import type { PersonFacts, SealedFacts, SessionStore, StoredSession } from '#/server/session/store.ts'
import type { Clients } from '#/server/upstream/clients.ts'
import type { Upstream, UpstreamAnswer } from '#/server/upstream/request.ts'
import { refusal } from '#/server/upstream/session-calls.ts'
import type { Directory } from './directory.ts'
import { identityName, type Identity } from './identity.ts'

/** Becomes `__Host-callboard`: Secure, this host only, the whole site. */
const COOKIE = 'callboard'
const COOKIE_OPTIONS = {
  prefix: 'host',
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'Strict',
} as const

export const sessionId = (c: AppContext) => getCookie(c, COOKIE, 'host')
export const clearSessionCookie = (c: AppContext) => void deleteCookie(c, COOKIE, COOKIE_OPTIONS)

/** A refused sign-in, the same whatever was wrong: it must not tell which addresses exist. */
const WRONG_CREDENTIALS = new Set([400, 401, 403, 404, 422])
/** @throws Failure `unauthorized` for what the API refuses */
export const accepted = (answer: UpstreamAnswer): unknown => {
  if (WRONG_CREDENTIALS.has(answer.status)) throw failure('unauthorized')
  if (answer.status < 200 || answer.status >= 300) throw refusal(answer)
  return answer.body
}

const userOfKey = (agency: string | null, isManager: boolean): SessionUser => ({
  email: null,
  contact_name: null,
  phone_number: null,
  company_name: null,
  agency,
  is_agency_manager: isManager,
  roles: [],
})

/** What somebody has signed in with. */
const wayOf = (facts: SealedFacts) => {
  if ('identity' in facts) return facts.identity.via
  return facts.user.email === null ? 'key' : 'password'
}

/** The page marks what it asks by itself; such requests keep no session alive. */
const BACKGROUND_HEADER = 'x-callboard-background'
/** More of a browser's name than anyone needs to know it again. */
const MAX_AGENT = 200

/** The same person under another account is another principal: nothing of the one before may be shown or used. */
const ownerOf = ({ via, subject }: Identity, account: string) => `${via}:${subject}:${account}`

export interface EntranceOptions {
  readonly sessions: SessionStore
  readonly names: Pick<Names, 'principal'>
  readonly upstream: Upstream
  readonly clients: Pick<Clients, 'forget'>
  readonly directory: Directory
  readonly trustedProxies: AddressList
  readonly logBook: LogBook
}

/** Where sessions begin and end, whatever identifies people. */
export const createEntrance = (options: EntranceOptions) => {
  const { sessions, names, upstream, clients, directory, trustedProxies, logBook } = options

  const end = async (idHash: string): Promise<void> => {
    await sessions.end(idHash)
    clients.forget(idHash)
  }
  const leave = async (c: AppContext): Promise<void> => {
    const session = c.get('session')
    if (!session) return
    await end(session.idHash)
    c.set('session', null)
  }

  /**
   * A new id at every sign-in: one that was known before it is worth nothing after.
   * @param owner whose the session is: the same text each time, another person's never
   * @throws Failure `no_account` for a person AUTH_KEYS has no account for
   */
  const enter = async (c: AppContext, facts: SealedFacts, owner: string): Promise<StoredSession> => {
    await leave(c)
    const from = {
      address: clientAddress(c, trustedProxies),
      agent: (c.req.header('user-agent') ?? '').slice(0, MAX_AGENT),
    }
    const { id, session } = await sessions.open({ ...facts, from }, owner)
    setCookie(c, COOKIE, id, COOKIE_OPTIONS)
    c.set('session', session)
    await logBook.note(c, { event: 'signed_in', by: wayOf(facts) })
    return session
  }

  /** G22: nothing tells whose key it is, so the sections it may open do. */
  const userByKey = async (c: AppContext, key: string): Promise<SessionUser> => {
    const agency = await upstream({ name: 'agency', key }, callContext(c))
    if (agency.status === 403) {
      accepted(await upstream({ name: 'objects', key }, callContext(c)))
      return userOfKey(null, false)
    }
    const parsed = agencyAnswer.lenient.safeParse(accepted(agency))
    if (!parsed.success) throw failure('upstream_bad_response')
    return userOfKey(parsed.data[0]?.name ?? null, true)
  }

  return {
    /** Ends a session, whosever request it is. */
    end,
    leave,
    enter,
    userByKey,

    /** The session of the request's cookie; what the page asks by itself does not keep it alive. */
    find: (c: AppContext): Promise<StoredSession | null> =>
      sessions.find(sessionId(c), c.req.header(BACKGROUND_HEADER) === undefined),

    /** What the company says of a session's person has changed: it counts at once. @returns null: no account is theirs any more */
    renew: async (c: AppContext, idHash: string, facts: PersonFacts): Promise<StoredSession | null> => {
      await sessions.replace(idHash, facts)
      return sessions.find(sessionId(c), false)
    },

    /** Whose pages are a person's; null: no account is theirs. */
    principalOf: async (identity: Identity): Promise<string | null> => {
      const grant = directory.grantOf(identity)
      return grant && names.principal(ownerOf(identity, grant.account))
    },

    /**
     * Lets in whom the company vouches for.
     * @throws Failure `no_account`
     */
    admit: async (
      c: AppContext,
      identity: Identity,
      provider?: PersonFacts['provider'],
    ): Promise<StoredSession> => {
      const grant = directory.grantOf(identity)
      if (!grant) {
        await logBook.note(
          c,
          { event: 'sign_in_refused', reason: 'no_account' },
          { who: identityName(identity) },
        )
        throw failure('no_account')
      }
      const user = {
        ...(await userByKey(c, grant.key)),
        email: identity.email,
        contact_name: identity.name ?? identityName(identity),
      }
      return enter(
        c,
        { identity, account: grant.account, user, ...(provider && { provider }) },
        ownerOf(identity, grant.account),
      )
    },
  }
}

export type Entrance = ReturnType<typeof createEntrance>
