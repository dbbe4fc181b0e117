import type { MigrationHistory } from '#/server/database/database.ts'

export const chartNoteHistory: MigrationHistory = {
  table: 'timeline_notes_migration',
  migrations: {
    '0001-timeline-notes': async ({ schema }) => {
      await schema
        .createTable('timeline_notes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('oid', 'text', (column) => column.notNull())
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .execute()
      await schema
        .createIndex('timeline_notes_day')
        .on('timeline_notes')
        .columns(['account', 'day'])
        .execute()
    },
  },
}
