import type { Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import type { MigrationHistory } from '#/server/database/database.ts'

/** What resealing needs of `session/seal.ts`. */
export interface Sealing {
  readonly close: (plain: string, bound: string) => string
  readonly open: (sealed: string, bound: string) => string | null
}

/** As of then: what a migration reads and writes does not follow later changes. */
interface BoundTables {
  sessions: { id_hash: string; sealed: string; principal: string; created: number }
}

export const sessionHistory = (seal: Sealing): MigrationHistory => ({
  table: DEFAULT_MIGRATION_TABLE,
  migrations: {
    '0001-sessions': async ({ schema }) => {
      await schema
        .createTable('sessions')
        .addColumn('id_hash', 'text', (column) => column.primaryKey())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('principal', 'text', (column) => column.notNull())
        .addColumn('created', 'bigint', (column) => column.notNull())
        .addColumn('seen', 'bigint', (column) => column.notNull())
        .execute()
      await schema.createIndex('sessions_created').on('sessions').column('created').execute()
      await schema.createIndex('sessions_seen').on('sessions').column('seen').execute()
    },
    // Sealed again once, bound to more than the id; sessions stay signed in.
    '0002-bound': async (unknown: Kysely<unknown>) => {
      const database = unknown as Kysely<BoundTables>
      for (const row of await database.selectFrom('sessions').selectAll().execute()) {
        const plain = seal.open(row.sealed, row.id_hash)
        const bound = JSON.stringify(['session', row.id_hash, row.principal, row.created])
        if (plain === null) continue
        await database
          .updateTable('sessions')
          .set({ sealed: seal.close(plain, bound) })
          .where('id_hash', '=', row.id_hash)
          .execute()
      }
    },
    '0003-storage-check': async ({ schema }) => {
      await schema
        .createTable('storage_check')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute()
    },
    '0004-walls': async ({ schema }) => {
      await schema
        .alterTable('sessions')
        .addColumn('is_wall', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
    // The last one: marks the database as newer for servers without the common history.
    '0005-one-list': async () => undefined,
  },
})
