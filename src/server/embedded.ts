import type { SampleSignIn } from '#/contract/session.ts'
import type { Config } from './config/config.ts'
import type { Databases } from './database/databases.ts'
import { errorEntry, type Log } from './log.ts'
import type { UpstreamFetch } from './upstream/request.ts'

/** One seed for all: the user sees the data that the tests and the documentation talk about. */
const SAMPLE_SEED = 20_261_120

export interface Embedded {
  readonly service: UpstreamFetch
  readonly signIns: readonly SampleSignIn[]
  readonly close: () => Promise<void>
}

/** How often new contacts are looked for: soon enough for a user who waits for one. */
const GROWTH_MS = 60_000

/** Adds what has come since the data were last open, then goes on by the clock. */
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
 * The reference service with its sample data, in this process. Its modules are loaded only here: a server in front
 * of a real API has none of it.
 * @param onProgress while the sample data are made: contacts so far, contacts in all
 */
export const openEmbedded = async (
  config: Config,
  databases: Databases,
  { now, log, onProgress }: { now: () => number; log: Log; onProgress: (made: number, all: number) => void },
): Promise<Embedded> => {
  const [
    { createReferenceService, withReferenceTables },
    { sampleState },
    { addNewContacts, makeSampleData, SAMPLE_SIGN_INS, SAMPLE_VERSION },
  ] = await Promise.all([
    import('./reference/api.ts'),
    import('./reference/schema.ts'),
    import('./reference/sample-data.ts'),
  ])
  const open = () => databases.open('reference', { begin: 'sample data are made anew' }, withReferenceTables)
  let database = await open()
  const state = await sampleState(database, SAMPLE_VERSION)
  if (state === 'outdated') {
    // What people have made is in other tables. Emptying these would take longer than beginning with new ones.
    await database.destroy()
    await databases.remove('reference')
    database = await open()
    log({ event: 'sample-renewed' })
  }
  if (state !== 'current')
    await makeSampleData(database, {
      contacts: config.sampleContacts,
      seed: SAMPLE_SEED,
      now: now(),
      onProgress,
    })
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
