import type { Kysely } from 'kysely'
import type { AccountNumbers } from './account-numbers.ts'
import type { ArchiveTables } from './schema.ts'

/** SQLite takes some thousands of values in one statement. */
const AT_ONCE = 400

/** Who wants to read, and until when it is so. */
export interface Lease {
  readonly holder: string
  readonly now: number
  readonly ms: number
}

/** Of several servers over one archive one reads a day at a time. */
export const leasesOf = (database: Kysely<ArchiveTables>, { known, numberOf }: AccountNumbers) => ({
  /**
   * Days that are free, or held by the same one already, are held from now on. One statement decides, so that two who ask
   * at once are one after the other. @returns the days that are held
   */
  claim: async (
    account: string,
    days: readonly number[],
    { holder, now, ms }: Lease,
  ): Promise<ReadonlySet<number>> => {
    const number = await numberOf(account)
    const mine = new Set<number>()
    // All servers lock in the same order, so that there is no deadlock.
    const all = days.toSorted((a, b) => a - b)
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const rows = await database
        .insertInto('archive_leases')
        .values(all.slice(at, at + AT_ONCE).map((day) => ({ account: number, day, holder, until: now + ms })))
        .onConflict((conflict) =>
          conflict
            .columns(['account', 'day'])
            .doUpdateSet((on) => ({ holder: on.ref('excluded.holder'), until: on.ref('excluded.until') }))
            .where((on) =>
              on.or([
                on('archive_leases.holder', '=', holder),
                on('archive_leases.until', '<=', now),
                // No lease lasts that long: the clock was set back since.
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

  /** @returns those of the days that no other server has claimed meanwhile */
  renew: async (
    account: string,
    days: readonly number[],
    { holder, now, ms }: Lease,
  ): Promise<ReadonlySet<number>> => {
    const mine = new Set<number>()
    for (let at = 0; at < days.length; at += AT_ONCE) {
      const rows = await database
        .updateTable('archive_leases')
        .set({ until: now + ms })
        .where('account', '=', (await known(account)) ?? 0)
        .where('holder', '=', holder)
        .where('day', 'in', days.slice(at, at + AT_ONCE))
        .returning('day')
        .execute()
      for (const { day } of rows) mine.add(day)
    }
    return mine
  },

  /** @param days null: all of them */
  release: async (account: string, days: readonly number[] | null, holder: string): Promise<void> => {
    const held = database
      .deleteFrom('archive_leases')
      .where('account', '=', (await known(account)) ?? 0)
      .where('holder', '=', holder)
    if (days === null) await held.execute()
    else
      for (let at = 0; at < days.length; at += AT_ONCE)
        await held.where('day', 'in', days.slice(at, at + AT_ONCE)).execute()
  },
})
