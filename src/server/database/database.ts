import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresAdapter, sql, SqliteDialect } from 'kysely'
import { threadedSqlite } from './driver.ts'
import { isInMemory, MEMORY_PRAGMAS, lettingIn, type LetIn } from './in-memory.ts'
import type { PostgresAddress } from './postgres/postgres.ts'
import { statementOf } from './statements.ts'
import { Migrator, type Migration } from 'kysely/migration'

/** How long a statement waits for another process that is writing. */
const TIMEOUT_MS = 5_000
/** In memory who writes keeps readers out, for seconds on a busy machine: they wait as long as a page waits for an answer. */
const MEMORY_TIMEOUT_MS = 25_000
const timeoutOf = (file: string) => (isInMemory(file) ? MEMORY_TIMEOUT_MS : TIMEOUT_MS)

/**
 * A file of the running server: its connections are in threads of their own, so that no lock stops the server.
 * @param procedures the module that exports them, where there are any
 */
export const openThreaded = <Tables>(file: string, procedures: URL | null = null): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: threadedSqlite(file, timeoutOf(file), procedures) })

/** A file, or a schema of PostgreSQL's: plain data, so that a thread can be told. */
export type DatabaseAddress = string | PostgresAddress

/** Who only reads, in this thread, what others write. @throws the driver's error when there is none */
export const openToRead = async <Tables>(address: DatabaseAddress): Promise<Kysely<Tables>> => {
  if (typeof address === 'string') {
    const database = new DatabaseSync(address, { readOnly: true, timeout: timeoutOf(address) })
    if (isInMemory(address)) database.exec(MEMORY_PRAGMAS)
    return kyselyOf<Tables>(database, lettingIn(address))
  }
  const { openPostgres } = await import('./postgres/postgres.ts')
  return openPostgres<Tables>(address, { isReader: true })
}

/**
 * `file` is a path or `:memory:`, used in this thread; WAL lets readers go on while one writes, foreign keys are
 * enforced. Queries above this line are portable SQL: PostgreSQL comes later on the same ones.
 */
export const openDatabase = <Tables>(file: string): Kysely<Tables> => {
  const database = new DatabaseSync(file, { timeout: TIMEOUT_MS })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  return kyselyOf(database)
}

/** Queries over a connection in this thread. */
export const kyselyOf = <Tables>(database: DatabaseSync, reading: LetIn = (read) => read()): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new SqliteDialect({
      // kysely asks for better-sqlite3's statement; node:sqlite's differs in `reader` and in taking spread parameters.
      database: {
        close: () => database.close(),
        prepare: (sql) => {
          const { statement, isReader } = reading(() => statementOf(database, sql))
          return {
            reader: isReader,
            all: (parameters) => reading(() => statement.all(...(parameters as never[]))),
            run: (parameters) => statement.run(...(parameters as never[])),
            iterate: (parameters) =>
              statement.iterate(...(parameters as never[])) as IterableIterator<unknown>,
          }
        },
      },
    }),
  })

/** Whether queries are PostgreSQL's, for the few words that the engines do not share. */
export const isPostgres = <Tables>(database: Kysely<Tables>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter

/** Why the driver could not do it, where the operator can do something about it. */
export type Trouble = 'damaged' | 'locked' | 'full' | 'inaccessible'

/** Primary result codes of SQLite: CORRUPT, NOTADB; BUSY, LOCKED; PERM, READONLY, IOERR, FULL, CANTOPEN. */
const TROUBLE: ReadonlyMap<number, Trouble> = new Map([
  [11, 'damaged'],
  [26, 'damaged'],
  [5, 'locked'],
  [6, 'locked'],
  [3, 'inaccessible'],
  [8, 'inaccessible'],
  [10, 'inaccessible'],
  [13, 'full'],
  [14, 'inaccessible'],
])

/** Null: not an error of the driver, or one that only we can mend. */
export const troubleOf = (error: unknown): Trouble | null =>
  error instanceof Error && 'errcode' in error ? (TROUBLE.get(Number(error.errcode) & 0xff) ?? null) : null

/**
 * Whether every page of a database file is in order; a file that is not there yet is. It is opened for reading only, so
 * that a damaged one stays as it was found. About 1 ms per MB. @throws the driver's error when it cannot be read
 */
export const isSound = (file: string): boolean => {
  if (!existsSync(file)) return true
  const database = new DatabaseSync(file, { readOnly: true, timeout: TIMEOUT_MS })
  try {
    return database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok'
  } catch (error) {
    if (troubleOf(error) === 'damaged') return false
    throw error
  } finally {
    database.close()
  }
}

/** The database was changed by a newer version of Callboard: how to go on with it is not known here. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase'
}

/** Migrations by number and name, and the table that lists those that were applied: its name never changes. */
export interface MigrationHistory {
  readonly table: string
  readonly migrations: Readonly<Record<string, Migration['up']>>
}

const appliedMigrations = async <Tables>(
  database: Kysely<Tables>,
  histories: readonly MigrationHistory[],
) => {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
  const there = histories.filter(({ table }) => tables.some(({ name }) => name === table))
  if (there.length === 0) return []
  const each = there.map(({ table }) => sql`select ${table} as history, name from ${sql.table(table)}`)
  const { rows } = await sql<{ history: string; name: string }>`${sql.join(each, sql` union all `)}`.execute(
    database,
  )
  return rows
}

/**
 * Applies the migrations that are not applied yet, history by history, in the order of their names. Throws the first one's error.
 * @throws NewerDatabase, with nothing changed, when one was applied that is not among them
 */
export const migrate = async <Tables>(
  database: Kysely<Tables>,
  ...histories: readonly MigrationHistory[]
) => {
  const applied = await appliedMigrations(database, histories)
  for (const { table, migrations } of histories)
    if (applied.some(({ history, name }) => history === table && !(name in migrations)))
      throw new NewerDatabase()
  for (const { table, migrations } of histories) {
    // The migrator would look through all tables twice more to find that there is nothing to do.
    if (applied.filter(({ history }) => history === table).length === Object.keys(migrations).length) continue
    const migrator = new Migrator({
      db: database,
      provider: {
        getMigrations: async () =>
          Object.fromEntries(Object.entries(migrations).map(([name, up]) => [name, { up }])),
      },
      migrationTableName: table,
    })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  }
}
