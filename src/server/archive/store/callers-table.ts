import type { Kysely } from 'kysely'

/** Where an account's objects are, as far as it was said: numbers are read by it (G29). */
export interface CountryTable {
  account: number
  oid: string
  /** Two letters; null: contacts were read without it. */
  country: string | null
}

/** Segments say by which rule their callers were read: those of before by none. */
export const addCallers = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .alterTable('archive_segments')
    .addColumn('callers', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('archive_countries')
    .addColumn('account', 'integer', (column) => column.notNull())
    .addColumn('oid', 'text', (column) => column.notNull())
    .addColumn('country', 'text')
    .addPrimaryKeyConstraint('archive_countries_primary', ['account', 'oid'])
    .execute()
}
