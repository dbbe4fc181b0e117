import { Hono } from 'hono'
import type { AppContext, AppEnv } from '#/server/http/exchange.ts'
import type { HeaderSet } from '#/server/headers.ts'
import { STOP_PATH, type MailStops } from './stops.ts'

/** `/mail/stop/…`: unsubscribes without signing in. Only a POST does it, since scanners of mail follow links with GET. */
export const mailStopRoutes = (stops: MailStops, headers: HeaderSet): Hono<AppEnv> => {
  const answer = async (c: AppContext, isDone: boolean) => {
    c.set('route', `${STOP_PATH}/:token`)
    const mail = stops.read(c.req.param('token') ?? '')
    const { stopPage, STOP_STYLE_HASH } = await import('./stop-page.ts')
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${STOP_STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    c.header('Content-Type', 'text/html; charset=utf-8')
    c.header('X-Robots-Tag', 'noindex, nofollow')
    if (mail && isDone) await stops.stop(mail)
    return c.body(stopPage(mail?.language ?? 'en', mail?.to ?? null, isDone), mail ? 200 : 404)
  }
  return new Hono<AppEnv>()
    .get(`${STOP_PATH}/:token`, (c) => answer(c, false))
    .post(`${STOP_PATH}/:token`, (c) => answer(c, true))
}
