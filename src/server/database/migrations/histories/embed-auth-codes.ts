import type { MigrationHistory } from '#/server/database/database.ts'

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
