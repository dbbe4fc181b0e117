import type { Kysely } from 'kysely'
import { createRecords } from '#/server/database/records.ts'

interface AgencyLogoTable {
  account: string
  logo: string
  changed: number
}
export interface AgencyLogoTables {
  agency_logos: AgencyLogoTable
}

export const createAgencyLogos = (database: Kysely<AgencyLogoTables>, now: () => number) => {
  const records = createRecords(database, 'agency_logos')
  return {
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
