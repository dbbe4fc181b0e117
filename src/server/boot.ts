import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { createApp, type App } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { openDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { drain } from './http/listener.ts'
import { createLog, errorEntry, type Log } from './log.ts'
import { createSeal } from './session/seal.ts'
import { keptSecret } from './session/secret.ts'
import { createSessionStore, type SessionTables } from './session/store.ts'
import type { Site } from './static.ts'
import { createCheckedFetch } from './upstream/checked-fetch.ts'

const PURGE_MS = 10 * 60_000

export interface Booted {
  readonly app: App
  readonly log: Log
  /** What the terminal shows once the server listens. */
  readonly greeting: string
  readonly close: () => Promise<void>
}

const sayProgress = (made: number, all: number) =>
  process.stdout.write(
    `${process.stdout.isTTY ? '\r' : ''}Making sample data: ${made} of ${all} contacts${process.stdout.isTTY && made < all ? '' : '\n'}`,
  )

const greetingOf = (
  { publicUrl, apiBaseUrl }: Config,
  signIns: readonly { email: string; password: string; role: string }[],
) => {
  const width = (of: 'email' | 'password') => Math.max(0, ...signIns.map((one) => one[of].length))
  return [
    `Callboard is at ${publicUrl}`,
    ...(apiBaseUrl === null ? ['Sample data. Sign in with one of:'] : []),
    ...signIns.map(
      ({ email, password, role }) =>
        `  ${email.padEnd(width('email'))}  ${password.padEnd(width('password'))}  ${role}`,
    ),
  ].join('\n')
}

/** Opens the databases and puts the app together; shared by `npm start` and `npm run dev`. */
export const boot = async (config: Config, site: Site): Promise<Booted> => {
  const now = Date.now
  const log = createLog((line) => void process.stdout.write(line), now)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const seal = createSeal(config.sessionSecret ?? keptSecret(config.dataDir))
  const database = openDatabase<SessionTables>(join(config.dataDir, 'callboard.sqlite'))
  const sessions = await createSessionStore({
    database,
    seal,
    now,
    idleMs: config.sessionIdle,
    maxMs: config.sessionMax,
  })
  const embedded =
    config.apiBaseUrl === null ? await openEmbedded(config, { now, log, onProgress: sayProgress }) : null
  const purging = setInterval(() => {
    sessions.purge().catch((error: unknown) => log(errorEntry(error, null)))
  }, PURGE_MS).unref()
  return {
    app: createApp({
      config,
      sessions,
      seal,
      fetch: embedded?.service ?? ((request) => fetch(request)),
      checkedFetch: createCheckedFetch(),
      sample: embedded,
      site,
      log,
      now,
    }),
    log,
    greeting: greetingOf(config, embedded?.signIns ?? []),
    close: async () => {
      clearInterval(purging)
      await Promise.all([database.destroy(), embedded?.close()])
    },
  }
}

/** The environment's configuration, or the end of the process with one line that says what is wrong. */
export const configOrExit = (): Config => {
  try {
    return readConfig(process.env)
  } catch (error) {
    return exitWith(error)
  }
}

/** One line for what a person can mend, everything for what only we can; exit code 1. */
export const exitWith = (error: unknown): never => {
  if (error instanceof ConfigError) console.error(`Callboard cannot start: ${error.message}`)
  else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    console.error('Callboard cannot start: PORT is in use')
  else console.error('Callboard cannot start:', error)
  process.exit(1)
}

/** Ends well on the first signal; a second one ends at once, as Node does by itself. */
export const closeOnSignal = (
  server: Server,
  { log, close }: Pick<Booted, 'log' | 'close'>,
  before?: () => Promise<void>,
) => {
  const stop = async () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    await before?.()
    await drain(server)
    await close()
    log({ event: 'stop' })
  }
  const onSignal = () => void stop().catch(exitWith)
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
}
