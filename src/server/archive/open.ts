import { chmodSync, closeSync, openSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { openKept } from '#/server/database/data-folder.ts'
import { openThreaded } from '#/server/database/database.ts'
import { segmentColumns } from './store/columns.ts'
import type { ArchiveTables } from './store/schema.ts'
import { createArchiveStore, type ArchiveStore } from './store/store.ts'

export const ARCHIVE_FILE = 'archive.sqlite'
/** Personal data rest here. What SQLite keeps beside the file has the file's own permissions. */
const OWNER_ONLY = 0o600

export interface OpenedArchive {
  readonly database: Kysely<ArchiveTables>
  readonly store: ArchiveStore
}

/**
 * Opens the archive of DATA_DIR; a damaged one is set aside and begun anew.
 * @throws ConfigError when it cannot be opened: that is no reason not to start
 */
export const openArchive = (folder: string): Promise<OpenedArchive> =>
  openKept(
    folder,
    ARCHIVE_FILE,
    async (file) => {
      closeSync(openSync(file, 'a', OWNER_ONLY))
      chmodSync(file, OWNER_ONLY)
      const database = openThreaded<ArchiveTables>(file)
      try {
        return { database, store: await createArchiveStore(database, segmentColumns) }
      } catch (error) {
        await database.destroy()
        throw error
      }
    },
    'a new one is made, and filled from the service as it is asked',
  )
