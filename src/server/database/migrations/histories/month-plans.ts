import type { MigrationHistory } from '#/server/database/database.ts'

export const monthPlanHistory: MigrationHistory = {
  table: 'month_plans_migration',
  migrations: {
    '0001-month-plans': async ({ schema }) => {
      await schema
        .createTable('month_plans')
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('oid', 'text', (column) => column.notNull())
        .addColumn('month', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('contacts', 'integer')
        .addColumn('target', 'integer')
        .addColumn('spend', 'text')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .addPrimaryKeyConstraint('month_plans_primary', ['account', 'oid', 'month'])
        .execute()
    },
  },
}
