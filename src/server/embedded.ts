import { fork } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import type { SampleSignIn } from '#/contract/session.ts'
import type { Config } from './config/config.ts'
import { ConfigError } from './config/variables.ts'
import type { Databases } from './database/databases.ts'
import { errorEntry, type Log } from './log.ts'
import type { SampleNews, SampleOrder } from './reference/sample-process.ts'
import type { UpstreamFetch } from './upstream/request.ts'

/** Fixed, so that users see the data of tests and documentation. */
const SAMPLE_SEED = 20_261_120

export interface Embedded {
  readonly service: UpstreamFetch
  readonly signIns: readonly SampleSignIn[]
  readonly close: () => Promise<void>
}

/** @throws ConfigError with the reason */
const makeInProcess = async (
  order: SampleOrder,
  onProgress: (made: number, all: number) => void,
): Promise<void> => {
  const child = fork(new URL('./reference/sample-process.ts', import.meta.url), {
    // `node --watch` sets it, and would send messages of its own.
    env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '' },
  })
  let failed: string | undefined
  child.on('message', (news: SampleNews) => {
    if (typeof news === 'string') failed = news
    else onProgress(...news)
  })
  child.send(order)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0) failed ??= `its process ended with ${signal ?? code}`
  if (failed !== undefined) throw new ConfigError(`the sample data could not be made: ${failed}`)
}

const GROWTH_MS = 60_000

/** Adds the contacts since the last run, then continues by the clock. */
const keepGrowing = async (grow: () => Promise<unknown>, log: Log) => {
  await grow()
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = last.then(grow).catch((error: unknown) => log(errorEntry(error, null)))
  }, GROWTH_MS).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await last
    },
  }
}

/**
 * The reference service with sample data, in this process. Loaded lazily: a server with a real API does not need it.
 * @param onProgress contacts so far, and in all
 */
export const openEmbedded = async (
  config: Config,
  databases: Databases,
  { now, log, onProgress }: { now: () => number; log: Log; onProgress: (made: number, all: number) => void },
): Promise<Embedded> => {
  const [
    { createReferenceService, withReferenceTables },
    { sampleState },
    { addNewContacts, SAMPLE_SIGN_INS, SAMPLE_VERSION },
  ] = await Promise.all([
    import('./reference/api.ts'),
    import('./reference/schema.ts'),
    import('./reference/sample-data.ts'),
  ])
  const open = () => databases.open('reference', { begin: 'sample data are made anew' }, withReferenceTables)
  let database = await open()
  const state = await sampleState(database, SAMPLE_VERSION)
  if (state === 'outdated') {
    // A new database is faster than emptying this one; users' data are elsewhere.
    await database.destroy()
    await databases.remove('reference')
    database = await open()
    log({ event: 'sample-renewed' })
  }
  if (state !== 'current')
    await makeInProcess(
      {
        address: databases.address('reference'),
        options: { contacts: config.sampleContacts, seed: SAMPLE_SEED, now: now() },
      },
      onProgress,
    )
  const growing = config.sampleNewContacts
    ? await keepGrowing(() => addNewContacts(database, now()), log)
    : null
  const service = createReferenceService({
    database,
    publicUrl: config.publicUrl,
    clientIds: config.referenceClientIds,
    now,
    onFailure: (error) => log(errorEntry(error, null)),
  })
  return {
    service: (request) => service.fetch(request),
    signIns: SAMPLE_SIGN_INS,
    close: async () => {
      await growing?.stop()
      await database.destroy()
    },
  }
}
