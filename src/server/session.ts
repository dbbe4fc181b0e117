import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { agencyAnswer } from '#/contract/agency.ts'
import {
  apiKeyBody,
  signInAnswer,
  signInBody,
  type SampleSignIn,
  type Session as SessionAnswer,
  type SessionUser,
} from '#/contract/session.ts'
import { failure } from './http/failure.ts'
import {
  callContext,
  readBody,
  sendJson,
  sendNothing,
  type AppContext,
  type AppEnv,
} from './http/exchange.ts'
import { isPossibleKey } from './quirks.ts'
import { withoutSecrets } from './proxy.ts'
import { sha256 } from './session/seal.ts'
import { accountNamed, type createSignInGuard } from './session/sign-in-guard.ts'
import type { StoredSession, SessionStore } from './session/store.ts'
import type { Clients } from './upstream/clients.ts'
import type { Upstream, UpstreamAnswer } from './upstream/request.ts'
import { concealer } from './upstream/redact.ts'
import { refusal } from './upstream/session-calls.ts'

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
const accepted = (answer: UpstreamAnswer): unknown => {
  if (WRONG_CREDENTIALS.has(answer.status)) throw failure('unauthorized')
  if (answer.status < 200 || answer.status >= 300) throw refusal(answer)
  return answer.body
}

const userOfPassword = (body: unknown): { key: string; user: SessionUser; account: string } => {
  const parsed = signInAnswer.lenient.safeParse(body)
  const user = parsed.data?.user
  if (!user?.api_key || !isPossibleKey(user.api_key)) throw failure('upstream_bad_response')
  return {
    key: user.api_key,
    account: `email:${user.email.trim().toLowerCase()}`,
    user: {
      email: user.email,
      contact_name: user.contact_name,
      phone_number: user.phone_number,
      company_name: user.company_name,
      agency: user.agency,
      is_agency_manager: user.is_agency_manager ?? false,
      roles: (user.roles ?? []).flatMap((role) => role.translated_name ?? role.name ?? []),
    },
  }
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

export interface SessionRoutesOptions {
  readonly sessions: SessionStore
  readonly upstream: Upstream
  readonly clients: Pick<Clients, 'forget'>
  /** Stands before every try. */
  readonly guarded: ReturnType<typeof createSignInGuard>
  /** Null in front of a real API. */
  readonly sampleSignIns: readonly SampleSignIn[] | null
  readonly archive: SessionAnswer['archive']
}

/** The session's own calls: who is there, sign-in by password or key, sign-out. */
export const sessionRoutes = ({
  sessions,
  upstream,
  clients,
  guarded,
  sampleSignIns,
  archive,
}: SessionRoutesOptions) => {
  const answerOf = (session: StoredSession | null): SessionAnswer => ({
    principal: session?.principal ?? null,
    user: session?.user ?? null,
    sample: sampleSignIns ? [...sampleSignIns] : null,
    archive,
  })

  const leave = async (c: AppContext) => {
    const session = c.get('session')
    if (!session) return
    await sessions.end(session.idHash)
    clients.forget(session.idHash)
    c.set('session', null)
  }

  /** A new id at every sign-in: one that was known before it is worth nothing after. */
  const enter = async (
    c: AppContext,
    key: string,
    user: SessionUser,
    account: string,
  ): Promise<StoredSession> => {
    await leave(c)
    const { id, session } = await sessions.open({ api_key: key, user }, account)
    setCookie(c, COOKIE, id, COOKIE_OPTIONS)
    c.set('session', session)
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

  return new Hono<AppEnv>()
    .post('/api/v2/users/sign_in', async (c) => {
      const body = await readBody(c, signInBody)
      const { result: answer, remember } = await guarded(c, accountNamed(body.user.email), async () =>
        accepted(await upstream({ name: 'sign_in', body, key: null }, callContext(c))),
      )
      const { key, user, account } = userOfPassword(answer)
      await enter(c, key, user, account)
      remember()
      // The documented answer, but for what must stay here (G25): who speaks the API need not know of sessions.
      return sendJson(c, withoutSecrets(answer, concealer([key])))
    })
    .get('/api/session', (c) => {
      if (!c.get('session') && sessionId(c) !== undefined) clearSessionCookie(c)
      return sendJson(c, answerOf(c.get('session')))
    })
    .post('/api/session', async (c) => {
      const key = (await readBody(c, apiKeyBody)).api_key.trim()
      const { result: user, remember } = await guarded(c, `key:${key}`, async () => {
        if (!isPossibleKey(key)) throw failure('unauthorized')
        return userByKey(c, key)
      })
      const session = await enter(c, key, user, `key:${sha256(key)}`)
      remember()
      return sendJson(c, answerOf(session))
    })
    .delete('/api/session', async (c) => {
      await leave(c)
      clearSessionCookie(c)
      // Not "cookies": that would sign the user out of every other site below the same registrable domain.
      c.header('Clear-Site-Data', '"cache"')
      return sendNothing(c)
    })
    .all('/api/session', () => {
      throw failure('method_not_allowed', { headers: { Allow: 'GET, POST, DELETE' } })
    })
}
