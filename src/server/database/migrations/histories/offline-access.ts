import type { Kysely } from 'kysely'
import type { MigrationHistory } from '#/server/database/database.ts'

export const standingHistory: MigrationHistory = {
  table: 'standing_migration',
  migrations: {
    '0001-standing': {
      up: async ({ schema }: Kysely<unknown>) => {
        await schema
          .createTable('standing')
          .addColumn('principal', 'text', (column) => column.primaryKey())
          .addColumn('sealed', 'text')
          .addColumn('given', 'bigint', (column) => column.notNull())
          .addColumn('ended', 'bigint')
          .addColumn('why', 'text')
          .execute()
      },
    },
    '0002-whom-to-tell': {
      up: async ({ schema }: Kysely<unknown>) => {
        await schema.alterTable('standing').addColumn('email', 'text').execute()
      },
    },
  },
}
