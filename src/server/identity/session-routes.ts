import { Hono } from 'hono'
import {
  apiKeyBody,
  type SampleSignIn,
  type Session as SessionAnswer,
  type SignedOut,
  type SessionUser,
} from '#/contract/session.ts'
import { signInAnswer, signInBody } from '#/contract/sign-in/user.ts'
import { TRY_SIGN_IN } from '#/contract/administration/try-sign-in.ts'
import { sessionPerson, type LogBook } from '#/server/administration/log-book.ts'
import type { Directory } from './directory.ts'
import { accepted, type Authentication } from './authentication.ts'
import type { Refused, AuthStrategy } from './auth-strategy.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import {
  callContext,
  readBody,
  requireSession,
  sendJson,
  sendNothing,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { isPossibleKey } from '#/server/quirks.ts'
import { withoutSecrets } from '#/server/upstream/proxy.ts'
import { sha256 } from '#/server/session/seal.ts'
import { accountNamed, type createSignInGuard } from './sign-in-guard.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { Upstream } from '#/server/upstream/request.ts'
import { concealer } from '#/server/upstream/redact.ts'

/** Filters passwords typed into the address field out of the log. */
const ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,190}$/

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

interface AnswerOptions {
  readonly authStrategy: AuthStrategy
  readonly directory: Pick<Directory, 'ask'>
  readonly sampleSignIns: readonly SampleSignIn[] | null
  readonly help: SessionAnswer['help']
  readonly makesPdf: boolean
  readonly now: () => number
}

/** A kiosk has no person: its session does not reveal who opened it. */
const ON_KIOSK: Omit<SessionUser, 'company_name' | 'agency'> = {
  email: null,
  contact_name: null,
  phone_number: null,
  is_agency_manager: false,
  roles: [],
}

/** The answer of `GET /api/session`, also in the document. */
export type SessionAnswerOf = (session: StoredSession | null, refused?: Refused | null) => SessionAnswer

export const createSessionAnswer =
  ({ authStrategy, directory, sampleSignIns, help, makesPdf, now }: AnswerOptions): SessionAnswerOf =>
  (session, refused = null) => ({
    principal: session?.principal ?? null,
    user: session && (session.kiosk ? { ...session.user, ...ON_KIOSK } : session.user),
    rights: [...(session?.rights ?? [])],
    sign_in: authStrategy.mode,
    ends_in: session && Math.max(0, Math.round((session.endsAt - now()) / 1000)),
    sign_out: authStrategy.signsOut,
    refused: refused?.refused ?? null,
    refused_because: refused?.because ?? null,
    ask: directory.ask(),
    // Other modes may use the sample's data, but not its sign-ins.
    sample: sampleSignIns && (authStrategy.mode === 'session' && !session?.kiosk ? [...sampleSignIns] : []),
    help,
    wall: session !== null && session.kiosk !== null,
    ...(makesPdf && { makes_pdf: true }),
  })

export interface SessionRoutesOptions {
  readonly upstream: Upstream
  readonly authentication: Authentication
  readonly authStrategy: AuthStrategy
  readonly logBook: LogBook
  readonly guarded: ReturnType<typeof createSignInGuard>
  readonly answerOf: SessionAnswerOf
}

/** `/api/session`: current user, sign-in by password or key, sign-out. */
export const sessionRoutes = ({
  upstream,
  authentication,
  authStrategy,
  guarded,
  logBook,
  answerOf,
}: SessionRoutesOptions) => {
  /** With company sign-in, passwords and keys are not accepted. */
  const onlyHere = () => {
    if (authStrategy.mode !== 'session') throw failure('not_found')
  }

  /** Logs failed attempts, with the typed address if it is one. */
  const noted = async <T>(c: AppContext, typed: string | null, attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof Failure && error.error === 'unauthorized')
        await logBook.note(c, { event: 'sign_in_refused', reason: 'wrong' }, { who: typed })
      throw error
    }
  }

  const signInByPassword = async (c: AppContext) => {
    onlyHere()
    const body = await readBody(c, signInBody)
    const { email } = body.user
    const { result: answer, remember } = await noted(c, ADDRESS.test(email) ? email : null, () =>
      guarded(c, accountNamed(email), async () =>
        accepted(await upstream({ name: 'sign_in', body, key: null }, callContext(c))),
      ),
    )
    return { answer, remember }
  }

  return new Hono<AppEnv>()
    .post('/api/v2/users/sign_in', async (c) => {
      const { answer, remember } = await signInByPassword(c)
      const { key, user, account } = userOfPassword(answer)
      await authentication.enter(c, { api_key: key, user }, account)
      remember()
      // The documented answer without secrets (G25): API users need no session.
      return sendJson(c, withoutSecrets(answer, concealer([key])))
    })
    .post(`/api${TRY_SIGN_IN}`, async (c) => {
      requireSession(c)
      const { answer } = await signInByPassword(c)
      // Also removes other occurrences of the key in the answer.
      const key = signInAnswer.lenient.safeParse(answer).data?.user.api_key
      return sendJson(c, withoutSecrets(answer, concealer(key ? [key] : [])))
    })
    .get('/api/session', async (c) => {
      const arrived = await authStrategy.arrive(c)
      const refused = arrived && 'refused' in arrived ? arrived : null
      return sendJson(c, answerOf(c.get('session'), refused))
    })
    .post('/api/session', async (c) => {
      onlyHere()
      const key = (await readBody(c, apiKeyBody)).api_key.trim()
      const { result: user, remember } = await noted(c, null, () =>
        guarded(c, `key:${key}`, async () => {
          if (!isPossibleKey(key)) throw failure('unauthorized')
          return authentication.userByKey(c, key)
        }),
      )
      const session = await authentication.enter(c, { api_key: key, user }, `key:${sha256(key)}`)
      remember()
      return sendJson(c, answerOf(session))
    })
    .delete('/api/session', async (c) => {
      const session = c.get('session')
      if (session?.kiosk)
        await logBook.note(c, { event: 'session_ended', whose: sessionPerson(session) ?? '' })
      else if (session) await logBook.note(c, { event: 'signed_out' })
      await authentication.leave(c)
      authentication.forget(c)
      // Not "cookies": that would sign out other sites of the same registrable domain.
      c.header('Clear-Site-Data', '"cache"')
      // Leaving a frame or kiosk does not end the person's session at the company.
      const to = session?.frame === null && !session.kiosk ? await authStrategy.afterSignOut(session) : null
      return to === null ? sendNothing(c) : sendJson(c, { to } satisfies SignedOut)
    })
}
