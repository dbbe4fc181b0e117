import type { MigrationHistory } from '#/server/database/database.ts'

export const sharedReportHistory: MigrationHistory = {
  table: 'snapshots_migration',
  migrations: {
    '0001-snapshots': async ({ schema }) => {
      await schema
        .createTable('snapshots')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('client', 'text')
        .addColumn('company_name', 'text')
        .addColumn('object_title', 'text')
        .addColumn('date_from', 'text', (column) => column.notNull())
        .addColumn('date_to', 'text', (column) => column.notNull())
        .addColumn('who', 'text')
        .addColumn('made', 'bigint', (column) => column.notNull())
        .addColumn('expires', 'bigint', (column) => column.notNull())
        .addColumn('withdrawn', 'bigint')
        .addColumn('page', 'text', (column) => column.notNull())
        .execute()
      await schema.createIndex('snapshots_account').on('snapshots').columns(['account', 'made']).execute()
    },
  },
}
