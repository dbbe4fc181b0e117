import { Hono } from 'hono'
import { isPathValue } from '#/contract/endpoint.ts'
import { LIVE_PATH } from '#/contract/live/live.ts'
import {
  callContext,
  CLIENT_PATH,
  requireSession,
  sendJson,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import { createLiveFigures, type LiveOptions } from './live-figures.ts'
import { kioskRoutes, type KioskOptions } from './kiosks.ts'

const OWN = `/api${LIVE_PATH}`
const OF_CLIENT = `${CLIENT_PATH}${LIVE_PATH}`
/** Kiosks opened before 0.1.0 use GET until reloaded. */
const METHODS = ['POST', 'GET']

/** `POST /api/live`, also below a client's prefix, and `/api/walls`. */
export const liveRoutes = (options: LiveOptions & KioskOptions): Hono<AppEnv> => {
  const figures = createLiveFigures(options)
  const answer = async (c: AppContext) => {
    const client = c.req.param('client')
    if (client !== undefined && !isPathValue('client_id', client)) throw failure('not_found')
    const session = requireSession(c)
    // A kiosk is bound to its client.
    const whose = session.wall ? session.wall.client : (client ?? null)
    return sendJson(c, await figures(session, whose, callContext(c)))
  }
  return new Hono<AppEnv>().route('/', kioskRoutes(options)).on(METHODS, [OWN, OF_CLIENT], answer)
}
