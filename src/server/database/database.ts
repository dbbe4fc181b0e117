import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresAdapter, sql, SqliteDialect } from 'kysely'
import { threadedSqlite } from './driver.ts'
import { isInMemory, MEMORY_PRAGMAS, lettingIn, type LetIn } from './in-memory.ts'
import type { PostgresAddress } from './postgres/postgres.ts'
import { statementOf } from './statements.ts'
import { Migrator, type Migration } from 'kysely/migration'

const TIMEOUT_MS = 5_000
/** In memory writers block readers, for seconds on a busy machine. */
const MEMORY_TIMEOUT_MS = 25_000
const timeoutOf = (file: string) => (isInMemory(file) ? MEMORY_TIMEOUT_MS : TIMEOUT_MS)

/**
 * A file with its connections in threads, so that locks don't block the server.
 * @param procedures a module exporting them, or null
 */
export const openThreaded = <Tables>(file: string, procedures: URL | null = null): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: threadedSqlite(file, timeoutOf(file), procedures) })

/** A file, or a PostgreSQL schema: plain data for threads. */
export type DatabaseAddress = string | PostgresAddress

/**
 * A read-only connection in this thread.
 * @throws the driver's error if missing
 */
export const openToRead = async <Tables>(address: DatabaseAddress): Promise<Kysely<Tables>> => {
  if (typeof address === 'string') {
    const database = new DatabaseSync(address, { readOnly: true, timeout: timeoutOf(address) })
    if (isInMemory(address)) database.exec(MEMORY_PRAGMAS)
    return kyselyOf<Tables>(database, lettingIn(address))
  }
  const { openPostgres } = await import('./postgres/postgres.ts')
  return openPostgres<Tables>(address, { isReader: true })
}

/** Connections that read and write, to tables that are already there. */
export const openToWrite = async <Tables>(address: DatabaseAddress): Promise<Kysely<Tables>> => {
  if (typeof address === 'string') return openThreaded<Tables>(address)
  const { openPostgres } = await import('./postgres/postgres.ts')
  return openPostgres<Tables>(address)
}

/** Opens a file or `:memory:` in this thread, with WAL and foreign keys. Queries must be portable to PostgreSQL. */
export const openDatabase = <Tables>(file: string): Kysely<Tables> => {
  const database = new DatabaseSync(file, { timeout: TIMEOUT_MS })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  return kyselyOf(database)
}

export const kyselyOf = <Tables>(database: DatabaseSync, reading: LetIn = (read) => read()): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new SqliteDialect({
      // kysely expects better-sqlite3; node:sqlite differs in `reader` and in spread parameters.
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

/** For the few parts of SQL that differ. */
export const isPostgres = <Tables>(database: Kysely<Tables>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter

/** Driver errors that the operator can fix. */
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

/** Null: not the driver's, or a defect. */
export const troubleOf = (error: unknown): Trouble | null =>
  error instanceof Error && 'errcode' in error ? (TROUBLE.get(Number(error.errcode) & 0xff) ?? null) : null

/**
 * Whether a database file is undamaged; a missing one is. Read-only; about 1 ms per MB.
 * @throws the driver's error when it cannot be read
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

/** The database was migrated by a newer version. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase'
}

/** Migrations by number and name, and kysely's table of applied ones, whose name must not change. */
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
 * Applies pending migrations of each history by name.
 * @throws the first error; NewerDatabase, with nothing changed, for an unknown applied migration
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
    // Skips the migrator, which would scan all tables twice.
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
