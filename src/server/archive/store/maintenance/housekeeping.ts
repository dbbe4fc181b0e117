import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import { DAY_MS } from '#/contract/day.ts'
import { isPostgres } from '#/server/database/database.ts'
import { isOfAccount } from '#/server/database/records.ts'
import { changeVersion, lockAccounts, type AccountNumbers } from '#/server/archive/store/account-numbers.ts'
import { archiveAccount } from '#/server/session/names.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import type { HeavyWrites } from '#/server/archive/store/writing/heavy-writes.ts'
import { textIndexOf } from '#/server/archive/store/texts/text-index.ts'

export interface AccountSummary {
  readonly client: string | null
  readonly contacts: number
  readonly days: number
  readonly bytes: number
  readonly since: number | null
  readonly asOf: number | null
  readonly requestsToday: number
}

/** Except texts, whose engine deletes its own. */
const OF_DAYS = [
  'archive_days',
  'archive_sums',
  'archive_records',
  'archive_contacts',
  'archive_gone',
  'archive_drift',
] as const
const OF_ACCOUNTS = [
  ...OF_DAYS,
  'archive_segments',
  'archive_requests',
  'archive_probes',
  'archive_leases',
  'archive_objects',
  'archive_countries',
  'archive_issues',
] as const

const LONGEST_MONTH = 31

/** Today's budget, and yesterday's in case the clock is set back. */
const REQUEST_DAYS = 2

const clientOf = (account: string, principal: string) =>
  account === principal ? null : account.slice(principal.length + 1)

const accountsOf = async (database: Kysely<ArchiveTables>, principal: string) => {
  const rows = await database
    .selectFrom('archive_accounts')
    .selectAll()
    .where(isOfAccount(principal))
    .orderBy('account')
    .execute()
  return rows.map(({ number, account }) => ({ number, client: clientOf(account, principal) }))
}

/** Looks for each account's first day only; a distinct would scan all days. */
const hasDays = (on: ExpressionBuilder<ArchiveTables, 'archive_accounts'>) =>
  on.exists(
    on
      .selectFrom('archive_days')
      .select('day')
      .whereRef('archive_days.account', '=', 'archive_accounts.number'),
  )

const summaries = (database: Kysely<ArchiveTables>) => {
  const bytesOf = async (
    table: 'archive_records' | 'archive_texts' | 'archive_segments',
    account: number,
  ): Promise<number> => {
    const all = table === 'archive_texts' ? sql`length(bytes) + coalesce(word_bytes, 0)` : sql`length(bytes)`
    const row = await database
      .selectFrom(table)
      .select(sql<number | null>`sum(${all})`.as('bytes'))
      .where('account', '=', account)
      .executeTakeFirst()
    return row?.bytes ?? 0
  }

  return {
    storedAccounts: async (): Promise<readonly string[]> => {
      const rows = await database.selectFrom('archive_accounts').select('account').where(hasDays).execute()
      return rows.map(({ account }) => account)
    },

    accounts: async (principal: string): Promise<readonly (string | null)[]> => {
      const rows = await database
        .selectFrom('archive_accounts')
        .select('account')
        .where(isOfAccount(principal))
        .where(hasDays)
        .orderBy('account')
        .execute()
      return rows.map(({ account }) => clientOf(account, principal))
    },

    /**
     * Own account and clients.
     * @param today days since 1970 by UTC
     */
    summary: async (principal: string, today: number): Promise<readonly AccountSummary[]> => {
      const all = await Promise.all(
        (await accountsOf(database, principal)).map(async ({ number, client }) => {
          const { contacts, days, since, read_at } = await database
            .selectFrom('archive_days')
            .select(({ fn }) => [
              fn.sum<number | null>('contacts').as('contacts'),
              fn.countAll<number>().as('days'),
              fn.min<number | null>('day').as('since'),
              fn.min<number | null>('read_at').as('read_at'),
            ])
            .where('account', '=', number)
            .executeTakeFirstOrThrow()
          const requests = await database
            .selectFrom('archive_requests')
            .select('requests')
            .where('account', '=', number)
            .where('day', '=', today)
            .executeTakeFirst()
          const bytes =
            (await bytesOf('archive_records', number)) +
            (await bytesOf('archive_texts', number)) +
            (await bytesOf('archive_segments', number))
          return {
            client,
            contacts: contacts ?? 0,
            days,
            bytes,
            since,
            asOf: read_at,
            requestsToday: requests?.requests ?? 0,
          }
        }),
      )
      return all.filter(({ days }) => days > 0)
    },
  }
}

