import type { MigrationHistory } from '#/server/database/database.ts'

export const preferencesHistory: MigrationHistory = {
  table: 'preferences_migration',
  migrations: {
    '0001-preferences': async ({ schema }) => {
      await schema
        .createTable('preferences')
        .addColumn('principal', 'text', (column) => column.primaryKey())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('sections', 'text', (column) => column.notNull())
        .execute()
    },
    '0002-unreadable': async ({ schema }) => {
      await schema
        .createTable('unreadable_preferences')
        .addColumn('principal', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('sections', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('unreadable_preferences_primary', ['principal', 'at'])
        .execute()
    },
  },
}
