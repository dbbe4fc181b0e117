import type { MigrationHistory } from '#/server/database/database.ts'

export const agencyLogoHistory: MigrationHistory = {
  table: 'agency_logos_migration',
  migrations: {
    '0001-agency-logos': async ({ schema }) => {
      await schema
        .createTable('agency_logos')
        .addColumn('account', 'text', (column) => column.primaryKey())
        .addColumn('logo', 'text', (column) => column.notNull())
        .addColumn('changed', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
