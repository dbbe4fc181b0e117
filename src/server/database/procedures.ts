import { sql, type Kysely } from 'kysely'

/*
 * What is done whole in the thread of the connection that writes: work that would cost the thread that answers requests
 * more than the database does, asked for in one statement, within the transaction it stands in.
 */

/** One of them. What it is given are values as a statement has them. @returns rows */
type Procedure = (database: Kysely<never>, ...given: readonly unknown[]) => Promise<readonly object[]>

/** By the name that a statement calls. */
export type Procedures = Readonly<Record<string, Procedure>>

/** Has a procedure done in the thread of a transaction's connection. @returns its rows */
export const callProcedure = async <Row, Tables>(
  write: Kysely<Tables>,
  name: string,
  ...given: readonly (string | number)[]
): Promise<readonly Row[]> => (await sql<Row>`call ${sql.raw(name)}(${sql.join(given)})`.execute(write)).rows
