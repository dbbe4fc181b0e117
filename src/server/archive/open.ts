import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { ArchiveSummary } from '#/contract/archive/shapes.ts'
import { databasesIn, type Databases } from '#/server/database/databases.ts'
import { migrate } from '#/server/database/database.ts'
import type { Seal } from '#/server/session/seal.ts'
import { keptSecret } from '#/server/session/secret.ts'
import { segmentColumns } from './store/columns.ts'
import { WRITES_IN_THREAD } from './store/writing/heavy-writes.ts'
import { hashPhones, KEEP_PHONES } from './store/phones.ts'
import { archiveMigrations, type ArchiveTables } from './store/schema.ts'
import { createArchiveStore, type ArchiveStore } from './store/store.ts'
import { switchPhones } from './store/upkeep/switch-phones.ts'

export const ARCHIVE_FILE = 'archive.sqlite'
/** What phone numbers are hashed with. Another one makes other callers of them: then all is read again. */
const KEY_FILE = 'archive-key'
const KEY = 'phones_key'

const PROCEDURES = new URL('./store/writing/procedures.ts', import.meta.url)

export interface OpenedArchive {
  readonly database: Kysely<ArchiveTables>
  readonly store: ArchiveStore
}

/** The key of an archive that several servers share: beside what it hides, but sealed. */
const sharedKey = async (database: Kysely<ArchiveTables>, seal: Seal): Promise<string> => {
  const setKey = (key: string) => ({ name: KEY, value: seal.close(key, KEY) }) as const
  const { value } = (await database
    .selectFrom('archive_settings')
    .select('value')
    .where('name', '=', KEY)
    .executeTakeFirst()) ?? { value: null }
  const key = value === null ? null : seal.open(value, KEY)
  if (value !== null && key !== null && seal.renew(value, KEY) === null) return key
  const now = key ?? randomBytes(32).toString('base64url')
  await database
    .insertInto('archive_settings')
    .values(setKey(now))
    .onConflict((conflict) => conflict.column('name').doUpdateSet(setKey(now)))
    .execute()
  return now
}

/** An archive that was in a folder goes on with the key of that folder. */
export const adoptKey = async (
  database: Kysely<ArchiveTables>,
  folder: string,
  seal: Seal,
): Promise<void> => {
  if (!existsSync(join(folder, KEY_FILE))) return
  const value = seal.close(keptSecret(folder, KEY_FILE), KEY)
  await database
    .insertInto('archive_settings')
    .values({ name: KEY, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Opens the archive, and turns over what it holds where ARCHIVE_PHONES is another than before; a damaged file is set aside and begun anew.
 * @param where DATA_DIR, or a database with what seals its key
 * @throws ConfigError when it cannot be opened: that is no reason not to start
 */
export const openArchive = (
  where: string | { readonly databases: Databases; readonly seal: Seal },
  phones: ArchiveSummary['phones'] = 'keep',
): Promise<OpenedArchive> =>
  (typeof where === 'string' ? databasesIn(where) : where.databases).open(
    'archive',
    { begin: 'a new one is made, and filled from the service as it is asked', procedures: PROCEDURES },
    async (database: Kysely<ArchiveTables>) => {
      const keyOf = async () => {
        if (typeof where === 'string') return keptSecret(where, KEY_FILE)
        await migrate(database, archiveMigrations)
        return sharedKey(database, where.seal)
      }
      const kept = phones === 'hash' ? hashPhones(await keyOf()) : KEEP_PHONES
      const store = await createArchiveStore(database, segmentColumns, kept, WRITES_IN_THREAD)
      await switchPhones(database, segmentColumns, kept, store.forgetAll)
      return { database, store }
    },
  )
