import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { openThreaded, openToRead, type DatabaseAddress } from '#/server/database/database.ts'
import { databasesIn, orClosed, type Databases } from '#/server/database/databases.ts'
import { memoryAddress } from '#/server/database/in-memory.ts'
import { segmentColumns } from './store/columns.ts'
import type { ArchiveTables } from './store/schema.ts'
import { createArchiveStore, type ArchiveStore } from './store/store.ts'
import { WRITES_IN_THREAD } from './store/writing/heavy-writes.ts'

export const ARCHIVE_FILE = 'archive.sqlite'
const KEY_FILE = 'archive-key'

const PROCEDURES = new URL('./store/writing/procedures.ts', import.meta.url)

export interface OpenedArchive {
  readonly database: Kysely<ArchiveTables>
  readonly store: ArchiveStore
  readonly address: DatabaseAddress
}

/*
 * Earlier versions could store keyed hashes of numbers (ARCHIVE_PHONES=hash). Hashes can't be reversed, so
 * such contacts are removed and read again when needed.
 */

const HASHED = /^(to )?hash /

const isHashed = async (database: Kysely<ArchiveTables>): Promise<boolean> => {
  const tables = await database.introspection.getTables()
  if (!tables.some(({ name }) => name === 'archive_settings')) return false
  const row = await database
    .selectFrom('archive_settings')
    .select('value')
    .where('name', '=', 'phones')
    .executeTakeFirst()
  return row !== undefined && HASHED.test(row.value)
}

const removeHashed = async (
  database: Kysely<ArchiveTables>,
  forgetAll: () => Promise<void>,
): Promise<void> => {
  // No write where none is needed: the disk may be full.
  if (!(await isHashed(database))) return
  await forgetAll()
  // Last, so that a start after a crash repeats the removal.
  await database.deleteFrom('archive_settings').where('name', 'in', ['phones', 'phones_key']).execute()
}

/**
 * Opens the archive. A damaged file is set aside and replaced; contacts with hashed numbers are removed.
 * @param where DATA_DIR, or the servers' common database
 * @throws ConfigError when it cannot be opened: the server starts without it
 */
export const openArchive = (where: string | Databases): Promise<OpenedArchive> => {
  const databases = typeof where === 'string' ? databasesIn(where) : where
  return databases.open(
    'archive',
    { begin: 'a new one is made, and filled from the service as it is asked', procedures: PROCEDURES },
    async (database: Kysely<ArchiveTables>) => {
      const store = await createArchiveStore(database, segmentColumns, { writes: WRITES_IN_THREAD })
      await removeHashed(database, store.forgetAll)
      return { database, store, address: databases.address('archive') }
    },
  )
}

export const openArchiveInMemory = async (): Promise<OpenedArchive> => {
  const address = memoryAddress()
  return orClosed(openThreaded<ArchiveTables>(address, PROCEDURES), async (database) => {
    const store = await createArchiveStore(database, segmentColumns, {
      kind: 'memory',
      writes: WRITES_IN_THREAD,
    })
    return { database, store, address }
  })
}

/** The key is useless without its hashes. */
export const removeHashKey = (folder: string) => rmSync(join(folder, KEY_FILE), { force: true })

/**
 * With ARCHIVE=memory, removes contacts that were stored with hashed numbers.
 * @returns whether contacts with numbers are left on disk
 */
export const removeHashedStore = async (databases: Databases): Promise<boolean> => {
  if (!(await databases.exists('archive'))) return false
  const database = await openToRead<ArchiveTables>(databases.address('archive'))
  const hashed = await isHashed(database).finally(() => database.destroy())
  if (hashed) await databases.remove('archive')
  return !hashed
}
