import type { MigrationHistory } from '#/server/database/database.ts'

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
