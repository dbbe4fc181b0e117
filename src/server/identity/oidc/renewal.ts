import type { Log } from '#/server/log.ts'
import type { PersonFacts } from '#/server/session/facts.ts'
import type { SessionStore, StoredSession } from '#/server/session/store.ts'
import type { Provided, Provider } from './provider.ts'
import { isRefusal, providerTrouble, troubleCode } from './trouble.ts'

/** So long a session outlives the provider's word while the provider does not answer. */
export const GRACE_MS = 10 * 60_000
/** In that time it is asked again this often. */
const PAUSE_MS = 30_000

interface RenewalOptions {
  readonly provider: Pick<Provider, 'renew'>
  readonly sessions: Pick<SessionStore, 'replace'>
  /** Ends a session for good. */
  readonly end: (idHash: string) => Promise<void>
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Keeps sessions as honest as the provider: when its word for a person runs out, it is asked for another one. */
export const createRenewal = ({ provider, sessions, end, log, now }: RenewalOptions) => {
  /** By session: requests that come together ask once. */
  const asking = new Map<string, Promise<Outcome>>()
  /** When a provider that did not answer is asked again. */
  const pausedUntil = new Map<string, number>()

  const ask = async (
    idHash: string,
    company: PersonFacts,
    provided: Provided,
    token: string,
  ): Promise<Outcome> => {
    try {
      const renewed = await provider.renew(token, company.identity, provided)
      await sessions.replace(idHash, { ...company, identity: renewed.identity, provider: renewed.provided })
      pausedUntil.delete(idHash)
      return 'renewed'
    } catch (error) {
      const trouble = providerTrouble(error)
      if (trouble === null) throw error
      log({ event: 'company-sign-in', step: 'refresh', failure: trouble, code: troubleCode(error) })
      if (isRefusal(error)) return 'refused'
      pausedUntil.set(idHash, now() + PAUSE_MS)
      return 'silent'
    }
  }

  /**
   * The session if it may go on. @param read finds it again, as it is by now
   */
  return async (
    session: StoredSession,
    read: () => Promise<StoredSession | null>,
  ): Promise<StoredSession | null> => {
    const { company } = session
    // A frame's session is whoever let it in: that one has the provider's word.
    const idHash = session.frame?.of ?? session.idHash
    const provided = company?.provider
    const token = provided?.refresh_token
    // Without such a token the provider cannot be asked: the session has its own ends.
    if (!company || !provided || !token || now() < provided.good_until) return session
    const isPaused = now() < (pausedUntil.get(idHash) ?? 0)
    let outcome: Outcome = 'silent'
    if (!isPaused) {
      const asked = asking.get(idHash) ?? ask(idHash, company, provided, token)
      asking.set(idHash, asked)
      outcome = await asked.finally(() => asking.delete(idHash))
    }
    if (outcome === 'silent' && now() < provided.good_until + GRACE_MS) return session
    // Another server of ours may have asked before, and the token was good once only.
    const current = await read()
    if (outcome === 'renewed' || (current && current.company?.provider?.refresh_token !== token))
      return current
    pausedUntil.delete(idHash)
    await end(idHash)
    return null
  }
}
type Outcome = 'renewed' | 'refused' | 'silent'
