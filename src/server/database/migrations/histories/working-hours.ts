import type { MigrationHistory } from '#/server/database/database.ts'

export const workingHoursHistory: MigrationHistory = {
  table: 'working_hours_migration',
  migrations: {
    '0001-working-hours': async ({ schema }) => {
      await schema
        .createTable('working_hours')
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('oid', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('week', 'text')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .addPrimaryKeyConstraint('working_hours_primary', ['account', 'oid'])
        .execute()
    },
  },
}
