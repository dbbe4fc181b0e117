import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import * as client from 'openid-client'
import type { RefusedBecause } from '#/contract/session.ts'
import { COMPANY_SIGN_IN, safeNext, SIGN_IN_PAGE, type SignInFailure } from '#/contract/sign-in/pages.ts'
import type { OidcSettings } from '#/server/config/oidc.ts'
import { troubleOf } from '#/server/database/database.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { readText, type AppContext, type AppEnv } from '#/server/http/exchange.ts'
import { refusalReason, type Authentication } from '#/server/identity/authentication.ts'
import { identityName } from '#/server/session/identity.ts'
import type { AuthStrategy } from '#/server/identity/auth-strategy.ts'
import type { SignInGuardOptions } from '#/server/identity/sign-in-guard.ts'
import type { Log } from '#/server/log.ts'
import type { Seal } from '#/server/session/seal.ts'
import type { Tries } from '#/server/session/tries.ts'
import type { SessionStore } from '#/server/session/store.ts'
import { createCookies } from './cookies.ts'
import { createLogoutReader, type Logout } from './logout-token.ts'
import { createProvider, subjectOf } from './provider.ts'
import { createRenewal } from './renewal.ts'
import { providerTrouble, troubleCode } from './trouble.ts'

const CALLBACK = '/auth/callback'
const BACK_CHANNEL_LOGOUT = '/auth/back-channel-logout'
/** A state works once, on all servers; its cookie lives half as long. */
const USED_STATE = [{ count: 1, ms: 10 * 60_000 }]
const MAX_BODY_BYTES = 32 * 1024

export interface OidcOptions {
  readonly publicUrl: string
  readonly authentication: Authentication
  readonly sessions: Pick<SessionStore, 'all'>
  readonly seal: Pick<Seal, 'open' | 'close'>
  readonly tries: Pick<Tries, 'take'>
  readonly log: Log
  readonly now: () => number
  readonly monotonic: () => number
  readonly pause?: SignInGuardOptions['pause']
}

/**
 * Our sign-in page with the failure.
 * @param next destination of a retry
 */
const signInPage = (next: string, failed?: SignInFailure) => {
  const search = new URLSearchParams({ ...(failed && { failed }), ...(next !== '/' && { next }) })
  return search.size === 0 ? SIGN_IN_PAGE : `${SIGN_IN_PAGE}?${search}`
}

const reasonOrThrow = (error: unknown): RefusedBecause => {
  const because = refusalReason(error)
  if (because === null) throw error
  return because
}

/** AUTH_MODE=oidc: the company's OpenID Connect provider. */
export const byOidc = (settings: OidcSettings, options: OidcOptions): AuthStrategy => {
  const { publicUrl, authentication, sessions, seal, tries, log, now, monotonic } = options
  const { pause = (ms, signal) => wait(ms, undefined, { signal }) } = options
  const provider = createProvider({ settings, redirectUri: publicUrl + CALLBACK, now, monotonic, log })
  const cookies = createCookies(seal, now)
  const readLogout = createLogoutReader(provider, tries, now)
  const renewed = createRenewal({ provider, authentication, log, now, pause })

  /** Maps provider errors; defects are rethrown. */
  const failureOf = (error: unknown, step: 'begin' | 'callback'): SignInFailure => {
    const isOurs = error instanceof Failure || troubleOf(error) !== null
    const trouble = providerTrouble(error) ?? (isOurs ? 'service' : null)
    if (trouble === null) throw error
    const code = error instanceof Failure ? error.code : troubleCode(error)
    log({ event: 'company-sign-in', step, failure: trouble, code })
    return trouble
  }
  const sayFailed = (c: AppContext, failed: SignInFailure, next: string) => {
    c.set('error', failed)
    return c.redirect(signInPage(next, failed), 303)
  }

  const isOf = ({ issuer, sub, sid }: Logout, { facts }: Awaited<ReturnType<SessionStore['all']>>[number]) =>
    'identity' in facts &&
    facts.identity.via === 'oidc' &&
    (sub === null || facts.identity.subject === subjectOf(issuer, sub)) &&
    (sid === null ||
      (facts.identity.subject.startsWith(subjectOf(issuer, '')) && facts.provider?.sid === sid))

  const routes = new Hono<AppEnv>()
    .get(COMPANY_SIGN_IN, async (c) => {
      const next = safeNext(c.req.query('next'))
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      try {
        const url = await provider.signInUrl(secrets, c.req.query('again') === '1')
        const open = await authentication.find(c)
        cookies.begin(c, { ...secrets, next, replaces: open?.idHash ?? null })
        cookies.forgetRefused(c)
        return c.redirect(url.href, 303)
      } catch (error) {
        return sayFailed(c, failureOf(error, 'begin'), next)
      }
    })
    .get(CALLBACK, async (c) => {
      const answer = new URL(c.req.url).searchParams
      const begun = cookies.take(c, answer.get('state') ?? undefined)
      if (!begun) return sayFailed(c, 'expired', '/')
      try {
        if ((await tries.take(`callback ${begun.state}`, USED_STATE)) > 0) return sayFailed(c, 'expired', '/')
        const { identity, provided } = await provider.finish(answer, begun)
        const because = await authentication.admit(c, identity, provided).then(() => null, reasonOrThrow)
        if (because !== null) {
          cookies.refuse(c, { refused: identityName(identity), because })
          c.set('error', because)
          return c.redirect(signInPage(because === 'key_refused' ? begun.next : '/'), 303)
        }
      } catch (error) {
        const failed = failureOf(error, 'callback')
        if (failed === 'denied' || failed === 'untrusted') await authentication.noteRefused(c, failed)
        return sayFailed(c, failed, begun.next)
      }
      if (begun.replaces !== null) await authentication.end(begun.replaces)
      return c.redirect(begun.next, 303)
    })
    .post(BACK_CHANNEL_LOGOUT, async (c) => {
      const token = new URLSearchParams(await readText(c.req.raw, MAX_BODY_BYTES)).get('logout_token')
      const logout = await readLogout(token ?? '').catch((error: unknown) => {
        const trouble = providerTrouble(error)
        if (trouble === null) throw error
        log({ event: 'company-sign-in', step: 'logout', failure: trouble, code: troubleCode(error) })
        // The keys could not be fetched: the provider may retry.
        if (trouble === 'unavailable') throw failure('sign_in_unavailable', { cause: error })
        return null
      })
      if (!logout) throw failure('invalid_request')
      for (const session of await sessions.all())
        if (isOf(logout, session)) await authentication.end(session.idHash)
      return c.body(null, 200)
    })

  return {
    mode: 'oidc',
    routes,
    check: provider.check,
    signsOut: true,
    refusesPage: async (c) => cookies.refused(c) !== null,
    find: async (c) => {
      const session = await authentication.find(c)
      return session && renewed(session, () => authentication.find(c))
    },
    arrive: async (c) => {
      const session = c.get('session')
      return session ?? cookies.refused(c)
    },
    afterSignOut: async ({ company }) => {
      if (!company?.provider) return null
      try {
        return (await provider.signOutUrl(company.provider, publicUrl + SIGN_IN_PAGE))?.href ?? null
      } catch (error) {
        // Our session ends whatever happens at the provider.
        const failure = providerTrouble(error) ?? 'service'
        log({ event: 'company-sign-in', step: 'sign-out', failure, code: troubleCode(error) })
        return null
      }
    },
  }
}
