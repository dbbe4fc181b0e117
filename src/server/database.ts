import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'

/**
 * The only file that knows a driver. `file` is a path or `:memory:`; WAL lets readers go on while one writes, foreign
 * keys are enforced. Queries above this line are portable SQL: PostgreSQL comes later on the same ones.
 */
export const openDatabase = <Tables>(file: string): Kysely<Tables> => {
  const database = new DatabaseSync(file)
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000',
  )
  return new Kysely<Tables>({
    dialect: new SqliteDialect({
      // kysely asks for better-sqlite3's statement; node:sqlite's differs in `reader` and in taking spread parameters.
      database: {
        close: () => database.close(),
        prepare: (sql) => {
          const statement = database.prepare(sql)
          return {
            reader: statement.columns().length > 0,
            all: (parameters) => statement.all(...(parameters as never[])),
            run: (parameters) => statement.run(...(parameters as never[])),
            iterate: (parameters) =>
              statement.iterate(...(parameters as never[])) as IterableIterator<unknown>,
          }
        },
      },
    }),
  })
}

/** Applies the migrations that are not applied yet, in the order of their names. Throws the first one's error. */
export const migrate = async <Tables>(database: Kysely<Tables>, migrations: Record<string, Migration>) => {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
