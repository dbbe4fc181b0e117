import { sql, type Kysely } from 'kysely'

/*
 * Procedures run as a whole in the writing connection's thread, within the transaction of the statement: work
 * that would block the thread that answers requests.
 */

type Procedure = (database: Kysely<never>, ...given: readonly unknown[]) => Promise<readonly object[]>

export type Procedures = Readonly<Record<string, Procedure>>

/**
 * Runs a procedure in the thread of a transaction's connection.
 * @returns its rows
 */
export const callProcedure = async <Row, Tables>(
  write: Kysely<Tables>,
  name: string,
  ...given: readonly (string | number)[]
): Promise<readonly Row[]> => (await sql<Row>`call ${sql.raw(name)}(${sql.join(given)})`.execute(write)).rows
