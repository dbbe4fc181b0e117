import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Seal } from './seal.ts'

export interface SessionTable {
  /** SHA-256 of the cookie's id, hex: who reads the table cannot become anyone. */
  id_hash: string
  /** What is known of the session (facts.ts) as JSON, sealed and bound to the columns that decide: {@link boundTo}. */
  sealed: string
  principal: string
  /** Milliseconds since 1970, by the server's clock. */
  created: number
  seen: number
  /** 1: a wall's session, which does not end when idle. */
  is_wall: number
}
/** One row, written to see whether anything can be. */
interface StorageCheckTable {
  id: number
  at: number
}
export interface SessionTables {
  sessions: SessionTable
  storage_check: StorageCheckTable
}

/** What a row's sealed text is bound to: it opens only in this row, for this person, until this time. */
export const boundTo = ({
  id_hash,
  principal,
  created,
  is_wall,
}: Pick<SessionTable, 'id_hash' | 'principal' | 'created'> & { readonly is_wall?: number }) =>
  JSON.stringify(['session', id_hash, principal, created, ...(is_wall ? ['wall'] : [])])

/** Versioned migrations; a released one is never edited, a change is a new one. */
export const sessionMigrations = (seal: Seal): Record<string, Migration> => ({
  '0001-sessions': {
    up: async ({ schema }: Kysely<unknown>) => {
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
  },
  // Until here the text was bound to the id only. Sealed again, once: who is signed in stays so.
  '0002-bound': {
    up: async (unknown: Kysely<unknown>) => {
      const database = unknown as Kysely<SessionTables>
      for (const row of await database.selectFrom('sessions').selectAll().execute()) {
        const plain = seal.open(row.sealed, row.id_hash)
        if (plain === null) continue
        await database
          .updateTable('sessions')
          .set({ sealed: seal.close(plain, boundTo(row)) })
          .where('id_hash', '=', row.id_hash)
          .execute()
      }
    },
  },
  '0003-storage-check': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('storage_check')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  '0004-walls': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .alterTable('sessions')
        .addColumn('is_wall', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
})
