import { Hono } from 'hono'
import { LIVE_PATH } from '#/contract/live/live.ts'
import { wallBody, wallCodeBody } from '#/contract/live/wall.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { clientAddress, type AddressList } from '#/server/http/client-address.ts'
import {
  callContext,
  onlyMethods,
  readBody,
  requireSession,
  sendJson,
  sendNothing,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import type { Entrance } from '#/server/identity/entrance.ts'
import { createSharedRateLimiter } from '#/server/session/rate-limit.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { Tries } from '#/server/session/tries.ts'
import type { WallCodes } from '#/server/session/wall-codes.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'

/** All that a screen on the wall may ask: who it is, its figures, and that it be one no longer. */
const FOR_WALLS: ReadonlySet<string> = new Set([
  `GET /api${LIVE_PATH}`,
  'GET /api/session',
  'DELETE /api/session',
])
export const isForWalls = ({ req }: AppContext): boolean => FOR_WALLS.has(`${req.method} ${req.path}`)

const ROUTES: ReadonlySet<string> = new Set(['/api/walls', '/api/walls/codes'])

/** Codes are tried so often, from one address and from all: a good one is found by chance once in many thousand years. */
const TRIES_OF_ONE = [{ count: 10, ms: 60_000 }]
const TRIES_OF_ALL = [{ count: 100, ms: 60_000 }]

export interface WallOptions {
  readonly wallCodes: WallCodes
  readonly tries: Tries
  readonly entrance: Pick<Entrance, 'enterWall'>
  readonly calls: Pick<SessionCalls, 'access'>
  readonly logBook: LogBook
  readonly trustedProxies: AddressList
  readonly monotonic: () => number
}

/** How a browser becomes a screen on the wall: a code of a person's typed there, or that person at the screen itself. */
export const wallRoutes = (options: WallOptions): Hono<AppEnv> => {
  const { wallCodes, entrance, calls, logBook, trustedProxies } = options
  const ofOne = createSharedRateLimiter('wall code', TRIES_OF_ONE, options)
  const ofAll = createSharedRateLimiter('wall codes of all', TRIES_OF_ALL, options)

  /** @throws Failure `rate_limited` */
  const countTry = async (c: AppContext) => {
    const wait = (await ofOne.take(clientAddress(c, trustedProxies))) || (await ofAll.take('all'))
    if (wait > 0)
      throw failure('rate_limited', { headers: { 'Retry-After': String(Math.ceil(wait / 1000)) } })
  }

  /** A session of a person's own, which may let a screen in. @throws Failure `access_denied`, `client_forbidden` */
  const giverOf = async (c: AppContext, client: string | null): Promise<StoredSession> => {
    const session = requireSession(c)
    // What a frame shows is shown there: it lets no screen in.
    if (session.frame !== null || session.wall !== null) throw failure('access_denied')
    await calls.access(session, client, callContext(c))
    return session
  }

  return new Hono<AppEnv>()
    .use('/api/walls/*', async (c, next) => {
      if (ROUTES.has(c.req.path)) c.set('route', c.req.path)
      await next()
    })
    .post('/api/walls/codes', async (c) => {
      const { client } = await readBody(c, wallCodeBody)
      const { idHash } = await giverOf(c, client)
      const code = await wallCodes.give(idHash, client)
      await logBook.note(c, { event: 'wall_allowed' }, { client })
      return sendJson(c, { code })
    })
    .post('/api/walls', async (c) => {
      const body = await readBody(c, wallBody)
      if ('code' in body) await countTry(c)
      const given =
        'code' in body
          ? await wallCodes.take(body.code)
          : { session: (await giverOf(c, body.client)).idHash, client: body.client }
      const session = given && (await entrance.enterWall(c, given.session, given.client))
      if (!session) {
        await logBook.note(c, { event: 'sign_in_refused', reason: 'wrong' }, { who: null })
        throw failure('unauthorized')
      }
      await logBook.note(c, { event: 'wall_opened' }, { client: session.wall?.client ?? null })
      return sendNothing(c)
    })
    .on(['GET', 'PUT', 'DELETE'], ['/api/walls', '/api/walls/codes'], onlyMethods('POST'))
}
