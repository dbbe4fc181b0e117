import { agencyAnswer } from '#/contract/agency.ts'
import type { Embedding } from '#/contract/embed/embed.ts'
import type { RefusedBecause, SessionUser } from '#/contract/session.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { clientAddress } from '#/server/http/client-address.ts'
import type { AddressList } from '#/server/config/address-list.ts'
import { callContext, type AppContext } from '#/server/http/exchange.ts'
import type { Names } from '#/server/session/names.ts'
import type { PersonFacts, SealedFacts } from '#/server/session/facts.ts'
import type { SessionStore, StoredSession } from '#/server/session/store.ts'
import type { Clients } from '#/server/upstream/clients.ts'
import type { Upstream, UpstreamAnswer } from '#/server/upstream/request.ts'
import { refusal } from '#/server/upstream/session-calls.ts'
import type { Directory } from './directory.ts'
import type { KeyWatch } from '#/server/upstream/key-watch.ts'
import { identityName, type Identity } from '#/server/session/identity.ts'
import { createSessionCookies } from './session-cookie.ts'

/** All become one refusal, which must not reveal existing addresses. */
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

export const refusalReason = (error: unknown): RefusedBecause | null =>
  error instanceof Failure && (error.error === 'no_account' || error.error === 'key_refused')
    ? error.error
    : null

const wayOf = (facts: SealedFacts) => {
  if ('identity' in facts) return facts.identity.via
  return facts.user.email === null ? 'key' : 'password'
}

/** Marks the page's own polling, which does not extend sessions. */
const BACKGROUND_HEADER = 'x-callboard-background'
const MAX_AGENT = 200

/** The same person with another account is another principal, with nothing in common. */
const ownerOf = ({ via, subject }: Identity, account: string) => `${via}:${subject}:${account}`

export interface AuthenticationOptions {
  readonly sessions: SessionStore
  readonly names: Pick<Names, 'principal'>
  readonly upstream: Upstream
  readonly clients: Pick<Clients, 'forget'>
  /** What runs for people without a session. */
  readonly offlineAccess: { readonly updateIdentity: (now: Identity) => Promise<void> }
  readonly directory: Directory
  readonly keyWatch: KeyWatch
  readonly trustedProxies: AddressList
  readonly logBook: LogBook
  readonly embedding: Embedding | null
}

/** G22: a key does not say whose it is, so the sections it may open do. */
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
 * Accepts an identified person.
 * @throws Failure `no_account`; `key_refused` when the API refuses the account's key
 */
const admitted =
  ({ directory, keyWatch, logBook, offlineAccess, upstream }: AuthenticationOptions, enter: Enter) =>
  async (c: AppContext, identity: Identity, provider?: PersonFacts['provider']): Promise<StoredSession> => {
    const refuse = async (reason: RefusedBecause) => {
      await logBook.note(c, { event: 'sign_in_refused', reason }, { who: identityName(identity) })
      throw failure(reason)
    }
    await offlineAccess.updateIdentity(identity)
    const grant = directory.grantOf(identity)
    if (!grant) return refuse('no_account')
    const known = await userByKey(upstream, c, grant.key).catch((error: unknown) => {
      // Not the person's fault; signing in again would not help.
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

export const createAuthentication = (options: AuthenticationOptions) => {
  const { sessions, names, upstream, clients, offlineAccess, directory, trustedProxies, logBook, embedding } =
    options
  const portals = new Set(embedding?.cookie === 'partitioned' ? embedding.ancestors : [])
  const cookies = createSessionCookies(portals.size > 0)

  const fromOf = (c: AppContext) => ({
    address: clientAddress(c, trustedProxies),
    agent: (c.req.header('user-agent') ?? '').slice(0, MAX_AGENT),
  })

  /** The session of the cookie. A framed session is invalid in the other cookie, and once its portal is no longer allowed. */
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
  const replace = async (idHash: string, facts: PersonFacts): Promise<void> => {
    // First what may hold a one-time token.
    await sessions.replace(idHash, facts)
    await offlineAccess.updateIdentity(facts.identity)
  }
  const leave = async (c: AppContext): Promise<void> => {
    const session = c.get('session')
    if (!session) return
    await end(session.idHash)
    c.set('session', null)
  }

  /**
   * A new id per sign-in prevents session fixation.
   * @param owner stable per person
   * @throws Failure `no_account` for a person without an account in AUTH_KEYS
   */
  const enter: Enter = async (c, facts, owner) => {
    await leave(c)
    const opened = await sessions.open({ ...facts, from: fromOf(c) }, owner)
    if (!opened) throw failure('no_account')
    const { id, session } = opened
    cookies.write(c, { id, isFramed: false })
    c.set('session', session)
    await logBook.note(c, { event: 'signed_in', by: wayOf(facts) })
    return session
  }

  return {
    end,
    leave,
    enter,
    /** Applies changed facts of a session's person, and of what runs for them without a session. */
    replace,
    userByKey: (c: AppContext, key: string): Promise<SessionUser> => userByKey(upstream, c, key),

    /** The session of the cookie; background requests do not extend it. */
    find: (c: AppContext): Promise<StoredSession | null> =>
      find(c, c.req.header(BACKGROUND_HEADER) === undefined),

    forget: (c: AppContext): void => cookies.clear(c),

    /**
     * Opens a framed session for a valid code. On the same site the ordinary cookie already works, and a
     * second one would outlive it.
     * @param giver hash of the granting session's id
     * @returns false: that session has ended
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
     * Turns this browser into a kiosk in the name of an open session, and signs out its user.
     * @param giver hash of that session's id
     * @returns null: it has ended, or is no person's own
     */
    enterKiosk: async (
      c: AppContext,
      giver: string,
      client: string | null,
    ): Promise<StoredSession | null> => {
      const opened = await sessions.openKiosk(giver, { client }, fromOf(c))
      if (!opened) return null
      await leave(c)
      const { id, session } = opened
      // A kiosk must survive restarts of the browser.
      cookies.write(c, { id, isFramed: false }, Math.floor((session.endsAt - session.openedAt) / 1000))
      c.set('session', session)
      return session
    },

    /**
     * Applies changed facts of a session's person at once.
     * @returns null: no account any more
     */
    renew: async (c: AppContext, idHash: string, facts: PersonFacts): Promise<StoredSession | null> => {
      await replace(idHash, facts)
      return find(c, false)
    },

    noteRefused: (c: AppContext, reason: 'denied' | 'untrusted') =>
      logBook.note(c, { event: 'sign_in_refused', reason }, { who: null }),

    principalOf: async (identity: Identity): Promise<string | null> => {
      const grant = directory.grantOf(identity)
      return grant && names.principal(ownerOf(identity, grant.account))
    },

    admit: admitted(options, enter),
  }
}

export type Authentication = ReturnType<typeof createAuthentication>
