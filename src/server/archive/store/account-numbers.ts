import type { Kysely } from 'kysely'
import { isPostgres } from '#/server/database/database.ts'
import type { ArchiveTables } from './schema.ts'

/** Whoever the API would answer: an API user, or one of an agency user's clients. Both ids are random ones of ours. */
export const archiveAccount = (principal: string, client: string | null): string =>
  client === null ? principal : `${principal} ${client}`

/** The account was forgotten while it was being read: nothing of that reading is kept. */
export class AccountForgotten extends Error {
  override readonly name = 'AccountForgotten'
}

/**
 * What follows in this transaction happens after all others that have locked one of these accounts, and before those that
 * will. In SQLite every transaction is alone already.
 * @returns the epochs, in the order of the accounts' numbers
 */
export const lockAccounts = async (
  write: Kysely<ArchiveTables>,
  accounts: readonly number[],
): Promise<readonly number[]> => {
  const rows = await write
    .selectFrom('archive_accounts')
    .select('epoch')
    .where('number', 'in', accounts)
    // All servers lock in the same order, so that there is no deadlock.
    .orderBy('number')
    .$if(isPostgres(write), (query) => query.forUpdate())
    .execute()
  return rows.map(({ epoch }) => epoch)
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

  const last = new Map<number, Promise<unknown>>()

  /** One transaction of an account at a time: those that waited for its lock would keep connections from who reads. */
  const transact = async <T>(
    number: number,
    work: (write: Kysely<ArchiveTables>, epoch: number | undefined) => Promise<T>,
  ): Promise<T> => {
    const before = last.get(number) ?? Promise.resolve()
    const written = before
      .catch(() => undefined)
      .then(() =>
        database.transaction().execute(async (write) => {
          const [epoch] = await lockAccounts(write, [number])
          return work(write, epoch)
        }),
      )
    last.set(number, written)
    try {
      return await written
    } finally {
      if (last.get(number) === written) last.delete(number)
    }
  }

  return {
    known,
    transact,
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
      return transact(number, async (write, now) => {
        if (epoch !== null && now !== epoch) throw new AccountForgotten()
        return work(write, number)
      })
    },
  }
}

/** What the version will be once this transaction has changed it: another one than of everything written before. */
export const nextVersion = async (write: Kysely<ArchiveTables>, account: number): Promise<number> => {
  const row = await write
    .selectFrom('archive_accounts')
    .select('version')
    .where('number', '=', account)
    .executeTakeFirst()
  return (row?.version ?? 0) + 1
}

/** @param accounts numbers */
export const changeVersion = async (
  write: Kysely<ArchiveTables>,
  accounts: readonly number[],
): Promise<void> => {
  await write
    .updateTable('archive_accounts')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('number', 'in', accounts)
    .execute()
}

export type AccountNumbers = ReturnType<typeof createNumbers>
