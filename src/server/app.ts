import type { SampleSignIn } from '#/contract/session.ts'
import type { Config } from './config/config.ts'
import type { Directory } from './identity/directory.ts'
import { createLogBook } from './administration/log-book.ts'
import { administrationRoutes } from './administration/routes.ts'
import { createAccess } from './archive/access.ts'
import { createArchive, type Archive } from './archive/archive.ts'
import { countHere, type ArchiveCounter } from './archive/counting/counting.ts'
import { archiveRoutes } from './archive/routes.ts'
import { contactMarkRoutes } from './contact-marks/routes.ts'
import type { Stores } from './database/stores.ts'
import type { ArchiveStore } from './archive/store/store.ts'
import { NO_NEWS, type News } from './database/news.ts'
import { createDelivery, type Delivery } from './delivery/delivery.ts'
import { createBringing } from './document/brought.ts'
import { createEndings } from './endings.ts'
import { embedRoutes } from './embed.ts'
import { createBaseApp } from './http/base-app.ts'
import { failure } from './http/failure.ts'
import { apiHeaders, ASSETS_PATH } from './headers.ts'
import { healthCheck, type Vitals } from './health.ts'
import { setHeaders, type Bindings } from './http/exchange.ts'
import type { Log } from './log.ts'
import { mediaRoutes } from './media.ts'
import { notificationPreviewRoutes } from './notification-preview.ts'
import { preferencesRoutes } from './preferences.ts'
import { proxyRoutes, withoutSecrets } from './proxy.ts'
import { createEntrance } from './identity/entrance.ts'
import { createKeyWatch } from './identity/key-watch.ts'
import type { MakeWayIn } from './identity/configured.ts'
import { createSessionAnswer, sessionRoutes } from './session.ts'
import { monthPlanRoutes } from './month-plans/routes.ts'
import { liveRoutes } from './live/routes.ts'
import type { Seal } from './session/seal.ts'
import { createSignInGuard, type SignInGuardOptions } from './session/sign-in-guard.ts'
import { sessionsAndStanding } from './standing/sessions.ts'
import type { Site } from './static.ts'
import { timelineNoteRoutes } from './timeline-notes/routes.ts'
import { createClients } from './upstream/clients.ts'
import { createUpstream, type LIMITS, type Upstream, type UpstreamFetch } from './upstream/request.ts'
import { createSessionCalls } from './upstream/session-calls.ts'

export interface CreateAppOptions extends Stores {
  readonly config: Pick<
    Config,
    | 'help'
    | 'publicUrl'
    | 'transport'
    | 'apiBaseUrl'
    | 'dialect'
    | 'trustedProxies'
    | 'embedding'
    | 'mediaHosts'
    | 'insecureHttp'
    | 'faults'
    | 'archive'
    | 'mail'
    | 'webhookHosts'
    | 'chromium'
  >
  readonly directory: Directory
  readonly makeWayIn: MakeWayIn
  readonly seal: Seal
  /** From and to other servers; absent: there are none. */
  readonly news?: News
  /** To the API: the network's fetch, or the embedded reference service. */
  readonly fetch: UpstreamFetch
  /** Puts a watch on every call to the API. */
  readonly watched?: (upstream: Upstream) => Upstream
  /** To hosts that are not the API's (recordings). */
  readonly checkedFetch: UpstreamFetch
  /** Null in front of a real API: then there is no `/v1`, `/v2` and no sample account. */
  readonly sample: { readonly service: UpstreamFetch; readonly signIns: readonly SampleSignIn[] } | null
  /** Null: nothing is kept; `unavailable`: it could not be opened. */
  readonly archive: ArchiveStore | 'unavailable' | null
  /** Who counts what is kept, and the overview of many contacts; the default in this thread, which no server that listens can afford. */
  readonly counting?: ArchiveCounter
  readonly overviewCounting?: ArchiveCounter
  readonly site: Site
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds of a clock that only goes on, whatever the system's is set to. */
  readonly monotonic: () => number
  /** The process has been told to end: no more traffic should come. */
  readonly isStopping?: () => boolean
  readonly limits?: typeof LIMITS
  readonly pause?: SignInGuardOptions['pause']
}

/** A {@link Request} in, a Response out; no socket needed. */
export interface App {
  readonly fetch: (request: Request, env?: Bindings) => Promise<Response>
  /** Null: there is none. */
  readonly archive: Archive | null
  /** What is sent by itself; it stands still until it is started. */
  readonly scheduler: Delivery['scheduler']
  readonly vitals: () => Promise<Vitals>
}

const VERSION = /^\/v\d+(?:\/|$)/i
/** The embedded service's answers come from our origin: none of them may become a page. */
const inert = (response: Response): Response => {
  const headers = new Headers(response.headers)
  headers.set('Content-Security-Policy', "default-src 'none'; sandbox")
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}

