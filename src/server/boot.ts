import type { RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import type { Kysely } from 'kysely'
import { createApp, type App } from './app.ts'
import { countInThread } from './archive/counting/counting.ts'
import {
  openArchive,
  openArchiveInMemory,
  removeHashedStore,
  removeHashKey,
  type OpenedArchive,
} from './archive/open.ts'
import { BUILDS, buildsInFolder } from './builds/folder.ts'
import type { BuildTables } from './builds/table.ts'
import { readConfig, type Config } from './config/config.ts'
import { ConfigError } from './config/variables.ts'
import { loadAuthStrategy } from './identity/configured.ts'
import { directoryWithout, openDirectory } from './identity/directory.ts'
import { openDataFolder } from './database/data-folder.ts'
import { troubleOf } from './database/database.ts'
import { databasesIn, type Databases } from './database/databases.ts'
import { openEmbedded } from './embedded.ts'
import { exportsFolder, removeLeftExports } from './exports/exports.ts'
import { createHttpServer, drain, listen, listenerOf } from './http/listener.ts'
import { createLog, errorEntry, type Log } from './log.ts'
import { createSeal } from './session/seal.ts'
import { storedSecret } from './session/secret.ts'
import { createStores, type OwnTables } from './stores.ts'
import type { Site } from './document/static.ts'
import { createCheckedFetch } from './upstream/checked-fetch.ts'

const PURGE_MS = 10 * 60_000
const WRITE_DOWN_MS = 15_000
const RETENTION_MS = 24 * 3_600_000

export interface Booted {
  readonly app: App
  readonly log: Log
  readonly greeting: string
  /** Milliseconds for a load balancer to notice the end. */
  readonly stopNotice: number
  readonly onStop: () => void
  readonly close: () => Promise<void>
}

const sayProgress = (made: number, all: number) =>
  process.stdout.write(
    `${process.stdout.isTTY ? '\r' : ''}Making sample data: ${made} of ${all} contacts${process.stdout.isTTY && made < all ? '' : '\n'}`,
  )

const greetingOf = (
  { publicUrl, apiBaseUrl, auth }: Config,
  signIns: readonly { email: string; password: string; role: string }[],
) => {
  const width = (of: 'email' | 'password') => Math.max(0, ...signIns.map((one) => one[of].length))
  return [
    `Callboard is at ${publicUrl}`,
    ...(apiBaseUrl === null
      ? [auth.mode === 'session' ? 'Sample data. Sign in with one of:' : 'Sample data.']
      : []),
    ...(auth.mode === 'session' ? signIns : []).map(
      ({ email, password, role }) =>
        `  ${email.padEnd(width('email'))}  ${password.padEnd(width('password'))}  ${role}`,
    ),
  ].join('\n')
}

/** Contacts on disk with ARCHIVE=memory are neither used nor changed. */
const leaveStored = async (databases: Databases, log: Log) => {
  try {
    if (await removeHashedStore(databases))
      log({
        event: 'archive-left',
        advice: 'contacts stored on disk are not used: remove them (docs/archive.md)',
      })
  } catch (error) {
    log(errorEntry(error, null))
  }
}

const openedArchive = async (
  { archive: { kind }, dataDir }: Config,
  databases: Databases,
  log: Log,
): Promise<OpenedArchive | null> => {
  try {
    if (kind === 'memory') await leaveStored(databases, log)
    const opened = await (kind === 'memory' ? openArchiveInMemory() : openArchive(databases))
    removeHashKey(dataDir)
    return opened
  } catch (error) {
    if (!(error instanceof ConfigError)) log(errorEntry(error, null))
    console.error(
      `The archive is not used: ${error instanceof ConfigError ? error.message : 'it could not be opened'}`,
    )
    log({ event: 'archive', state: 'unavailable' })
    return null
  }
}

const databasesOf = async ({ dataDir, database }: Config): Promise<Databases> => {
  if (database === null) return databasesIn(dataDir)
  const { databasesOn } = await import('./database/postgres/databases.ts')
  return databasesOn(database.url, database.connections)
}

/** In the folder, or in the shared database if servers share no folder. */
const keepBuilds = async (
  site: Site,
  { dataDir, database: address, now }: Config,
  database: Kysely<BuildTables>,
) => {
  if (!site.keepBuilds) return
  if (address === null) return site.keepBuilds(buildsInFolder(join(dataDir, BUILDS)))
  const { createBuildTable } = await import('./builds/table.ts')
  await site.keepBuilds(await createBuildTable(database, now))
}

/** Null: metrics are off, and their code is not loaded. */
const metricsOf = async ({ metricsPort, host }: Config) => {
  if (metricsPort === null) return null
  const { openMetrics } = await import('./monitoring/listen.ts')
  return openMetrics(metricsPort, host)
}

/**
 * Opens the databases and creates the app; shared by `npm start` and `npm run dev`.
 * @param building the built app, maybe not ready yet
 * @param onSample progress of the sample contacts
 */
export const boot = async (
  config: Config,
  building: Site | Promise<Site>,
  onSample: (made: number, all: number) => void = sayProgress,
): Promise<Booted> => {
  const { now } = config
  const write = createLog((line) => void process.stdout.write(line), now)
  const metrics = await metricsOf(config)
  const log: Log = (entry) => {
    write(entry)
    metrics?.log(entry)
  }
  const reserve = openDataFolder(config.dataDir)
  const databases = await databasesOf(config)
  const started = await databases.startAlone()
  const seal = createSeal(config.sessionSecret ?? storedSecret(config.dataDir), config.sessionSecretPrevious)
  const { keysFile } = config.auth
  const openedDirectory = keysFile === null ? null : openDirectory(keysFile, log)
  const embedded =
    config.apiBaseUrl === null
      ? await openEmbedded(config, databases, { now, log, onProgress: onSample })
      : null
  const directory = openedDirectory ?? directoryWithout(embedded?.signIns)
  const opened = await databases.open(
    'callboard',
    { begin: 'a new one is made, so everybody has to sign in again and starts without preferences' },
    async (database: Kysely<OwnTables & BuildTables>) => {
      const { sessionIdle: idleMs, sessionMax: maxMs } = config
      const stores = await createStores(database, {
        seal,
        directory,
        now,
        idleMs,
        maxMs,
        auditDays: config.auditDays,
      })
      return { database, ...stores }
    },
  )
  const { database, ...stores } = opened
  const { sessions, audit, tries, sharedReports } = stores
  const site = await building
  await keepBuilds(site, config, database).catch((error: unknown) => {
    // This build is in memory: only pages of the previous build may miss a file.
    log(errorEntry(error, null))
  })
  directory.onChange(() => {
    const noOne = { who: null, client: null, address: null, requestId: null }
    void audit.note({ event: 'permissions_changed' }, noOne)
  })
  const discarded = await sessions.renewSecret()
  await stores.offlineAccess.renewSecret()
  if (discarded > 0) log({ event: 'sessions-discarded', count: discarded })
  for (const former of config.archive.formerVariables) log({ event: 'former-variable', ...former })
  const archive = await openedArchive(config, databases, log)
  started()
  // PostgreSQL has a disk of its own.
  if (!reserve.take()) log({ event: 'storage', state: 'full' })
  let isStopping = false
  const unlessTrouble = (work: () => Promise<unknown>) => () =>
    void work().catch((error: unknown) => {
      // The health check reports a full disk; this is retried.
      if (troubleOf(error) === null) log(errorEntry(error, null))
    })
  const removeLeft = () => removeLeftExports(config.dataDir, Date.now())
  unlessTrouble(removeLeft)()
  const timers = [
    setInterval(unlessTrouble(sessions.writeDown), WRITE_DOWN_MS).unref(),
    setInterval(unlessTrouble(audit.writeDown), WRITE_DOWN_MS).unref(),
    setInterval(unlessTrouble(sessions.purge), PURGE_MS).unref(),
    setInterval(unlessTrouble(tries.purge), PURGE_MS).unref(),
    setInterval(unlessTrouble(sharedReports.purge), PURGE_MS).unref(),
    setInterval(unlessTrouble(stores.idempotency.purge), PURGE_MS).unref(),
    setInterval(unlessTrouble(removeLeft), PURGE_MS).unref(),
  ]
  const news = databases.news()
  const makeAuthStrategy = await loadAuthStrategy(config.auth)
  const app = createApp({
    config,
    ...stores,
    directory,
    makeAuthStrategy,
    seal,
    news,
    fetch: embedded?.service ?? ((request) => fetch(request)),
    checkedFetch: createCheckedFetch(),
    sample: embedded,
    site,
    exports: { folder: exportsFolder(config.dataDir, config.port) },
    log,
    now,
    monotonic: () => performance.now(),
    isStopping: () => isStopping,
    hasRoom: reserve.take,
    archive: archive && (metrics?.counted(archive.store) ?? archive.store),
    ...(metrics && { watched: metrics.watched }),
    ...(archive && {
      counting: countInThread(archive.address),
      figuresCounting: countInThread(archive.address),
    }),
  })
  timers.push(setInterval(unlessTrouble(app.release), PURGE_MS).unref())
  timers.push(setInterval(unlessTrouble(app.endClosedSessions), PURGE_MS).unref())
  timers.push(setInterval(app.exports.purge, PURGE_MS).unref())
  const purgeArchive = async () => app.archive?.purge()
  for (const work of [purgeArchive, audit.purge, stores.schedules.purge, stores.alerts.purge]) {
    const purge = unlessTrouble(work)
    purge()
    timers.push(setInterval(purge, RETENTION_MS).unref())
  }
  app.scheduler.start()
  void app.checkSignIn()
  metrics?.serve({ vitals: app.vitals, log })
  return {
    app,
    log,
    greeting: greetingOf(config, embedded?.signIns ?? []),
    stopNotice: config.stopNotice,
    onStop: () => void (isStopping = true),
    close: async () => {
      timers.forEach(clearInterval)
      await app.scheduler.stop()
      directory.close()
      metrics?.close()
      await sessions.writeDown().catch(() => undefined)
      await audit.writeDown().catch(() => undefined)
      app.exports.stop()
      await app.archive?.stop()
      await news.close()
      await Promise.all([database.destroy(), archive?.database.destroy(), embedded?.close()])
    },
  }
}

/** The configuration, or exits with one line that says what is wrong. */
export const configOrExit = (): Config => {
  try {
    return readConfig(process.env)
  } catch (error) {
    return exitWith(error)
  }
}

/** Node's listen errors in terms of our variables. */
const NOT_LISTENING: Readonly<Record<string, string>> = {
  'listen EACCES': 'PORT is not for this user to listen on',
  'listen EADDRNOTAVAIL': 'HOST is no address of this machine',
  'getaddrinfo ENOTFOUND': 'HOST is no address of this machine',
}

const lineOf = (error: unknown): string | undefined => {
  if (error instanceof ConfigError) return error.message
  if (error instanceof Error && 'port' in error && 'code' in error && error.code === 'EADDRINUSE')
    return `port ${String(error.port)} is in use; PORT chooses another one, such as PORT=${Number(error.port) + 1}`
  return error instanceof Error && 'syscall' in error && 'code' in error
    ? NOT_LISTENING[`${String(error.syscall)} ${String(error.code)}`]
    : undefined
}

/** One line for operators' errors, the stack for defects; exit code 1. */
export const exitWith = (error: unknown): never => {
  const line = lineOf(error)
  if (line === undefined) console.error('Callboard cannot start:', error)
  else console.error(`Callboard cannot start: ${line}`)
  process.exit(1)
}

/** Stops gracefully on the first signal; the second one kills, as by default. */
export const closeOnSignal = (
  server: Server,
  { log, stopNotice, onStop, close }: Pick<Booted, 'log' | 'stopNotice' | 'onStop' | 'close'>,
  before?: () => Promise<void>,
) => {
  const stop = async (name: NodeJS.Signals) => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    onStop()
    await before?.()
    await drain(server, { noticeMs: name === 'SIGTERM' ? stopNotice : 0 })
    await close()
    log({ event: 'stop' })
  }
  const onSignal = (name: NodeJS.Signals) => void stop(name).catch(exitWith)
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
}

/**
 * Starts the server from the environment, or exits with one line.
 * @param siteOf the built app, loaded in parallel
 * @param start.onSample as in {@link boot}
 * @param start.onEnd called before the result is printed
 */
export const serve = async (
  siteOf: (config: Config) => Site | Promise<Site>,
  start: { onSample?: (made: number, all: number) => void; onEnd?: () => void } = {},
): Promise<void> => {
  const config = configOrExit()
  try {
    const site = siteOf(config)
    const ready = Promise.withResolvers<RequestListener>()
    const server = createHttpServer((request, response) => {
      response.setHeader('Date', new Date(config.now()).toUTCString())
      return ready.promise.then((listener) => listener(request, response))
    })
    // First, so that a taken port fails before anything is written. Early requests wait.
    await listen(server, config.port, config.host)
    const booted = await boot(config, site, start.onSample)
    closeOnSignal(server, booted)
    ready.resolve(listenerOf(booted.app))
    start.onEnd?.()
    console.log(booted.greeting)
  } catch (error) {
    start.onEnd?.()
    exitWith(error)
  }
}