const removals = (
  database: Kysely<ArchiveTables>,
  writes: HeavyWrites,
  { known, transact }: Pick<AccountNumbers, 'known' | 'transact'>,
  kind: 'disk' | 'memory',
) => {
  const { tables: texts } = textIndexOf(database)

  const remove = async (accounts: readonly number[]) => {
    if (accounts.length === 0) return
    // Account rows stay, so that a number is never reused.
    await database.transaction().execute(async (write) => {
      await lockAccounts(write, accounts)
      for (const table of [...OF_ACCOUNTS, ...texts])
        await write.deleteFrom(table).where('account', 'in', accounts).execute()
      await changeVersion(write, accounts)
      // Readers of these accounts, on any server, lose their epoch.
      await write
        .updateTable('archive_accounts')
        .set(({ eb }) => ({ epoch: eb('epoch', '+', 1) }))
        .where('number', 'in', accounts)
        .execute()
    })
    await vacuum()
  }

  /**
   * Removes deleted data from the file's free pages and its log. PostgreSQL handles its pages itself, and in
   * memory they are reused.
   */
  const vacuum = async () => {
    if (kind === 'memory' || isPostgres(database)) return
    await sql`vacuum`.execute(database)
    await sql`pragma wal_checkpoint(truncate)`.execute(database)
  }

  const purgeAccount = async (write: Kysely<ArchiveTables>, account: number, before: number) => {
    for (const table of [...OF_DAYS, ...texts])
      await write.deleteFrom(table).where('account', '=', account).where('day', '<', before).execute()
    await write
      .deleteFrom('archive_segments')
      .where('account', '=', account)
      .where('last_day', '<', before)
      .execute()
    await write
      .deleteFrom('archive_probes')
      .where('account', '=', account)
      .where('month', '<', before - LONGEST_MONTH)
      .execute()
    const cut = await write
      .selectFrom('archive_segments')
      .select(['first_day as first', 'last_day as last', 'callers'])
      .where('account', '=', account)
      .where('first_day', '<', before)
      .execute()
    // The records of the older days are gone already.
    for (const { callers, ...days } of cut) await writes.splitMonth(write, account, days, callers)
    await changeVersion(write, [account])
  }

  return {
    /** Removes an account's contacts; `withClients`: its clients' too. */
    forget: async (principal: string, client: string | null, withClients: boolean): Promise<void> => {
      if (withClients) return remove((await accountsOf(database, principal)).map(({ number }) => number))
      const number = await known(archiveAccount(principal, client))
      return remove(number === null ? [] : [number])
    },

    forgetAll: async (): Promise<void> => {
      const rows = await database.selectFrom('archive_accounts').select('number').execute()
      await remove(rows.map(({ number }) => number))
    },

    /**
     * Removes days before this one.
     * @returns whether there were any
     */
    purge: async (before: number): Promise<boolean> => {
      const old = await database
        .selectFrom('archive_days')
        .select('account')
        .distinct()
        .where('day', '<', before)
        .execute()
      await database
        .deleteFrom('archive_issues')
        .where('found_at', '<', before * DAY_MS)
        .execute()
      for (const { account } of old) await transact(account, (write) => purgeAccount(write, account, before))
      if (old.length > 0) await vacuum()
      return old.length > 0
    },
  }
}

const requestCounts = (database: Kysely<ArchiveTables>, { numberOf }: Pick<AccountNumbers, 'numberOf'>) => ({
  /**
   * @param today days since 1970 by UTC
   * @returns today's background requests
   */
  countRequests: async (
    account: string,
    today: number,
    counted: { requests: number; unasked: number },
  ): Promise<number> => {
    const number = await numberOf(account)
    await database
      .deleteFrom('archive_requests')
      .where('account', '=', number)
      .where('day', '<=', today - REQUEST_DAYS)
      .execute()
    await database
      .insertInto('archive_requests')
      .values({ account: number, day: today, ...counted })
      .onConflict((conflict) =>
        conflict.columns(['account', 'day']).doUpdateSet(({ eb }) => ({
          requests: eb('archive_requests.requests', '+', counted.requests),
          unasked: eb('archive_requests.unasked', '+', counted.unasked),
        })),
      )
      .execute()
    const row = await database
      .selectFrom('archive_requests')
      .select('unasked')
      .where('account', '=', number)
      .where('day', '=', today)
      .executeTakeFirst()
    return row?.unasked ?? 0
  },
})

export const housekeeping = (
  database: Kysely<ArchiveTables>,
  writes: HeavyWrites,
  numbers: AccountNumbers,
  kind: 'disk' | 'memory',
) => ({
  ...summaries(database),
  ...removals(database, writes, numbers, kind),
  ...requestCounts(database, numbers),
})
