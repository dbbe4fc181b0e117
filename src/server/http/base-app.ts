import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import type { Config } from '#/server/config/config.ts'
import { troubleOf } from '#/server/database/database.ts'
import { CSP_REPORT_PATH, type HeaderSet } from '#/server/headers.ts'
import { errorEntry, type Log } from '#/server/log.ts'
import { destinationsOf, fileTypeOf, isAdmitted, isForKiosks, namesUs } from './admission.ts'
import {
  PRINCIPAL_HEADER,
  sendJson,
  setHeaders,
  readText,
  sendNothing,
  type AppContext,
  type AppEnv,
} from './exchange.ts'
import { Failure, failure } from './failure.ts'
import * as z from 'zod'
import { clientAddress, networkOf } from './client-address.ts'
import type { AddressList } from '#/server/config/address-list.ts'
import { createRateLimiter } from '#/server/session/rate-limit.ts'
import type { StoredSession } from '#/server/session/store.ts'

export interface BaseAppOptions {
  readonly config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'database'>
  readonly headers: HeaderSet
  readonly health: (c: AppContext) => Response | Promise<Response>
  readonly onStorageTrouble: () => void
  readonly findSession: (c: AppContext) => Promise<StoredSession | null>
  readonly faultsOf: (c: AppContext) => ReadonlySet<string>
  readonly log: Log
  readonly monotonic: () => number
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

const CLIENT_GONE = 499

const MAX_BYTES = 8 * 1024
const PER_ADDRESS = [{ count: 10, ms: 60_000 }]
const DIRECTIVE = /^[a-z-]{1,40}$/

/** `report-uri` sends one report, `report-to` a list. Only the directive is read. */
const reports = z.union([
  z
    .object({ 'csp-report': z.object({ 'effective-directive': z.string().regex(DIRECTIVE) }) })
    .transform((report) => [report['csp-report']['effective-directive']]),
  z
    .array(z.object({ body: z.object({ effectiveDirective: z.string().regex(DIRECTIVE) }) }))
    .transform((list) => list.map(({ body }) => body.effectiveDirective)),
])

/** Receives policy violations. Only the directive is logged: samples and addresses may contain personal data. */
const cspReports = (log: Log, monotonic: () => number, trustedProxies: AddressList) => {
  const limiter = createRateLimiter(PER_ADDRESS, monotonic)
  return async (c: AppContext): Promise<Response> => {
    const wait = limiter.take(networkOf(clientAddress(c, trustedProxies)))
    if (wait > 0)
      throw failure('rate_limited', { headers: { 'Retry-After': String(Math.ceil(wait / 1000)) } })
    const text = await readText(c.req.raw, MAX_BYTES)
    let parsed
    try {
      parsed = reports.safeParse(JSON.parse(text))
    } catch (cause) {
      throw failure('invalid_json', { cause })
    }
    for (const directive of new Set(parsed.data ?? []))
      log({ event: 'csp-report', directive, request_id: c.get('requestId') })
    return sendNothing(c)
  }
}

/**
 * Common to all requests: id, log line, hosts and methods, access control of `/api`, and answers to failures.
 * Routes are added to it.
 */
export const createBaseApp = (options: BaseAppOptions): Hono<AppEnv> => {
  const { config, headers, health, onStorageTrouble, findSession, faultsOf, log, monotonic } = options
  const app = new Hono<AppEnv>()

  const refuse = (c: AppContext, { error, code, detail, status, headers }: Failure) => {
    c.set('error', code)
    if (error === 'session_ended') c.set('session', null)
    return sendJson(c, { error, detail, request_id: c.get('requestId') }, status, headers)
  }

  const publicHost = new URL(config.publicUrl).host
  const isForUs = (c: AppContext) =>
    namesUs(new URL(c.req.url), publicHost, c.env.incoming?.socket.localAddress)

  app.use(async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.set('bytes', null)
    c.set('error', undefined)
    c.set('session', null)
    c.set('faults', faultsOf(c))
    c.header('X-Request-Id', requestId)
    if (!isForUs(c)) {
      setHeaders(c, headers)
      c.res = await refuse(c, failure('misdirected_request'))
    } else if (METHODS.has(c.req.method)) await next()
    else {
      setHeaders(c, headers)
      c.res = await refuse(c, failure('method_not_allowed', { headers: { Allow: [...METHODS].join(', ') } }))
    }
    c.res.headers.set('X-Request-Id', requestId)
    const error = c.get('error')
    log({
      event: 'request',
      method: c.req.method,
      // Without the shapes of its parameters.
      route: c.get('route') ?? routePath(c).replace(/\{[^}]*\}/g, ''),
      status: c.res.status,
      ms: Math.round(performance.now() - started),
      bytes: c.get('bytes'),
      request_id: requestId,
      ...(error === undefined ? {} : { error }),
    })
  })

  app.get('/healthz', (c) => {
    setHeaders(c, headers)
    return health(c)
  })

  app.use('/api/*', async (c, next) => {
    setHeaders(c, headers)
    await next()
  })
  // Before access control: sent by the browser itself, without our header.
  app.post(CSP_REPORT_PATH, cspReports(log, monotonic, config.trustedProxies))
  app.use('/api/*', async (c, next) => {
    const { path } = c.req
    const rules = { destinations: destinationsOf(path), fileType: fileTypeOf(path) }
    if (!isAdmitted(c.req.raw, { origin: config.publicUrl, ...rules })) throw failure('cross_site_refused')
    c.set('session', await findSession(c))
    if (c.get('session')?.kiosk && !isForKiosks(c.req.method, path)) throw failure('access_denied')
    // Also on refusals: another tab may have signed in as another user.
    await next()
    const session = c.get('session')
    if (session) c.res.headers.set(PRINCIPAL_HEADER, session.principal)
  })
  app.use('/api/*', async (c, next) => {
    // The page belongs to another account: it must not read or write as this one.
    const expected = c.req.header(PRINCIPAL_HEADER)
    const session = c.get('session')
    if (session && expected !== undefined && expected !== session.principal)
      throw failure('principal_changed')
    await next()
  })

  app.notFound((c) => {
    setHeaders(c, headers)
    return refuse(c, failure('method_not_allowed', { headers: { Allow: 'GET, HEAD' } }))
  })

  app.onError((error, c) => {
    if (error instanceof Failure) return refuse(c, error)
    if (c.req.raw.signal.aborted) return new Response(null, { status: CLIENT_GONE })
    log(errorEntry(error, c.get('requestId')))
    const trouble = troubleOf(error)
    if (trouble !== null) onStorageTrouble()
    if (trouble === 'full') return refuse(c, failure('storage_full'))
    if (trouble === 'inaccessible' && config.database !== null)
      return refuse(c, failure('database_unreachable'))
    if (trouble === 'locked' || trouble === 'inaccessible') return refuse(c, failure('storage_unavailable'))
    return refuse(c, failure('unknown_error'))
  })
  return app
}
