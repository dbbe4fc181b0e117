import type { MigrationHistory } from '#/server/database/database.ts'

export const annotationHistory: MigrationHistory = {
  table: 'contact_marks_migration',
  migrations: {
    '0001-contact-marks': async ({ schema }) => {
      await schema
        .createTable('contact_marks')
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('oid', 'text', (column) => column.notNull())
        .addColumn('contact', 'bigint', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('outcome', 'text')
        .addColumn('outcome_at', 'bigint')
        .addColumn('outcome_who', 'text')
        .addColumn('note', 'text', (column) => column.notNull())
        .addColumn('tags', 'text', (column) => column.notNull())
        .addColumn('score', 'integer')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .addPrimaryKeyConstraint('contact_marks_primary', ['account', 'oid', 'contact'])
        .execute()
      await schema.createIndex('contact_marks_at').on('contact_marks').columns(['account', 'at']).execute()
    },
  },
}
