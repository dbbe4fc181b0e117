import { Hono } from 'hono'
import { isPathValue } from '#/contract/endpoint.ts'
import { kioskBody } from '#/contract/live/kiosk.ts'
import { LIVE_PATH } from '#/contract/live/live.ts'
import {
  callContext,
  CLIENT_PATH,
  readBody,
  requireSession,
  sendJson,
  sendNothing,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import type { Authentication } from '#/server/identity/authentication.ts'
import { createLiveFigures, type LiveOptions } from './live-figures.ts'

const OWN = `/api${LIVE_PATH}`
const OF_CLIENT = `${CLIENT_PATH}${LIVE_PATH}`
/** Kiosks opened before 0.1.0 use GET until reloaded. */
const METHODS = ['POST', 'GET']

interface KioskOptions {
  readonly authentication: Pick<Authentication, 'enterKiosk'>
  readonly logBook: LogBook
}

/** `POST /api/live`, also below a client's prefix, and `POST /api/walls`, which turns the browser into a kiosk. */
export const liveRoutes = ({
  authentication,
  logBook,
  ...options
}: LiveOptions & KioskOptions): Hono<AppEnv> => {
  const figures = createLiveFigures(options)
  const answer = async (c: AppContext) => {
    const client = c.req.param('client')
    if (client !== undefined && !isPathValue('client_id', client)) throw failure('not_found')
    const session = requireSession(c)
    // A kiosk is bound to its client.
    const whose = session.kiosk ? session.kiosk.client : (client ?? null)
    return sendJson(c, await figures(session, whose, callContext(c)))
  }

  /** Signs out its user. */
  const openKiosk = async (c: AppContext) => {
    const { client } = await readBody(c, kioskBody)
    const giver = requireSession(c)
    // Framed sessions and kiosks must not open kiosks.
    if (giver.frame !== null || giver.kiosk !== null) throw failure('access_denied')
    await options.calls.access(giver, client, callContext(c))
    const session = await authentication.enterKiosk(c, giver.idHash, client)
    if (!session) throw failure('unauthorized')
    await logBook.note(c, { event: 'wall_opened' }, { client })
    return sendNothing(c)
  }

  return new Hono<AppEnv>().post('/api/walls', openKiosk).on(METHODS, [OWN, OF_CLIENT], answer)
}
