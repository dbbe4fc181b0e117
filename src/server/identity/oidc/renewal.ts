import type { Log } from '#/server/log.ts'
import type { PersonFacts } from '#/server/session/facts.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { Authentication } from '#/server/identity/authentication.ts'
import type { Provided, Provider } from './provider.ts'
import { isRefusal, providerTrouble, troubleCode } from './trouble.ts'

/** How long sessions survive an unreachable provider. */
export const GRACE_MS = 10 * 60_000
const PAUSE_MS = 30_000
/** Before a session ends because its token was refused, it is read again after these. */
const WAITS_MS = [0, 500, 1_500]
/** Requests share the wait: none of them ends it. */
const NEVER = new AbortController().signal

interface RenewalOptions {
  readonly provider: Pick<Provider, 'renew'>
  readonly authentication: Pick<Authentication, 'end' | 'replace'>
  readonly log: Log
  readonly now: () => number
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Renews a person's validity at the provider when it expires. */
export const createRenewal = ({ provider, authentication, log, now, pause }: RenewalOptions) => {
  /** By session: concurrent requests share one renewal. */
  const renewals = new Map<string, Promise<Outcome>>()
  const pausedUntil = new Map<string, number>()

  const ask = async (
    idHash: string,
    company: PersonFacts,
    provided: Provided,
    token: string,
  ): Promise<Outcome> => {
    try {
      const renewed = await provider.renew(token, company.identity, provided)
      await authentication.replace(idHash, {
        ...company,
        identity: renewed.identity,
        provider: renewed.provided,
      })
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
   * The session if it may continue.
   * @param read loads its current state
   */
  return async (
    session: StoredSession,
    read: () => Promise<StoredSession | null>,
  ): Promise<StoredSession | null> => {
    const { company } = session
    // A framed session depends on the one that granted it.
    const idHash = session.frame?.of ?? session.idHash
    const provided = company?.provider
    const token = provided?.refresh_token
    // Without a refresh token there is no renewal, only the session's own limits.
    if (!company || !provided || !token || now() < provided.good_until) return session
    const isPaused = now() < (pausedUntil.get(idHash) ?? 0)
    let outcome: Outcome = 'silent'
    const isReplaced = (stored: StoredSession | null) =>
      stored !== null && stored.company?.provider?.refresh_token !== token
    /** Another server may have renewed already with the one-time token, and still be asking who it is. */
    const settle = async (): Promise<Outcome> => {
      const answer = await ask(idHash, company, provided, token)
      for (const ms of answer === 'refused' ? WAITS_MS : []) {
        await pause(ms, NEVER)
        if (isReplaced(await read())) return 'renewed'
      }
      return answer
    }
    if (!isPaused) {
      const renewal = renewals.get(idHash) ?? settle()
      renewals.set(idHash, renewal)
      outcome = await renewal.finally(() => renewals.delete(idHash))
    }
    if (outcome === 'silent' && now() < provided.good_until + GRACE_MS) return session
    const current = await read()
    if (outcome === 'renewed' || isReplaced(current)) return current
    pausedUntil.delete(idHash)
    await authentication.end(idHash)
    return null
  }
}
type Outcome = 'renewed' | 'refused' | 'silent'
