import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { deleteKept, openKept, startAlone } from './data-folder.ts'
import { NO_NEWS, type News } from './news.ts'
import { openThreaded, type DatabaseAddress } from './database.ts'

/** What is kept, each with tables of its own. */
export type StoreName = 'callboard' | 'archive' | 'reference'

export interface OpenOptions {
  /** Says in a few words what a new file in place of a damaged one means to people. */
  readonly begin: string
  /** The module of those it has. */
  readonly procedures?: URL
}

/** Where the server's tables are. */
export interface Databases {
  /**
   * Lets one server at a time start: two that made or changed the same tables at once would meet half of each other's work.
   * @returns what lets the next one @throws ConfigError when another has not ended for ten minutes
   */
  readonly startAlone: () => Promise<() => void>
  /**
   * @param work brings its tables up to date; where it fails, what was opened is closed again
   * @throws ConfigError
   */
  readonly open: <Tables, T>(
    name: StoreName,
    options: OpenOptions,
    work: (database: Kysely<Tables>) => Promise<T>,
  ) => Promise<T>
  /** By which a thread opens one for itself. */
  readonly address: (name: StoreName) => DatabaseAddress
  /** Whether it was ever made. */
  readonly exists: (name: StoreName) => Promise<boolean>
  /** Among the servers that share it. */
  readonly news: () => News
  /** Removes all tables of one that is closed. */
  readonly remove: (name: StoreName) => Promise<void>
}

/** What fails over it closes it. */
export const orClosed = async <Tables, T>(
  database: Kysely<Tables>,
  work: (database: Kysely<Tables>) => Promise<T>,
): Promise<T> => {
  try {
    return await work(database)
  } catch (error) {
    await database.destroy()
    throw error
  }
}

/** The file of one, in DATA_DIR. */
export const fileOf = (name: StoreName): string => `${name}.sqlite`

/** SQLite's files in DATA_DIR. */
export const databasesIn = (folder: string): Databases => ({
  startAlone: () => startAlone(folder),
  open: <Tables, T>(
    name: StoreName,
    { begin, procedures }: OpenOptions,
    work: (database: Kysely<Tables>) => Promise<T>,
  ) =>
    openKept(
      folder,
      fileOf(name),
      (file) => orClosed(openThreaded<Tables>(file, procedures ?? null), work),
      begin,
    ),
  address: (name) => join(folder, fileOf(name)),
  exists: async (name) => existsSync(join(folder, fileOf(name))),
  news: () => NO_NEWS,
  remove: async (name) => deleteKept(folder, fileOf(name)),
})
