import { sql, type Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import type { MigrationHistory } from '#/server/database/database.ts'

/* Former histories of what the server keeps for itself: sessions, ids, requests, builds. Nothing is added to them. */

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

export const embedAuthCodeHistory: MigrationHistory = {
  table: 'hand_overs_migration',
  migrations: {
    '0001-hand-overs': async ({ schema }) => {
      await schema
        .createTable('hand_overs')
        .addColumn('code_hash', 'text', (column) => column.primaryKey())
        .addColumn('session', 'text', (column) => column.notNull())
        .addColumn('portal', 'text', (column) => column.notNull())
        .addColumn('challenge', 'text', (column) => column.notNull())
        .addColumn('created', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}

export const offlineAccessHistory: MigrationHistory = {
  table: 'standing_migration',
  migrations: {
    '0001-standing': async ({ schema }) => {
      await schema
        .createTable('standing')
        .addColumn('principal', 'text', (column) => column.primaryKey())
        .addColumn('sealed', 'text')
        .addColumn('given', 'bigint', (column) => column.notNull())
        .addColumn('ended', 'bigint')
        .addColumn('why', 'text')
        .execute()
    },
    '0002-whom-to-tell': async ({ schema }) => {
      await schema.alterTable('standing').addColumn('email', 'text').execute()
    },
  },
}

export const triesHistory: MigrationHistory = {
  table: 'tries_migration',
  migrations: {
    '0001-tries': async ({ schema }) => {
      await schema
        .createTable('tries')
        .addColumn('key_hash', 'text', (column) => column.primaryKey())
        .addColumn('times', 'text', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .execute()
      await schema.createIndex('tries_until').on('tries').column('until').execute()
    },
  },
}

export const idempotencyHistory: MigrationHistory = {
  table: 'idempotency_migration',
  migrations: {
    '0001-idempotent-requests': async ({ schema }) => {
      await schema
        .createTable('idempotent_requests')
        .addColumn('key_hash', 'text', (column) => column.primaryKey())
        .addColumn('principal', 'text', (column) => column.notNull())
        .addColumn('request_hash', 'text', (column) => column.notNull())
        .addColumn('status', 'integer')
        .addColumn('answer', 'text')
        .addColumn('created', 'bigint', (column) => column.notNull())
        .execute()
      await schema
        .createIndex('idempotent_requests_principal')
        .on('idempotent_requests')
        .column('principal')
        .execute()
      await schema
        .createIndex('idempotent_requests_created')
        .on('idempotent_requests')
        .column('created')
        .execute()
    },
  },
}

export const auditHistory: MigrationHistory = {
  table: 'audit_migration',
  migrations: {
    '0001-audit': async ({ schema }) => {
      await schema
        .createTable('audit')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('event', 'text', (column) => column.notNull())
        .addColumn('who', 'text')
        .addColumn('client', 'text')
        .addColumn('address', 'text')
        .addColumn('request_id', 'text')
        .addColumn('what', 'text', (column) => column.notNull())
        .execute()
      await schema.createIndex('audit_at').on('audit').column('at').execute()
    },
  },
}

export const storedBuildHistory: MigrationHistory = {
  table: 'kept_builds_migration',
  migrations: {
    '0001-kept-builds': async ({ schema }) => {
      await schema
        .createTable('kept_builds')
        .addColumn('build', 'text', (column) => column.primaryKey())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .execute()
      await schema
        .createTable('kept_build_files')
        .addColumn('build', 'text', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('bytes', 'blob', (column) => column.notNull())
        .addPrimaryKeyConstraint('kept_build_files_primary', ['build', 'path'])
        .execute()
    },
  },
}
