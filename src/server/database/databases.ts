import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { deleteDatabaseFile, openDatabaseFile, startAlone } from './data-folder.ts'
import { NO_NEWS, type News } from './news.ts'
import { openThreaded, type DatabaseAddress } from './database.ts'

export type StoreName = 'callboard' | 'archive' | 'reference'

export interface OpenOptions {
  /** Describes what a new file in place of a damaged one means to people. */
  readonly begin: string
  readonly procedures?: URL
}

export interface Databases {
  /**
   * Lets one server at a time create or migrate tables.
   * @returns releases it
   * @throws ConfigError after ten minutes
   */
  readonly startAlone: () => Promise<() => void>
  /**
   * @param work migrates the tables; if it fails, the database is closed
   * @throws ConfigError
   */
  readonly open: <Tables, T>(
    name: StoreName,
    options: OpenOptions,
    work: (database: Kysely<Tables>) => Promise<T>,
  ) => Promise<T>
  readonly address: (name: StoreName) => DatabaseAddress
  readonly exists: (name: StoreName) => Promise<boolean>
  readonly news: () => News
  readonly remove: (name: StoreName) => Promise<void>
}

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

/** File name in DATA_DIR. */
export const fileOf = (name: StoreName): string => `${name}.sqlite`

export const databasesIn = (folder: string): Databases => ({
  startAlone: () => startAlone(folder),
  open: <Tables, T>(
    name: StoreName,
    { begin, procedures }: OpenOptions,
    work: (database: Kysely<Tables>) => Promise<T>,
  ) =>
    openDatabaseFile(
      folder,
      fileOf(name),
      (file) => orClosed(openThreaded<Tables>(file, procedures ?? null), work),
      begin,
    ),
  address: (name) => join(folder, fileOf(name)),
  exists: async (name) => existsSync(join(folder, fileOf(name))),
  news: () => NO_NEWS,
  remove: async (name) => deleteDatabaseFile(folder, fileOf(name)),
})
