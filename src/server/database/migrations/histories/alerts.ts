import type { MigrationHistory } from '#/server/database/database.ts'

export const alertHistory: MigrationHistory = {
  table: 'alerts_migration',
  migrations: {
    '0001-alerts': async ({ schema }) => {
      await schema
        .createTable('alerts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('rule', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .addColumn('fired_at', 'bigint')
        .addColumn('schedule', 'text')
        .execute()
      await schema.createIndex('alerts_account').on('alerts').columns(['account', 'since']).execute()
      await schema
        .createTable('alert_states')
        .addColumn('alert', 'text', (column) => column.notNull())
        .addColumn('client', 'text', (column) => column.notNull())
        .addColumn('looked_at', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('alert_states_primary', ['alert', 'client'])
        .execute()
      await schema
        .createTable('alert_runs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('alert', 'text', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('client', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('firings', 'text', (column) => column.notNull())
        .addColumn('words', 'text', (column) => column.notNull())
        .addColumn('mail_at', 'bigint')
        .addColumn('mail_due', 'bigint')
        .addColumn('is_mailed', 'integer', (column) => column.notNull())
        .addColumn('is_seen', 'integer', (column) => column.notNull())
        .execute()
      await schema.createIndex('alert_runs_alert').on('alert_runs').columns(['alert', 'mail_due']).execute()
      await schema.createIndex('alert_runs_account').on('alert_runs').columns(['account', 'at']).execute()
    },
    '0002-delivery': async ({ schema }) => {
      await schema.alterTable('alert_runs').addColumn('delivery', 'text').execute()
    },
    '0003-clocks': async ({ schema }) => {
      await schema.alterTable('alert_states').addColumn('clocks', 'text').execute()
    },
  },
}
