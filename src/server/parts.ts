import type { SampleSignIn } from '#/contract/session.ts'
import type { Config } from './config/config.ts'
import type { Directory } from './identity/directory.ts'
import { createLogBook } from './administration/log-book.ts'
import { createAccess } from './accounts/access.ts'
import { createArchive } from './archive/archive.ts'
import { countHere, type ArchiveCounter } from './archive/counting/counting.ts'
import type { Stores } from './stores.ts'
import type { ArchiveStore } from './archive/store/store.ts'
import { troubleOf } from './database/database.ts'
import { NO_NEWS, type News } from './database/news.ts'
import { createDelivery } from './delivery.ts'
import { createPreload } from './document/preload.ts'
import { createSessionRevocation } from './session-revocation.ts'
import { createExports, type ExportsOptions } from './exports/exports.ts'
import { apiHeaders } from './headers.ts'
import { healthCheck } from './health.ts'
import { errorEntry, type Log } from './log.ts'
import { withoutSecrets } from './upstream/proxy.ts'
import { createAuthentication } from './identity/authentication.ts'
import { createKeyWatch } from './upstream/key-watch.ts'
import type { MakeAuthStrategy } from './identity/configured.ts'
import { createSessionAnswer } from './identity/session-routes.ts'
import type { Seal } from './session/seal.ts'
import { createSignInGuard, type SignInGuardOptions } from './identity/sign-in-guard.ts'
import { createRelease } from './release.ts'
import { sessionsWithOfflineAccess } from './offline-access/sessions.ts'
import type { Site } from './document/static.ts'
import { createClients } from './upstream/clients.ts'
import { createUpstream, type LIMITS, type Upstream, type UpstreamFetch } from './upstream/request.ts'
import { createNumberReading } from './phones/reading.ts'
import { createSessionCalls } from './upstream/session-calls.ts'

export interface CreateAppOptions extends Stores, Pick<SignInGuardOptions, 'pause'> {
  readonly config: Config
  readonly directory: Directory
  readonly makeAuthStrategy: MakeAuthStrategy
  readonly seal: Seal
  /** Messages between servers; absent: a single server. */
  readonly news?: News
  /** Calls to the API: over the network, or to the embedded service. */
  readonly fetch: UpstreamFetch
  readonly watched?: (upstream: Upstream) => Upstream
  /** Calls to other hosts (recordings). */
  readonly checkedFetch: UpstreamFetch
  /** Null with a real API: no `/v1`, `/v2` and sample accounts. */
  readonly sample: { readonly service: UpstreamFetch; readonly signIns: readonly SampleSignIn[] } | null
  readonly archive: ArchiveStore | null
  /** Counts the archive; the default, in this thread, is for tests only. */
  readonly counting?: ArchiveCounter
  readonly figuresCounting?: ArchiveCounter
  readonly exports: Pick<ExportsOptions, 'folder' | 'limits'>
  readonly site: Site
  readonly log: Log
  readonly now: () => number
  readonly monotonic: () => number
  readonly isStopping?: () => boolean
  readonly hasRoom?: () => boolean
  readonly limits?: typeof LIMITS
}

export const createServerParts = (options: CreateAppOptions) => {
  const { config, names, audit, directory, fetch, sample, site, log, now, monotonic, limits } = options
  const { isStopping = () => false, hasRoom = () => true, watched = (unwatched) => unwatched } = options
  const unwatched = createUpstream({
    fetch,
    baseUrl: config.apiBaseUrl ?? config.publicUrl,
    dialect: config.dialect,
    ...(limits ? { limits } : {}),
  })
  const upstream = watched(unwatched)
  const clients = createClients(names, config.dialect, now)
  const access = createAccess(monotonic)
  const all = sessionsWithOfflineAccess(options)
  const exports = createExports({
    ...options.exports,
    now,
    onDefect: (error) => log(errorEntry(error, null)),
  })
  const sessionRevocation = createSessionRevocation({
    news: options.news ?? NO_NEWS,
    sessions: all,
    access,
    clients,
    archive: () => archive,
    onEnded: () =>
      void release().catch((error: unknown) => {
        if (troubleOf(error) === null) log(errorEntry(error, null))
      }),
    files: () => [exports, delivery.monthlyJobs],
  })
  const release = createRelease({ ...options, archive: () => archive })
  const sessions = { ...all, end: sessionRevocation.end }
  const keyWatch = createKeyWatch(log)
  directory.onChange(keyWatch.forget)
  const calls = createSessionCalls({
    upstream,
    sessions,
    clients,
    keyWatch,
    numbers: createNumberReading(),
    monotonic,
    onAnswer: (session, client, { name, query }, answer) => {
      access.onAnswer(session.idHash, client)
      if (name === 'objects')
        archive?.seeObjects(session, client, query, withoutSecrets(answer, calls.concealer(session)))
    },
    onRefusal: sessionRevocation.refused,
  })
  const archive =
    options.archive !== null
      ? createArchive(
          {
            counting: countHere(options.archive),
            figuresCounting: countHere(options.archive),
            ...options,
            ...config.archive,
            store: options.archive,
          },
          { calls, isOpen: sessions.isOpen },
        )
      : null
  const archiveTrouble = () => (archive ? archive.trouble() : 'unavailable')
  const health = healthCheck({ ...options, upstream, sessions, isStopping, hasRoom, archive: archiveTrouble })
  const { publicUrl, trustedProxies } = config
  const guarded = createSignInGuard({ ...options, trustedProxies })
  const logBook = createLogBook(audit, trustedProxies, monotonic)
  const authentication = createAuthentication({
    ...options,
    ...config,
    sessions,
    upstream,
    clients,
    keyWatch,
    logBook,
  })
  const authStrategy = options.makeAuthStrategy({ ...options, publicUrl, authentication, sessions })
  const headers = apiHeaders(config.transport, site.build)

  const answerOf = createSessionAnswer({
    authStrategy,
    directory,
    sampleSignIns: sample?.signIns ?? null,
    help: config.help,
    makesPdf: config.chromium !== null,
    now,
  })

  const { isOpen } = sessions
  const delivery = createDelivery({ ...options, calls, access, archive, logBook, headers, isOpen })
  const preloadFor = createPreload({ authStrategy, answerOf, now })

  return {
    sessions,
    clients,
    access,
    calls,
    upstream,
    keyWatch,
    archive,
    archiveTrouble,
    release,
    endClosedSessions: sessionRevocation.endClosed,
    health,
    guarded,
    logBook,
    authentication,
    authStrategy,
    headers,
    answerOf,
    delivery,
    exports,
    preloadFor,
  }
}

export type ServerParts = ReturnType<typeof createServerParts>
