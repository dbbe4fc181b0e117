import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { migrate } from '#/server/database/database.ts'

interface AgencyLogoTable {
  /** Whose it is, as in the archive. */
  account: string
  /** A sanitised picture as its `data:` address. */
  logo: string
  /** Milliseconds since 1970. */
  changed: number
}
export interface AgencyLogoTables {
  agency_logos: AgencyLogoTable
}

const migrations: Record<string, Migration> = {
  '0001-agency-logos': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('agency_logos')
        .addColumn('account', 'text', (column) => column.primaryKey())
        .addColumn('logo', 'text', (column) => column.notNull())
        .addColumn('changed', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
const HISTORY = 'agency_logos_migration'

/** Pictures of agencies, in the server's database. */
export const createAgencyLogos = async (database: Kysely<AgencyLogoTables>, now: () => number) => {
  await migrate(database, migrations, HISTORY)
  return {
    /** Null: none is chosen. */
    of: async (account: string): Promise<string | null> => {
      const row = await database
        .selectFrom('agency_logos')
        .select('logo')
        .where('account', '=', account)
        .executeTakeFirst()
      return row?.logo ?? null
    },

    save: async (account: string, logo: string): Promise<void> => {
      const row = { logo, changed: now() }
      await database
        .insertInto('agency_logos')
        .values({ account, ...row })
        .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
        .execute()
    },

    remove: async (account: string): Promise<void> => {
      await database.deleteFrom('agency_logos').where('account', '=', account).execute()
    },
  }
}

export type AgencyLogos = Awaited<ReturnType<typeof createAgencyLogos>>
