import type { Kysely } from 'kysely'
import { chunksOf } from '#/server/database/statements.ts'
import type { AccountNumbers } from './account-numbers.ts'
import type { ArchiveTables } from './schema.ts'

export interface Lease {
  readonly holder: string
  readonly now: number
  readonly ms: number
}

/** With several servers on one archive, one server reads a day at a time. */
export const leasesOf = (database: Kysely<ArchiveTables>, { known, numberOf }: AccountNumbers) => ({
  /**
   * Claims free days and renews own ones. One statement, so that concurrent claims are serial.
   * @returns the claimed days
   */
  claim: async (
    account: string,
    days: readonly number[],
    { holder, now, ms }: Lease,
  ): Promise<ReadonlySet<number>> => {
    const number = await numberOf(account)
    const mine = new Set<number>()
    for (const chunk of chunksOf(days.toSorted((a, b) => a - b))) {
      const rows = await database
        .insertInto('archive_leases')
        .values(chunk.map((day) => ({ account: number, day, holder, until: now + ms })))
        .onConflict((conflict) =>
          conflict
            .columns(['account', 'day'])
            .doUpdateSet((on) => ({ holder: on.ref('excluded.holder'), until: on.ref('excluded.until') }))
            .where((on) =>
              on.or([
                on('archive_leases.holder', '=', holder),
                on('archive_leases.until', '<=', now),
                // No lease lasts that long: the clock was set back.
                on('archive_leases.until', '>', now + ms),
              ]),
            ),
        )
        .returning('day')
        .execute()
      for (const { day } of rows) mine.add(day)
    }
    return mine
  },

  renew: async (
    account: string,
    days: readonly number[],
    { holder, now, ms }: Lease,
  ): Promise<ReadonlySet<number>> => {
    const mine = new Set<number>()
    for (const chunk of chunksOf(days)) {
      const rows = await database
        .updateTable('archive_leases')
        .set({ until: now + ms })
        .where('account', '=', (await known(account)) ?? 0)
        .where('holder', '=', holder)
        .where('day', 'in', chunk)
        .returning('day')
        .execute()
      for (const { day } of rows) mine.add(day)
    }
    return mine
  },

  release: async (account: string, days: readonly number[] | null, holder: string): Promise<void> => {
    const held = database
      .deleteFrom('archive_leases')
      .where('account', '=', (await known(account)) ?? 0)
      .where('holder', '=', holder)
    if (days === null) await held.execute()
    else for (const chunk of chunksOf(days)) await held.where('day', 'in', chunk).execute()
  },
})
