import type { Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import type { MigrationHistory } from '#/server/database/database.ts'

/** Of the sample data, a database of its own. A released one is never edited, a change is a new one. */
export const referenceHistory: MigrationHistory = {
  table: DEFAULT_MIGRATION_TABLE,
  migrations: {
    '0001-tables': {
      up: async (database: Kysely<unknown>) => {
        const { schema } = database
        await schema
          .createTable('accounts')
          .addColumn('id', 'integer', (column) => column.primaryKey())
          .addColumn('email', 'text', (column) => column.notNull().unique())
          .addColumn('password_hash', 'text', (column) => column.notNull())
          .addColumn('api_key', 'text', (column) => column.notNull().unique())
          .addColumn('contact_name', 'text', (column) => column.notNull())
          .addColumn('phone_number', 'text', (column) => column.notNull())
          .addColumn('company_name', 'text', (column) => column.notNull())
          .addColumn('is_agency_manager', 'integer', (column) => column.notNull())
          .addColumn('agency_id', 'integer')
          .addColumn('statistics_only', 'integer', (column) => column.notNull())
          .addColumn('hidden_fields', 'text')
          .execute()
        await schema
          .createTable('agencies')
          .addColumn('id', 'integer', (column) => column.primaryKey())
          .addColumn('manager_id', 'integer', (column) => column.notNull().references('accounts.id'))
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('domain', 'text', (column) => column.notNull())
          .addColumn('phone_number', 'text')
          .addColumn('is_active', 'integer', (column) => column.notNull())
          .execute()
        await schema
          .createTable('objects')
          .addColumn('id', 'integer', (column) => column.primaryKey())
          .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
          .addColumn('oid', 'text', (column) => column.notNull().unique())
          .addColumn('alias', 'text', (column) => column.notNull().unique())
          .addColumn('title', 'text', (column) => column.notNull())
          .addColumn('title_search', 'text', (column) => column.notNull())
          .addColumn('status', 'integer', (column) => column.notNull())
          .addColumn('script_config', 'text', (column) => column.notNull())
          .addColumn('custom_statuses', 'text', (column) => column.notNull())
          .addColumn('details', 'text', (column) => column.notNull())
          .execute()
        await schema
          .createTable('contacts')
          .addColumn('id', 'integer', (column) => column.primaryKey())
          .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
          .addColumn('object_id', 'integer', (column) => column.notNull().references('objects.id'))
          .addColumn('occurred_at', 'bigint', (column) => column.notNull())
          .addColumn('utc_offset', 'integer', (column) => column.notNull())
          .addColumn('day', 'text', (column) => column.notNull())
          .addColumn('status', 'integer', (column) => column.notNull())
          .addColumn('src', 'text')
          .addColumn('source_title', 'text')
          .addColumn('source_title_search', 'text')
          .addColumn('source_url', 'text')
          .addColumn('referrer', 'text')
          .addColumn('request_uri', 'text')
          .addColumn('request_uri_search', 'text')
          .addColumn('phone_number_from', 'text', (column) => column.notNull())
          .addColumn('caller_digits', 'text', (column) => column.notNull())
          .addColumn('search_request', 'text')
          .addColumn('utm', 'text')
          .addColumn('custom_data', 'text')
          .addColumn('call_type', 'integer', (column) => column.notNull())
          .addColumn('has_recording', 'integer', (column) => column.notNull())
          .addColumn('custom_status_id', 'integer')
          .addColumn('customer_status', 'text')
          .addColumn('region', 'text')
          .addColumn('dialstatus', 'text')
          .addColumn('duration', 'integer')
          .addColumn('service_id', 'integer', (column) => column.notNull())
          .addColumn('service_name', 'text', (column) => column.notNull())
          .addColumn('target', 'integer')
          .addColumn('messages', 'text')
          .addColumn('sms_message', 'text')
          .addColumn('email_text', 'text')
          .addColumn('widget_text', 'text')
          .addColumn('managers', 'text')
          .execute()
        await schema
          .createTable('comments')
          .addColumn('id', 'integer', (column) => column.primaryKey())
          .addColumn('contact_id', 'integer', (column) => column.notNull().references('contacts.id'))
          .addColumn('comment', 'text', (column) => column.notNull())
          .addColumn('user_id', 'integer', (column) => column.notNull())
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('email', 'text', (column) => column.notNull())
          .addColumn('created_at', 'text', (column) => column.notNull())
          .execute()
        await schema
          .createTable('sample')
          .addColumn('key', 'text', (column) => column.primaryKey())
          .addColumn('value', 'text', (column) => column.notNull())
          .execute()
        await schema.createIndex('accounts_agency').on('accounts').column('agency_id').execute()
        await schema.createIndex('objects_account').on('objects').columns(['account_id', 'status']).execute()
      },
    },
    '0002-answer-override': {
      up: async ({ schema }: Kysely<unknown>) => {
        await schema.alterTable('contacts').addColumn('answer_override', 'text').execute()
      },
    },
  },
}
