import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { isPostgres, type MigrationHistory } from '#/server/database/database.ts'

export const archiveHistory: MigrationHistory = {
  table: DEFAULT_MIGRATION_TABLE,
  migrations: {
    '0001-archive': async ({ schema }) => {
      await schema
        .createTable('archive_accounts')
        .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('account', 'text', (column) => column.notNull().unique())
        .execute()
      await schema
        .createTable('archive_days')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('read_at', 'bigint', (column) => column.notNull())
        .addColumn('tail_at', 'bigint')
        .addColumn('tried_at', 'bigint', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('contacts', 'integer', (column) => column.notNull())
        .addColumn('unreadable', 'integer', (column) => column.notNull())
        .addColumn('doubled', 'integer', (column) => column.notNull())
        .addColumn('faulty', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('gaps', 'text', (column) => column.notNull())
        .addColumn('is_due', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_days_primary', ['account', 'day'])
        .execute()
      await schema
        .createTable('archive_records')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'blob', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_records_primary', ['account', 'day'])
        .execute()
      await schema
        .createTable('archive_segments')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('first_day', 'integer', (column) => column.notNull())
        .addColumn('last_day', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'blob', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_segments_primary', ['account', 'first_day'])
        .execute()
      await schema
        .createTable('archive_contacts')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('id', 'bigint', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_contacts_primary', ['account', 'id', 'day'])
        // The key is the row: a third of the size.
        .modifyEnd(sql`without rowid`)
        .execute()
      await schema
        .createTable('archive_gone')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('contact', 'text', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('gone_since', 'bigint', (column) => column.notNull())
        .addColumn('record', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_gone_primary', ['account', 'contact'])
        .execute()
      await schema
        .createTable('archive_requests')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('requests', 'integer', (column) => column.notNull())
        .addColumn('unasked', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_requests_primary', ['account', 'day'])
        .execute()
    },
    '0002-probes': async ({ schema }) => {
      await schema
        .createTable('archive_probes')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('month', 'integer', (column) => column.notNull())
        .addColumn('probed_at', 'bigint', (column) => column.notNull())
        .addColumn('counts', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_probes_primary', ['account', 'month'])
        .execute()
      await schema
        .createTable('archive_leases')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_leases_primary', ['account', 'day'])
        .execute()
      await schema
        .createTable('archive_settings')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute()
    },
    '0003-lists': async ({ schema }) => {
      await schema
        .alterTable('archive_accounts')
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
    '0004-objects': async ({ schema }) => {
      await schema
        .createTable('archive_objects')
        .addColumn('account', 'integer', (column) => column.primaryKey())
        .addColumn('read_at', 'bigint', (column) => column.notNull())
        .addColumn('is_all', 'integer', (column) => column.notNull())
        .addColumn('objects', 'text', (column) => column.notNull())
        .execute()
    },
    '0005-texts': async ({ schema }) => {
      await schema
        .createTable('archive_texts')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'blob', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_texts_primary', ['account', 'day'])
        .execute()
    },
    '0006-epochs': async ({ schema }) => {
      await schema
        .alterTable('archive_accounts')
        .addColumn('epoch', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
    '0007-sums': async ({ schema }) => {
      const table = schema
        .createTable('archive_sums')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('clock', 'integer', (column) => column.notNull())
        .addColumn('contacts', 'integer', (column) => column.notNull())
        .addColumn('first_time', 'integer', (column) => column.notNull())
        .addColumn('target', 'integer', (column) => column.notNull())
      // The statuses at this release: later ones are migrations of their own.
      const statuses = Array.from({ length: 17 }, (_, nth) => `status_${nth + 1}`)
      await statuses
        .reduce((all, name) => all.addColumn(name, 'integer'), table)
        .addPrimaryKeyConstraint('archive_sums_primary', ['account', 'day', 'clock'])
        .execute()
    },
    '0008-drift': async ({ schema }) => {
      await schema
        .createTable('archive_drift')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('found', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_drift_primary', ['account', 'day'])
        .execute()
    },
    '0009-words': async (database) => {
      const { schema } = database
      // On both engines, so that rows can be moved unchanged.
      await schema.alterTable('archive_texts').addColumn('word_bytes', 'bigint').execute()
      if (!isPostgres(database)) return
      await schema
        .createTable('archive_words')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('id', 'bigint', (column) => column.notNull())
        .addColumn('object', 'text', (column) => column.notNull())
        .addColumn('words', sql`tsvector`, (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_words_primary', ['account', 'day', 'id', 'object'])
        .execute()
      // Keeps words of all accounts out of the planner's statistics.
      await sql`alter table archive_words alter column words set statistics 0`.execute(database)
      // A day is written at once: sorted in immediately, since queries scan pending entries one by one.
      await sql`create index archive_words_words on archive_words using gin (words)
          with (gin_pending_list_limit = 64)`.execute(database)
    },
    '0010-segment-versions': async ({ schema }) => {
      await schema
        .alterTable('archive_segments')
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
    '0011-missing-contacts': async ({ schema }) => {
      await schema
        .alterTable('archive_days')
        .addColumn('missing', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
    // Caller rule by segment; earlier segments have none.
    '0012-callers': async ({ schema }) => {
      await schema
        .alterTable('archive_segments')
        .addColumn('callers', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await schema
        .createTable('archive_countries')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('oid', 'text', (column) => column.notNull())
        .addColumn('country', 'text')
        .addPrimaryKeyConstraint('archive_countries_primary', ['account', 'oid'])
        .execute()
    },
    '0013-issues': async ({ schema }) => {
      await schema
        .createTable('archive_issues')
        .addColumn('account', 'integer', (column) => column.primaryKey())
        .addColumn('basis', 'text', (column) => column.notNull())
        .addColumn('found_at', 'bigint', (column) => column.notNull())
        .addColumn('found', 'text', (column) => column.notNull())
        .execute()
    },
  },
}
