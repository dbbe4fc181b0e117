import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** SQLite takes some thousands of values in one statement, and a row has several. */
const VALUES_AT_ONCE = 400
export const chunksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / VALUES_AT_ONCE) }, (_, nth) =>
    items.slice(nth * VALUES_AT_ONCE, (nth + 1) * VALUES_AT_ONCE),
  )

/** Above what a server asks in turn; lists of values make a statement of their own for each length. */
const MOST = 256

/** A statement that is kept. `isReader`: it answers with rows. */
interface Prepared {
  readonly statement: StatementSync
  readonly isReader: boolean
}

const kept = new WeakMap<DatabaseSync, Map<string, Prepared>>()

/**
 * A connection's statement, read by SQLite once for as long as it is among those used last: what a query asks of a few
 * rows takes less time than to read the query. One that a change of the schema outdates is read anew by SQLite itself.
 */
export const statementOf = (database: DatabaseSync, sql: string): Prepared => {
  let statements = kept.get(database)
  if (!statements) kept.set(database, (statements = new Map()))
  let prepared = statements.get(sql)
  if (!prepared) {
    const statement = database.prepare(sql)
    prepared = { statement, isReader: statement.columns().length > 0 }
  }
  // The last of the map is the one used last.
  statements.delete(sql)
  statements.set(sql, prepared)
  if (statements.size > MOST) statements.delete(statements.keys().next().value!)
  return prepared
}