/** Everything the server answers. Pure but for what `options` brings along. */
export const createApp = (options: CreateAppOptions): App => {
  const {
    config,
    preferences,
    names,
    audit,
    handOvers,
    directory,
    seal,
    fetch,
    checkedFetch,
    sample,
    site,
    log,
    now,
    monotonic,
    limits,
  } = options
  const { isStopping = () => false, watched = (unwatched) => unwatched } = options
  const unwatched = createUpstream({
    fetch,
    baseUrl: config.apiBaseUrl ?? config.publicUrl,
    dialect: config.dialect,
    ...(limits ? { limits } : {}),
  })
  const upstream = watched(unwatched)
  const clients = createClients(names, config.dialect, now)
  const access = createAccess(monotonic)
  const all = sessionsAndStanding(options)
  const endings = createEndings({
    news: options.news ?? NO_NEWS,
    sessions: all,
    access,
    clients,
    archive: () => archive,
  })
  const sessions = { ...all, end: endings.end }
  const keyWatch = createKeyWatch(log)
  directory.onChange(keyWatch.forget)
  const calls = createSessionCalls({
    upstream,
    sessions,
    clients,
    keyWatch,
    monotonic,
    onAnswer: (session, client, { name, query }, answer) => {
      access.onAnswer(session.idHash, client)
      if (name === 'objects')
        archive?.seeObjects(session, client, query, () => withoutSecrets(answer, calls.concealer(session)))
    },
    onRefusal: endings.refused,
  })
  const isKept = options.archive !== null && config.archive !== null
  const archive =
    options.archive !== null && options.archive !== 'unavailable' && config.archive !== null
      ? createArchive(
          {
            counting: countHere(options.archive),
            overviewCounting: countHere(options.archive),
            ...options,
            ...config.archive,
            store: options.archive,
          },
          { calls, isOpen: sessions.isOpen },
        )
      : null
  const archiveTrouble = () => (archive ? archive.trouble() : isKept ? 'unavailable' : 'off')
  const health = healthCheck({ upstream, sessions, monotonic, isStopping, log, archive: archiveTrouble })
  const { trustedProxies, embedding } = config
  const guarded = createSignInGuard({
    seal,
    tries: options.tries,
    trustedProxies,
    now,
    monotonic,
    ...(options.pause && { pause: options.pause }),
  })
  const logBook = createLogBook(audit, trustedProxies)
  const entrance = createEntrance({
    sessions,
    names,
    upstream,
    clients,
    directory,
    keyWatch,
    trustedProxies,
    logBook,
    embedding,
  })
  const wayIn = options.makeWayIn({ ...options, publicUrl: config.publicUrl, entrance, sessions })
  const headers = apiHeaders(config.transport, site.build)

  const answerOf = createSessionAnswer({
    wayIn,
    directory,
    sampleSignIns: sample?.signIns ?? null,
    archive: archive ? (archive.keepsRecords ? 'lists' : 'figures') : 'off',
    help: config.help,
    now,
  })

  const delivery = createDelivery({ ...options, calls, access, archive, logBook, headers })
  const broughtTo = createBringing({ wayIn, answerOf, now })

  const app = createBaseApp({
    config,
    headers,
    health: health.answer,
    wayIn,
    forgetSession: entrance.forget,
    log,
    monotonic,
  })
  app.route(
    '/',
    sessionRoutes({
      upstream,
      entrance,
      wayIn,
      guarded,
      logBook,
      answerOf,
    }),
  )
  if (wayIn.routes) {
    app.use('/auth/*', async (c, next) => {
      setHeaders(c, headers)
      await next()
    })
    app.route('/', wayIn.routes)
  }
  app.route('/', embedRoutes({ embedding, handOvers, entrance, logBook }))
  app.route('/', preferencesRoutes(preferences))
  app.route('/', administrationRoutes({ audit, logBook, sessions, calls }))
  app.route('/', mediaRoutes({ config, calls, logBook, monotonic, fetch, checkedFetch }))
  app.route('/', notificationPreviewRoutes(calls, embedding ?? undefined))
  app.route(
    '/',
    archiveRoutes({
      archive: archive ?? (isKept ? 'unavailable' : null),
      access,
      calls,
      logBook,
      marks: options.contactMarks,
      monotonic,
    }),
  )
  app.route('/', contactMarkRoutes({ marks: options.contactMarks, access, calls, logBook }))
  app.route('/', delivery.routes)
  app.route('/', monthPlanRoutes({ plans: options.monthPlans, access, calls, logBook }))
  app.route('/', timelineNoteRoutes({ notes: options.timelineNotes, access, calls, logBook }))
  app.route('/', liveRoutes({ ...options, trustedProxies, entrance, calls, access, archive, logBook }))
  app.route('/', proxyRoutes(calls, logBook))
  app.all('/api/*', () => {
    throw failure('not_found')
  })

  for (const version of ['/v1', '/v2'])
    app.all(`${version}/*`, async (c) => {
      c.set('route', `${version}/*`)
      if (!sample) {
        setHeaders(c, headers)
        throw failure('not_found')
      }
      return inert(await sample.service(c.req.raw))
    })

  // An API that is asked for in another version, or in capitals, is no page of ours.
  app.all('*', async (c, next) => {
    if (!VERSION.test(c.req.path)) return next()
    setHeaders(c, headers)
    throw failure('not_found')
  })

  app.route('/', delivery.publicRoutes)

  app.on(['GET', 'HEAD'], '*', async (c) => {
    c.set('route', c.req.path.startsWith(ASSETS_PATH) ? `${ASSETS_PATH}*` : '/*')
    const response = await site.fetch(c.req.raw, () => broughtTo(c))
    c.set('bytes', Number(response.headers.get('content-length') ?? 0))
    const isPage = response.ok && /^text\/html\b/.test(response.headers.get('content-type') ?? '')
    return isPage && (await wayIn.refusesPage(c))
      ? new Response(response.body, { status: 403, headers: response.headers })
      : response
  })

  return {
    archive,
    scheduler: delivery.scheduler,
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
