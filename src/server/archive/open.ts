import type { Kysely } from 'kysely'
import type { ArchiveSummary } from '#/contract/archive/shapes.ts'
import { openKept } from '#/server/database/data-folder.ts'
import { openThreaded } from '#/server/database/database.ts'
import { keptSecret } from '#/server/session/secret.ts'
import { segmentColumns } from './store/columns.ts'
import { WRITES_IN_THREAD } from './store/heavy-writes.ts'
import { hashPhones, KEEP_PHONES } from './store/phones.ts'
import type { ArchiveTables } from './store/schema.ts'
import { createArchiveStore, type ArchiveStore } from './store/store.ts'
import { switchPhones } from './store/switch-phones.ts'

export const ARCHIVE_FILE = 'archive.sqlite'
/** What phone numbers are hashed with. Another one makes other callers of them: then all is read again. */
const KEY_FILE = 'archive-key'

const PROCEDURES = new URL('./store/procedures.ts', import.meta.url)

export interface OpenedArchive {
  readonly database: Kysely<ArchiveTables>
  readonly store: ArchiveStore
}

/**
 * Opens the archive of DATA_DIR, and turns over what it holds where ARCHIVE_PHONES is another than before; a damaged one is set aside and begun anew.
 * @throws ConfigError when it cannot be opened: that is no reason not to start
 */
export const openArchive = (
  folder: string,
  phones: ArchiveSummary['phones'] = 'keep',
): Promise<OpenedArchive> =>
  openKept(
    folder,
    ARCHIVE_FILE,
    async (file) => {
      const database = openThreaded<ArchiveTables>(file, PROCEDURES)
      try {
        const kept = phones === 'hash' ? hashPhones(keptSecret(folder, KEY_FILE)) : KEEP_PHONES
        const store = await createArchiveStore(database, segmentColumns, kept, WRITES_IN_THREAD)
        await switchPhones(database, segmentColumns, kept, store.forgetAll)
        return { database, store }
      } catch (error) {
        await database.destroy()
        throw error
      }
    },
    'a new one is made, and filled from the service as it is asked',
  )
