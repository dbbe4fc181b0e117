import { agencyAnswer } from '#/contract/agency.ts'
import type { Embedding } from '#/contract/embed/embed.ts'
import type { RefusedBecause, SessionUser } from '#/contract/session.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { clientAddress, type AddressList } from '#/server/http/client-address.ts'
import { callContext, type AppContext } from '#/server/http/exchange.ts'
import type { Names } from '#/server/session/names.ts'
import type { PersonFacts, SealedFacts } from '#/server/session/facts.ts'
import type { SessionStore, StoredSession } from '#/server/session/store.ts'
import type { Clients } from '#/server/upstream/clients.ts'
import type { Upstream, UpstreamAnswer } from '#/server/upstream/request.ts'
import { refusal } from '#/server/upstream/session-calls.ts'
import type { Directory } from './directory.ts'
import type { KeyWatch } from './key-watch.ts'
import { identityName, type Identity } from './identity.ts'
import { createSessionCookies } from './session-cookie.ts'

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

/** Why a person whom the company vouches for has not come in, as the page tells it; null: for another reason. */
export const refusalReason = (error: unknown): RefusedBecause | null =>
  error instanceof Failure && (error.error === 'no_account' || error.error === 'key_refused')
    ? error.error
    : null

/** How a person has signed in. */
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

export interface AuthenticationOptions {
  readonly sessions: SessionStore
  readonly names: Pick<Names, 'principal'>
  readonly upstream: Upstream
  readonly clients: Pick<Clients, 'forget'>
  readonly directory: Directory
  readonly keyWatch: KeyWatch
  readonly trustedProxies: AddressList
  readonly logBook: LogBook
  /** Null: no page may show Callboard in a frame. */
  readonly embedding: Embedding | null
}

/** G22: nothing tells whose key it is, so the sections it may open do. */
const userByKey = async (upstream: Upstream, c: AppContext, key: string): Promise<SessionUser> => {
  const agency = await upstream({ name: 'agency', key }, callContext(c))
  if (agency.status === 403) {
    accepted(await upstream({ name: 'objects', key }, callContext(c)))
    return userOfKey(null, false)
  }
  const parsed = agencyAnswer.lenient.safeParse(accepted(agency))
  if (!parsed.success) throw failure('upstream_bad_response')
  return userOfKey(parsed.data[0]?.name ?? null, true)
}

type Enter = (c: AppContext, facts: SealedFacts, owner: string) => Promise<StoredSession>

/**
 * Lets in whom the company vouches for.
 * @throws Failure `no_account`; `key_refused` where the API does not know the key of the account
 */
const admitted =
  ({ directory, keyWatch, logBook, upstream }: AuthenticationOptions, enter: Enter) =>
  async (c: AppContext, identity: Identity, provider?: PersonFacts['provider']): Promise<StoredSession> => {
    const refuse = async (reason: RefusedBecause) => {
      await logBook.note(c, { event: 'sign_in_refused', reason }, { who: identityName(identity) })
      throw failure(reason)
    }
    const grant = directory.grantOf(identity)
    if (!grant) return refuse('no_account')
    const known = await userByKey(upstream, c, grant.key).catch((error: unknown) => {
      // Not the person's doing, and no reason for another sign-in.
      if (error instanceof Failure && error.code === 'unauthorized') return null
      throw error
    })
    if (known === null) {
      keyWatch.refused(grant.account)
      return refuse('key_refused')
    }
    keyWatch.accepted(grant.account)
    const user = {
      ...known,
      email: identity.email,
      contact_name: identity.name ?? identityName(identity),
    }
    return enter(
      c,
      { identity, account: grant.account, user, ...(provider && { provider }) },
      ownerOf(identity, grant.account),
    )
  }

/** Where sessions begin and end, whatever identifies people. */
export const createAuthentication = (options: AuthenticationOptions) => {
  const { sessions, names, upstream, clients, directory, trustedProxies, logBook, embedding } = options
  const portals = new Set(embedding?.cookie === 'partitioned' ? embedding.ancestors : [])
  const cookies = createSessionCookies(portals.size > 0)

  const fromOf = (c: AppContext) => ({
    address: clientAddress(c, trustedProxies),
    agent: (c.req.header('user-agent') ?? '').slice(0, MAX_AGENT),
  })

  /** The session of the request's cookie. A frame's is worth nothing in the other cookie, nor where its portal is no longer listed. */
  const find = async (c: AppContext, isActivity: boolean): Promise<StoredSession | null> => {
    for (const { id, isFramed } of cookies.read(c)) {
      const session = await sessions.find(id, isActivity)
      if (session && (isFramed ? session.frame && portals.has(session.frame.portal) : session.frame === null))
        return session
    }
    return null
  }

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
  const enter: Enter = async (c, facts, owner) => {
    await leave(c)
    const { id, session } = await sessions.open({ ...facts, from: fromOf(c) }, owner)
    cookies.write(c, { id, isFramed: false })
    c.set('session', session)
    await logBook.note(c, { event: 'signed_in', by: wayOf(facts) })
    return session
  }

  return {
    /** Ends a session, whosever request it is. */
    end,
    leave,
    enter,
    userByKey: (c: AppContext, key: string): Promise<SessionUser> => userByKey(upstream, c, key),

    /** The session of the request's cookie; what the page asks by itself does not keep it alive. */
    find: (c: AppContext): Promise<StoredSession | null> =>
      find(c, c.req.header(BACKGROUND_HEADER) === undefined),

    /** Takes back the cookie of who signs out. */
    forget: (c: AppContext): void => cookies.clear(c),

    /**
     * Lets a frame in whose code was good. Where the ordinary cookie comes, on the same site, it is in already: a second
     * cookie there would outlive the first one.
     * @param giver hash of the id of the session that has let it in
     * @returns false: that session is over
     */
    enterFrame: async (c: AppContext, giver: string, portal: string): Promise<boolean> => {
      if (c.get('session')?.frame === null) return true
      await leave(c)
      const opened = await sessions.openInFrame({ portal, of: giver, from: fromOf(c) })
      if (!opened) return false
      cookies.write(c, { id: opened.id, isFramed: true })
      c.set('session', opened.session)
      return true
    },

    /**
     * Makes this browser a screen on the wall, in the name of an open session. Whoever was signed in here is signed out.
     * @param giver hash of the id of the session in whose name it is
     * @returns null: that session is over, or none of a person's own
     */
    enterWall: async (c: AppContext, giver: string, client: string | null): Promise<StoredSession | null> => {
      const opened = await sessions.openWall(giver, { client }, fromOf(c))
      if (!opened) return null
      await leave(c)
      const { id, session } = opened
      // A screen is switched off in the evening.
      cookies.write(c, { id, isFramed: false }, Math.floor((session.endsAt - session.openedAt) / 1000))
      c.set('session', session)
      return session
    },

    /** What the company says of a session's person has changed: it counts at once. @returns null: no account is theirs any more */
    renew: async (c: AppContext, idHash: string, facts: PersonFacts): Promise<StoredSession | null> => {
      await sessions.replace(idHash, facts)
      return find(c, false)
    },

    /** The company has not identified anyone. */
    noteRefused: (c: AppContext, reason: 'denied' | 'untrusted') =>
      logBook.note(c, { event: 'sign_in_refused', reason }, { who: null }),

    /** Whose pages are a person's; null: no account is theirs. */
    principalOf: async (identity: Identity): Promise<string | null> => {
      const grant = directory.grantOf(identity)
      return grant && names.principal(ownerOf(identity, grant.account))
    },

    admit: admitted(options, enter),
  }
}

export type Authentication = ReturnType<typeof createAuthentication>
