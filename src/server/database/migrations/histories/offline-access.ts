import type { MigrationHistory } from '#/server/database/database.ts'

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
