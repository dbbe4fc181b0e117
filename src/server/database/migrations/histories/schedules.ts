import type { MigrationHistory } from '#/server/database/database.ts'

export const scheduleHistory: MigrationHistory = {
  table: 'schedules_migration',
  migrations: {
    '0001-schedules': async ({ schema }) => {
      await schema
        .createTable('schedules')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('principal', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('what', 'text', (column) => column.notNull())
        .addColumn('timing', 'text', (column) => column.notNull())
        .addColumn('zone', 'text', (column) => column.notNull())
        .addColumn('next_due', 'bigint')
        .addColumn('paused', 'text')
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('created', 'bigint', (column) => column.notNull())
        .addColumn('changed', 'bigint', (column) => column.notNull())
        .addColumn('deleted', 'bigint')
        .execute()
      await schema.createIndex('schedules_due').on('schedules').column('next_due').execute()
      await schema.createIndex('schedules_principal').on('schedules').column('principal').execute()
      await schema
        .createTable('schedule_runs')
        .addColumn('schedule', 'text', (column) => column.notNull())
        .addColumn('due', 'bigint', (column) => column.notNull())
        .addColumn('is_asked', 'integer', (column) => column.notNull())
        .addColumn('is_late', 'integer', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('try_at', 'bigint', (column) => column.notNull())
        .addColumn('holder', 'text')
        .addColumn('held_until', 'bigint', (column) => column.notNull())
        .addColumn('began', 'bigint')
        .addColumn('ended', 'bigint')
        .addColumn('reason', 'text')
        .addColumn('said', 'text')
        .addColumn('result', 'text')
        .addPrimaryKeyConstraint('schedule_runs_primary', ['schedule', 'due'])
        .execute()
      await schema
        .createIndex('schedule_runs_state')
        .on('schedule_runs')
        .columns(['state', 'try_at'])
        .execute()
      await schema
        .createTable('schedule_steps')
        .addColumn('schedule', 'text', (column) => column.notNull())
        .addColumn('due', 'bigint', (column) => column.notNull())
        .addColumn('step', 'text', (column) => column.notNull())
        .addColumn('is_done', 'integer', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('schedule_steps_primary', ['schedule', 'due', 'step'])
        .execute()
    },
  },
}
