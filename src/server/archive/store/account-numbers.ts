import type { Kysely } from 'kysely'
import { isPostgres } from '#/server/database/database.ts'
import type { ArchiveTables } from './schema.ts'

/** The account was removed while being read: nothing of that reading is stored. */
export class AccountForgotten extends Error {
  override readonly name = 'AccountForgotten'
}

/**
 * Serializes transactions of these accounts across servers; SQLite transactions are serial anyway.
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
    // A common order prevents deadlocks.
    .orderBy('number')
    .$if(isPostgres(write), (query) => query.forUpdate())
    .execute()
  return rows.map(({ epoch }) => epoch)
}

/** Rows reference accounts by number: the name would be most of many a row. */
export const createNumbers = (database: Kysely<ArchiveTables>) => {
  const numbers = new Map<string, number>()

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

  const countOf = async (account: string, column: 'version' | 'epoch'): Promise<number> => {
    const row = await database
      .selectFrom('archive_accounts')
      .select(column)
      .where('account', '=', account)
      .executeTakeFirst()
    return row?.[column] ?? 0
  }

  const last = new Map<number, Promise<unknown>>()

  /** One transaction per account at a time: waiting for its lock would take connections from readers. */
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
    version: (account: string) => countOf(account, 'version'),
    numberOf,
    /** How many times the account was removed. */
    epoch: (account: string) => countOf(account, 'epoch'),
    /**
     * Writes in one transaction unless the account was removed since.
     * @param epoch when the reading began; null: any
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

/** The version after this transaction, unique over all changes. */
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
