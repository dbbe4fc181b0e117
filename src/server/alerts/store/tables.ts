import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { AlertKind } from '#/contract/alerts/alert-kinds.ts'

export interface AlertTable {
  id: string
  /** The API user who owns the alert; the whole account sees it. */
  account: string
  /** As JSON. */
  rule: string
  version: number
  /** Milliseconds since 1970: made, and written last. */
  since: number
  at: number
  who: string | null
  fired_at: number | null
  /** By which it is looked at; null: it is off. */
  schedule: string | null
}
interface AlertStateTable {
  alert: string
  /** Of an agency; empty: the account itself. */
  client: string
  looked_at: number
  /** What is known of its subjects, as JSON. */
  state: string
  /** Offsets of the client's objects, as JSON; null: none has looked since this is kept. */
  clocks: string | null
}
export interface AlertRunTable {
  id: string
  alert: string
  account: string
  client: string
  kind: AlertKind
  at: number
  /** As JSON. */
  firings: string
  /** What the mail says of each, as JSON. */
  words: string
  /** When a mail may tell of it; null: none does. */
  mail_at: number | null
  /** Due time of the run that tells of it; null: none has begun to. */
  mail_due: number | null
  /** 1: all of it has gone out, by mail and webhook, or never will. */
  is_mailed: number
  is_seen: number
  /** What came of telling it, as JSON; null: nothing has yet. */
  delivery: string | null
}
export interface AlertTables {
  alerts: AlertTable
  alert_states: AlertStateTable
  alert_runs: AlertRunTable
}

export const alertMigrations: Record<string, Migration> = {
  '0001-alerts': {
    up: async ({ schema }: Kysely<unknown>) => {
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
  },
  '0002-delivery': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('alert_runs').addColumn('delivery', 'text').execute()
    },
  },
  '0003-clocks': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('alert_states').addColumn('clocks', 'text').execute()
    },
  },
}
/** Alerts have their own history in the database of sessions and preferences. */
export const ALERT_HISTORY = 'alerts_migration'
