import type { Kysely } from 'kysely'
import { archiveDrift, joinDrift, type ArchiveDrift } from '#/contract/archive/drift.ts'
import type { AccountNumbers } from './account-numbers.ts'
import type { ArchiveTables } from './schema.ts'
import type { SegmentDays } from './store.ts'

/** Differences from the API document by UTC day of the reading: names and types, no values. */
export const driftOfDays = (database: Kysely<ArchiveTables>, { known, writeIn }: AccountNumbers) => ({
  drift: async (
    account: string,
    { first, last }: SegmentDays,
  ): Promise<readonly (ArchiveDrift & { readonly day: number })[]> => {
    const rows = await database
      .selectFrom('archive_drift')
      .select(['day', 'found'])
      .where('account', '=', (await known(account)) ?? 0)
      .where('day', '>=', first)
      .where('day', '<=', last)
      .orderBy('day')
      .execute()
    return rows.map(({ day, found }) => ({ day, ...archiveDrift.parse(JSON.parse(found)) }))
  },

  /**
   * @param epoch when the answer came
   * @throws AccountForgotten
   */
  noteDrift: async (account: string, day: number, found: ArchiveDrift, epoch: number): Promise<void> =>
    writeIn(account, epoch, async (write, number) => {
      const before = await write
        .selectFrom('archive_drift')
        .select('found')
        .where('account', '=', number)
        .where('day', '=', day)
        .executeTakeFirst()
      const all = before ? [archiveDrift.parse(JSON.parse(before.found)), found] : [found]
      const row = { found: JSON.stringify(joinDrift(all)) }
      await write
        .insertInto('archive_drift')
        .values({ account: number, day, ...row })
        .onConflict((conflict) => conflict.columns(['account', 'day']).doUpdateSet(row))
        .execute()
    }),
})
