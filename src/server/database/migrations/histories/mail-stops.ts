import type { MigrationHistory } from '#/server/database/database.ts'

export const mailStopHistory: MigrationHistory = {
  table: 'mail_stops_migration',
  migrations: {
    '0001-mail-stops': async ({ schema }) => {
      await schema
        .createTable('mail_stops')
        .addColumn('schedule', 'text', (column) => column.notNull())
        .addColumn('address_hash', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('mail_stops_primary', ['schedule', 'address_hash'])
        .execute()
    },
  },
}
