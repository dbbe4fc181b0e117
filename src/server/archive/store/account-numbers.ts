import type { Kysely } from 'kysely'
import type { ArchiveTables } from './schema.ts'

/** Whoever the API would answer: an API user, or one of an agency user's clients. Both ids are random ones of ours. */
export const archiveAccount = (principal: string, client: string | null): string =>
  client === null ? principal : `${principal} ${client}`

/** Somebody has had the account forgotten since it was begun to be read: nothing of that is kept. */
export class AccountForgotten extends Error {
  override readonly name = 'AccountForgotten'
}

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

  const numberOf = async (account: string): Promise<number> => {
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
    numberOf,
    /** How many times the account was forgotten. */
    epoch: async (account: string): Promise<number> => {
      const row = await database
        .selectFrom('archive_accounts')
        .select('epoch')
        .where('account', '=', account)
        .executeTakeFirst()
      return row?.epoch ?? 0
    },
    /**
     * Writes of an account in one transaction, unless it was forgotten since.
     * @param epoch in which it was begun; null: whichever it is
     * @throws AccountForgotten, with nothing written
     */
    writeIn: async <T>(
      account: string,
      epoch: number | null,
      work: (write: Kysely<ArchiveTables>, number: number) => Promise<T>,
    ): Promise<T> => {
      const number = await numberOf(account)
      return database.transaction().execute(async (write) => {
        if (epoch !== null) {
          const row = await write
            .selectFrom('archive_accounts')
            .select('epoch')
            .where('number', '=', number)
            .executeTakeFirstOrThrow()
          if (row.epoch !== epoch) throw new AccountForgotten()
        }
        return work(write, number)
      })
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
