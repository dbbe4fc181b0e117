import { Hono } from 'hono'
import { SHARED_PAGE } from '#/contract/shared-reports/shared-reports.ts'
import { troubleOf } from '#/server/database/database.ts'
import { languageOf } from '#/server/document/language.ts'
import { sharedPageHeaders, type HeaderSet, type Transport } from '#/server/headers.ts'
import { clientAddress } from '#/server/http/client-address.ts'
import type { AddressList } from '#/server/config/address-list.ts'
import { setHeaders, type AppContext, type AppEnv } from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import { createRateLimiter } from '#/server/session/rate-limit.ts'
import type { SharedReports } from './store.ts'

/** Unknown addresses per network address and server. Valid links always work, since 256 bits cannot be guessed. */
const TRIES_OF_ONE = [{ count: 60, ms: 60_000 }]

export interface SharedPageOptions {
  readonly sharedReports: Pick<SharedReports, 'read'>
  readonly transport: Transport
  readonly trustedProxies: AddressList
  readonly headers: HeaderSet
  readonly monotonic: () => number
}

/** `/s/…`: frozen figures for everyone with the link, without a session. */
export const sharedPageRoutes = (options: SharedPageOptions): Hono<AppEnv> => {
  const { sharedReports, transport, trustedProxies, headers, monotonic } = options
  const limiter = createRateLimiter(TRIES_OF_ONE, monotonic)

  const answer = async (c: AppContext) => {
    const [{ sharedNoteHtml, sharedPageHtml }, { readSharedPage }, { SHARED_STYLE_HASH }] = await Promise.all(
      [
        import('#/server/reports/page/page.ts'),
        import('#/server/reports/page/shared-page-labels.ts'),
        import('#/server/reports/page/page-style.ts'),
      ],
    )
    const say = (hasPicture: boolean) =>
      setHeaders(c, sharedPageHeaders(SHARED_STYLE_HASH, transport, hasPicture))
    say(false)
    const locale = languageOf(c.req.raw.headers)
    try {
      // The same lookup for any address, against timing differences.
      const stored = await sharedReports.read(c.req.path.slice(SHARED_PAGE.length + 1))
      const page = stored === null ? null : readSharedPage(stored)
      if (page !== null) {
        if (page.brand?.logo) say(true)
        return c.body(sharedPageHtml(page))
      }
      const wait = limiter.take(clientAddress(c, trustedProxies))
      if (wait === 0) return c.body(sharedNoteHtml('absent', locale), 404)
      c.header('Retry-After', String(Math.ceil(wait / 1000)))
      return c.body(sharedNoteHtml('too_many', locale), 429)
    } catch (error) {
      if (troubleOf(error) === null) throw error
      c.set('error', 'storage_unavailable')
      return c.body(sharedNoteHtml('unavailable', locale), 503)
    }
  }
  const only = (c: AppContext) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    throw failure('method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
  }
  return new Hono<AppEnv>()
    .on(['GET', 'HEAD'], [SHARED_PAGE, `${SHARED_PAGE}/*`], answer)
    .all(SHARED_PAGE, only)
    .all(`${SHARED_PAGE}/*`, only)
}
