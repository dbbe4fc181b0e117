import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Kysely } from 'kysely'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { configOrExit } from '#/server/boot.ts'
import { BUILDS, buildsInFolder } from '#/server/builds/folder.ts'
import { createBuildTable, type BuildTables } from '#/server/builds/table.ts'
import { ConfigError } from '#/server/config/variables.ts'
import { migrate } from '#/server/database/database.ts'
import { fileOf, type StoreName } from '#/server/database/databases.ts'
import { archiveHistory } from '#/server/database/migrations/archive.ts'
import { moveFile, type MovedTable } from '#/server/database/move.ts'
import { databasesOn } from '#/server/database/postgres/databases.ts'
import { createStores, type OwnTables } from '#/server/stores.ts'
import { directoryWithout } from '#/server/identity/directory.ts'
import { withReferenceTables } from '#/server/reference/api.ts'
import type { ReferenceTables } from '#/server/reference/schema.ts'
import { createSeal } from '#/server/session/seal.ts'
import { storedSecret } from '#/server/session/secret.ts'

/** `npm run migrate -- --from sqlite`: DATA_DIR to the PostgreSQL of DATABASE_URL. */
const [from, engine] = process.argv.slice(2)
if (from !== '--from' || engine !== 'sqlite') {
  console.error('From where? npm run migrate -- --from sqlite')
  process.exit(1)
}

const tell = (name: StoreName, moved: readonly MovedTable[] | null) => {
  if (moved === null) console.log(`${fileOf(name)}: there is none`)
  else
    for (const { table, rows, hash } of moved)
      console.log(
        `${fileOf(name)}  ${table.padEnd(24)} ${String(rows).padStart(9)} rows  ${hash.slice(0, 16)}`,
      )
}

/** Open pages load chunks from it. */
const moveBuilds = async (tables: Kysely<BuildTables>, folder: string) => {
  let at = Date.now()
  const to = await createBuildTable(tables, () => at++)
  if (!existsSync(folder)) return
  const storedBuilds = buildsInFolder(folder)
  const builds = await storedBuilds.names()
  for (const build of builds.toReversed()) await to.keep(build, await storedBuilds.filesOf(build))
  console.log(`${BUILDS}: ${builds.length} kept builds`)
}

const move = async () => {
  const config = configOrExit()
  const { database, dataDir, sessionSecret, sessionSecretPrevious, sessionIdle, sessionMax, auditDays } =
    config
  if (database === null || sessionSecret === null) throw new ConfigError('DATABASE_URL is required: where to')
  if (!existsSync(dataDir)) throw new ConfigError('DATA_DIR is not there: from where')
  const isOther = config.apiBaseUrl === null && existsSync(join(dataDir, 'session-secret'))
  if (isOther && storedSecret(dataDir) !== sessionSecret)
    throw new ConfigError(
      'SESSION_SECRET is not what is in session-secret of DATA_DIR. Set it to that, or delete the file if you have used your own since',
    )
  const seal = createSeal(sessionSecret, sessionSecretPrevious)
  const databases = databasesOn(database.url, database.connections)
  const complete: StoreName[] = []
  const moveStore = async <Tables>(
    name: StoreName,
    prepare: (database: Kysely<Tables>) => Promise<unknown>,
    after?: (database: Kysely<Tables>) => Promise<unknown>,
  ) =>
    databases.open(name, { begin: '' }, async (target: Kysely<Tables>) => {
      const moved = await moveFile(join(dataDir, fileOf(name)), target, prepare)
      if (moved !== null) complete.push(name)
      await after?.(target)
      await target.destroy()
      tell(name, moved)
    })
  const started = await databases.startAlone()
  const stores = { seal, directory: directoryWithout(), now: Date.now, auditDays }
  try {
    await moveStore<OwnTables & BuildTables>(
      'callboard',
      (tables) => createStores(tables, { ...stores, idleMs: sessionIdle, maxMs: sessionMax }),
      (tables) => moveBuilds(tables, join(dataDir, BUILDS)),
    )
    // Respects a disabled archive.
    if (config.archive.kind === 'disk')
      await moveStore<ArchiveTables>('archive', (tables) => migrate(tables, archiveHistory))
    await moveStore<ReferenceTables>('reference', withReferenceTables)
  } catch (error) {
    for (const name of complete) await databases.remove(name)
    throw error
  } finally {
    started()
  }
  if (complete.includes('archive'))
    console.log(
      'Texts are found at once; the server makes the index of them that PostgreSQL has after its start.',
    )
  console.log('All of it was read again and is the same. The files stay in DATA_DIR.')
}

await move().catch((error: unknown) => {
  console.error('Nothing was moved:', error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
