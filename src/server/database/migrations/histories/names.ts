import { sql, type Kysely } from 'kysely'
import type { MigrationHistory } from '#/server/database/database.ts'

/** The hash used to be the id, and stays the id of existing rows. */
const adoptFormer = async (database: Kysely<unknown>) => {
  const tables = new Set((await database.introspection.getTables()).map(({ name }) => name))
  const adopt = (kind: 'principal' | 'client', id: string) =>
    sql`insert into names (kind, hmac, id) values (${kind}, ${id}, ${id}) on conflict do nothing`.execute(
      database,
    )
  for (const table of ['sessions', 'preferences'])
    if (tables.has(table)) {
      const { rows } = await sql<{
        principal: string
      }>`select distinct principal from ${sql.table(table)}`.execute(database)
      for (const { principal } of rows) await adopt('principal', principal)
    }
  if (!tables.has('preferences')) return
  const { rows } = await sql<{ sections: string }>`select sections from preferences`.execute(database)
  const mentioned = rows.flatMap(({ sections }) => sections.match(/(?<=")[0-9a-f]{16}(?=")/g) ?? [])
  for (const client of new Set(mentioned)) await adopt('client', client)
}

export const namesHistory: MigrationHistory = {
  table: 'names_migration',
  migrations: {
    '0001-names': async (database) => {
      await database.schema
        .createTable('names')
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('hmac', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text')
        .addPrimaryKeyConstraint('names_primary', ['kind', 'hmac'])
        .execute()
      await adoptFormer(database)
    },
  },
}
