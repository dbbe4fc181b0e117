import { Hono } from 'hono'
import { kioskBody } from '#/contract/live/kiosk.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { callContext, readBody, requireSession, sendNothing, type AppEnv } from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import type { Authentication } from '#/server/identity/authentication.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'

export interface KioskOptions {
  readonly authentication: Pick<Authentication, 'enterKiosk'>
  readonly calls: Pick<SessionCalls, 'access'>
  readonly logBook: LogBook
}

/** `POST /api/walls`: turns the browser into a kiosk, and signs out its user. */
export const kioskRoutes = ({ authentication, calls, logBook }: KioskOptions): Hono<AppEnv> =>
  new Hono<AppEnv>().post('/api/walls', async (c) => {
    const { client } = await readBody(c, kioskBody)
    const giver = requireSession(c)
    // Framed sessions and kiosks must not open kiosks.
    if (giver.frame !== null || giver.wall !== null) throw failure('access_denied')
    await calls.access(giver, client, callContext(c))
    const session = await authentication.enterKiosk(c, giver.idHash, client)
    if (!session) throw failure('unauthorized')
    await logBook.note(c, { event: 'wall_opened' }, { client })
    return sendNothing(c)
  })
