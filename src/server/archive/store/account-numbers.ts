import type { Kysely } from 'kysely'
import type { ArchiveTables } from './schema.ts'

/** Whoever the API would answer: an API user, or one of an agency user's clients. Both ids are random ones of ours. */
export const archiveAccount = (principal: string, client: string | null): string =>
  client === null ? principal : `${principal} ${client}`

/** Rows name accounts by number: an account's name would be the most of many a row. */
export const createNumbers = (database: Kysely<ArchiveTables>) => {
  const numbers = new Map<string, number>()

  /** Null: nothing is kept of the account. */
  const known = async (account: string): Promise<number | null> => {
    const before = numbers.get(account)
    if (before !== undefined) return before
    const row = await database
      .selectFrom('archive_accounts')
      .select('number')
      .where('account', '=', account)
      .executeTakeFirst()
    if (row) numbers.set(account, row.number)
    return row?.number ?? null
  }

  return {
    known,
    /** See {@link ArchiveTables}; 0: nothing was kept of the account yet. */
    version: async (account: string): Promise<number> => {
      const row = await database
        .selectFrom('archive_accounts')
        .select('version')
        .where('account', '=', account)
        .executeTakeFirst()
      return row?.version ?? 0
    },
    numberOf: async (account: string): Promise<number> => {
      const number = await known(account)
      if (number !== null) return number
      await database
        .insertInto('archive_accounts')
        .values({ account })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const made = await known(account)
      if (made === null) throw new Error('an account was not kept')
      return made
    },
  }
}

/** @param accounts numbers; null: all */
export const changeVersion = async (
  write: Kysely<ArchiveTables>,
  accounts: readonly number[] | null,
): Promise<void> => {
  await write
    .updateTable('archive_accounts')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .$if(accounts !== null, (update) => update.where('number', 'in', accounts))
    .execute()
}

export type AccountNumbers = ReturnType<typeof createNumbers>
