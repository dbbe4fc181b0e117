import type { Kysely } from 'kysely'
import { createRecords } from '#/server/database/records.ts'

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
  const records = createRecords(database, 'agency_logos')
  return {
    /** Null: none is chosen. */
    of: async (account: string): Promise<string | null> => (await records.find({ account }))?.logo ?? null,

    save: async (account: string, logo: string): Promise<void> => {
      const row = { logo, changed: now() }
      await database
        .insertInto('agency_logos')
        .values({ account, ...row })
        .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
        .execute()
    },

    remove: (account: string) => records.remove({ account }),
  }
}

export type AgencyLogos = ReturnType<typeof createAgencyLogos>
