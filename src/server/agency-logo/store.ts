import type { Kysely } from 'kysely'

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

/** Pictures of agencies, in the server's database. */
export const createAgencyLogos = (database: Kysely<AgencyLogoTables>, now: () => number) => {
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

export type AgencyLogos = ReturnType<typeof createAgencyLogos>
