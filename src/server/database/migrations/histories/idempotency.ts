import type { MigrationHistory } from '#/server/database/database.ts'

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
