import type { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { createServerParts, type CreateAppOptions, type ServerParts } from './parts.ts'
import { agencyLogoRoutes } from './agency-logo/routes.ts'
import { administrationRoutes } from './administration/routes.ts'
import type { Archive } from './archive/archive.ts'
import { archiveRoutes } from './archive/routes.ts'
import { annotationRoutes } from './annotations/routes.ts'
import type { Delivery } from './delivery.ts'
import { embedRoutes } from './embed.ts'
import type { Exports } from './exports/exports.ts'
import { exportRoutes } from './exports/routes.ts'
import { idempotent } from './idempotency/middleware.ts'
import { FAULT_COOKIE, faultsOf, NO_FAULTS } from './faults.ts'
import { createBaseApp } from './http/base-app.ts'
import { failure } from './http/failure.ts'
import { ASSETS_PATH } from './headers.ts'
import type { Vitals } from './health.ts'
import { setHeaders, type AppEnv, type Bindings } from './http/exchange.ts'
import { recordingRoutes } from './upstream/recordings/routes.ts'
import { notificationPreviewRoutes } from './notification-preview.ts'
import { preferencesRoutes } from './preferences/preferences.ts'
import { proxyRoutes } from './upstream/proxy.ts'
import { sessionRoutes } from './identity/session-routes.ts'
import { monthPlanRoutes } from './month-plans/routes.ts'
import { workingHoursRoutes } from './working-hours/routes.ts'
import { spendSheetRoutes } from './spend-sheet/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { chartNoteRoutes } from './chart-notes/routes.ts'

/** Takes a {@link Request}, returns a Response; needs no socket. */
export interface App {
  readonly fetch: (request: Request, env?: Bindings) => Promise<Response>
  readonly archive: Archive | null
  readonly release: () => Promise<void>
  /** Frees what is held for sessions that have expired. */
  readonly endClosedSessions: () => Promise<void>
  /** Idle until started. */
  readonly scheduler: Delivery['scheduler']
  readonly exports: Pick<Exports, 'purge' | 'stop'>
  readonly vitals: () => Promise<Vitals>
  /** Logs problems of the company's sign-in; never prevents the start. */
  readonly checkSignIn: () => Promise<void>
}

/** Of `Allow`, in its order. */
const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

const VERSION = /^\/v\d+(?:\/|$)/i
/** The embedded service shares our origin: its answers must not become pages. */
const inert = (response: Response): Response => {
  const headers = new Headers(response.headers)
  headers.set('Content-Security-Policy', "default-src 'none'; sandbox")
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}

const routeApi = (app: Hono<AppEnv>, options: CreateAppOptions, parts: ServerParts) => {
  const { config, audit, embedAuthCodes, annotations } = options
  const { access, archive, calls, delivery, authentication, headers, logBook, sessions, authStrategy } = parts
  const { embedding } = config
  app.route('/', sessionRoutes(parts))
  if (authStrategy.routes) {
    app.use('/auth/*', async (c, next) => {
      setHeaders(c, headers)
      await next()
    })
    app.route('/', authStrategy.routes)
  }
  app.use('/api/*', idempotent(options.idempotency, options.monotonic, options.log))
  app.route('/', embedRoutes({ embedding, embedAuthCodes, authentication, logBook }))
  app.route('/', preferencesRoutes(options.preferences))
  app.route('/', administrationRoutes({ audit, logBook, sessions, checkClient: calls.access }))
  app.route('/', recordingRoutes({ ...options, calls, logBook }))
  app.route('/', notificationPreviewRoutes(calls, embedding ?? undefined))
  app.route('/', archiveRoutes({ ...options, ...parts, annotations, plans: options.monthPlans }))
  app.route('/', exportRoutes({ ...options, ...parts, annotations, isOpen: sessions.isOpen }))
  app.route('/', annotationRoutes({ annotations, access, calls, logBook }))
  app.route('/', delivery.routes)
  app.route('/', monthPlanRoutes({ plans: options.monthPlans, access, calls, logBook }))
  app.route('/', workingHoursRoutes({ workingHours: options.workingHours, access, calls, logBook }))
  app.route('/', spendSheetRoutes({ access, calls }))
  app.route('/', agencyLogoRoutes({ agencyLogos: options.agencyLogos, logBook }))
  app.route('/', chartNoteRoutes({ notes: options.chartNotes, access, calls, logBook }))
  app.route('/', liveRoutes({ ...options, annotations, authentication, calls, access, archive, logBook }))
  app.route('/', proxyRoutes(calls, logBook))
  app.all('/api/*', ({ req: { path } }) => {
    // The last one is of pages.
    const answers = (method: string) =>
      app.router.match(method, path)[0].some(([[, route]]) => route.method === method && route.path !== '/*')
    const allowed = METHODS.filter(answers)
    if (allowed.length === 0) throw failure('not_found')
    throw failure('method_not_allowed', { headers: { Allow: allowed.join(', ') } })
  })
}

const routeSample = (app: Hono<AppEnv>, { sample }: CreateAppOptions, { headers }: ServerParts) => {
  for (const version of ['/v1', '/v2'])
    app.all(`${version}/*`, async (c) => {
      if (!sample) {
        setHeaders(c, headers)
        throw failure('not_found')
      }
      return inert(await sample.service(c.req.raw))
    })

  // Another API version, or capitals, is no page either.
  app.all('*', async (c, next) => {
    if (!VERSION.test(c.req.path)) return next()
    setHeaders(c, headers)
    throw failure('not_found')
  })
}

const routePages = (
  app: Hono<AppEnv>,
  { site }: CreateAppOptions,
  { preloadFor, delivery, authStrategy }: ServerParts,
) => {
  app.route('/', delivery.publicRoutes)

  app.on(['GET', 'HEAD'], '*', async (c) => {
    if (c.req.path.startsWith(ASSETS_PATH)) c.set('route', `${ASSETS_PATH}*`)
    const response = await site.fetch(c.req.raw, () => preloadFor(c))
    c.set('bytes', Number(response.headers.get('content-length') ?? 0))
    const isPage = response.ok && /^text\/html\b/.test(response.headers.get('content-type') ?? '')
    return isPage && (await authStrategy.refusesPage(c))
      ? new Response(response.body, { status: 403, headers: response.headers })
      : response
  })
}

/** The whole server. Pure except for `options`. */
export const createApp = (options: CreateAppOptions): App => {
  const { config } = options
  const parts = createServerParts(options)
  const { archive, archiveTrouble, calls, delivery, headers, health, keyWatch, sessions, authStrategy } =
    parts
  const app = createBaseApp({
    ...options,
    headers,
    health: health.answer,
    onStorageTrouble: health.onStorageTrouble,
    findSession: authStrategy.find,
    faultsOf: (c) => (config.faults ? faultsOf(getCookie(c, FAULT_COOKIE)) : NO_FAULTS),
  })
  routeApi(app, options, parts)
  routeSample(app, options, parts)
  routePages(app, options, parts)

  return {
    archive,
    release: parts.release,
    endClosedSessions: parts.endClosedSessions,
    exports: {
      purge: () => {
        parts.exports.purge()
        delivery.monthlyJobs.purge()
      },
      stop: () => {
        delivery.monthlyJobs.stop()
        parts.exports.stop()
      },
    },
    scheduler: delivery.scheduler,
    checkSignIn: authStrategy.check,
    vitals: async () => ({
      sessions: await sessions.count().catch(() => null),
      archiveReadings: archive?.readings() ?? 0,
      circuits: calls.circuits(),
      keysRefused: keyWatch.count(),
      storage: await health.storageTrouble(),
      archive: archiveTrouble(),
    }),
    fetch: async (request, env = {}) => app.fetch(request, env),
  }
}
