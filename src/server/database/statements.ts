import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** SQLite limits the values of a statement, and a row has several. */
const VALUES_AT_ONCE = 400
export const chunksOf = <T>(items: readonly T[], size = VALUES_AT_ONCE): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, nth) =>
    items.slice(nth * size, (nth + 1) * size),
  )

/** Above the server's number of statements; lists of values make one for each length. */
const MOST = 256

interface Prepared {
  readonly statement: StatementSync
  readonly isReader: boolean
}

const stored = new WeakMap<DatabaseSync, Map<string, Prepared>>()

/** Caches prepared statements (LRU): preparing takes longer than small queries. SQLite re-prepares after schema changes. */
export const statementOf = (database: DatabaseSync, sql: string): Prepared => {
  let statements = stored.get(database)
  if (!statements) stored.set(database, (statements = new Map()))
  let prepared = statements.get(sql)
  if (!prepared) {
    const statement = database.prepare(sql)
    prepared = { statement, isReader: statement.columns().length > 0 }
  }
  // Moves it to the end: the map is in order of use.
  statements.delete(sql)
  statements.set(sql, prepared)
  if (statements.size > MOST) statements.delete(statements.keys().next().value!)
  return prepared
}
