import type { Kysely } from 'kysely'
import type { MigrationHistory } from '#/server/database/database.ts'

export const triesHistory: MigrationHistory = {
  table: 'tries_migration',
  migrations: {
    '0001-tries': {
      up: async ({ schema }: Kysely<unknown>) => {
        await schema
          .createTable('tries')
          .addColumn('key_hash', 'text', (column) => column.primaryKey())
          .addColumn('times', 'text', (column) => column.notNull())
          .addColumn('until', 'bigint', (column) => column.notNull())
          .execute()
        await schema.createIndex('tries_until').on('tries').column('until').execute()
      },
    },
  },
}
