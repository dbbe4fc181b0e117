import type { MigrationHistory } from '#/server/database/database.ts'

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
