import { sql, type Kysely } from 'kysely'
import type { DaySum } from '#/server/metrics/columns/day-sums.ts'
import { DAY_MS } from '#/contract/day.ts'
import { PHONE_CALLS } from '#/analytics/metrics.ts'
import { CALL_STATUS, MISSED_STATUSES, type CallStatus } from '#/contract/codes.ts'
import { endOfDay, firstOpenDay } from '#/server/archive/reading/clock.ts'
import { isPostgres } from '#/server/database/database.ts'
import { chunksOf } from '#/server/database/statements.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { SUMMED_STATUSES, type ArchiveTables, type SumTable } from './schema.ts'
import type { SegmentDays } from './store.ts'

/** Accounts per statement: SQLite allows some thousands of values, PostgreSQL ten thousands. */
const atOnce = (database: Kysely<ArchiveTables>) => (isPostgres(database) ? 5_000 : 400)

/** PostgreSQL adds 32-bit numbers much faster than 64-bit ones. */
const summed = (column: keyof SumTable | 'unreadable') =>
  sql<number | null>`sum(cast(${sql.ref(column)} as integer))`

const statusesOf = ({ statuses }: DaySum) =>
  Object.fromEntries(SUMMED_STATUSES.map((code) => [`status_${code}`, statuses.get(code) ?? null] as const))

/**
 * Within the transaction that writes the segment.
 * @param sums empty: no contacts
 */
export const writeSums = async (
  write: Kysely<ArchiveTables>,
  account: number,
  day: number,
  sums: readonly DaySum[],
): Promise<void> => {
  await write.deleteFrom('archive_sums').where('account', '=', account).where('day', '=', day).execute()
  if (sums.length === 0) return
  const rows = sums.map((sum) => {
    const { offset: clock, contacts, first_time, target } = sum
    return { account, day, clock, contacts, first_time, target, ...statusesOf(sum) } as SumTable
  })
  await write.insertInto('archive_sums').values(rows).execute()
}

export interface DayCounts {
  readonly contacts: number
  readonly first_time: number
  readonly target: number
  readonly calls: number
  readonly missed: number
}

export interface SummedDays {
  readonly asOf: number
  readonly sums: readonly (DaySum & {
    readonly days: readonly (DayCounts & { readonly day: number })[]
  })[]
}

/** `days`: a JSON list of each day's numbers, without the outer brackets. */
type SumRow = Omit<SumTable, 'day'> & { readonly days: string }

type DayNumbers = [
  day: number,
  contacts: number,
  first_time: number,
  target: number,
  calls: number,
  missed: number,
]

const sumOf = (row: SumRow): SummedDays['sums'][number] => {
  const { clock: offset, contacts, first_time, target } = row
  const statuses = new Map<number, number>()
  for (const code of SUMMED_STATUSES) {
    const count = row[`status_${code}`]
    if (count) statuses.set(code, count)
  }
  const days = (JSON.parse(`[${row.days}]`) as DayNumbers[]).map(
    ([day, contacts, first_time, target, calls, missed]) => ({
      day,
      contacts,
      first_time,
      target,
      calls,
      missed,
    }),
  )
  return { offset, contacts, first_time, target, statuses, days }
}

export const sumsOf = (database: Kysely<ArchiveTables>, { known }: Pick<AccountNumbers, 'known'>) => {
  const readingStates = (
    accounts: readonly number[],
    { first, last }: SegmentDays,
    begun: number,
    now: number,
  ) => {
    const known = sql`coalesce(tail_at, read_at)`
    const isGood = sql`state = 'complete' and gaps = '[]' and unreadable = 0 and doubled = 0
      and (day >= ${sql.lit(firstOpenDay(now))} or ${known} >= day * ${sql.lit(DAY_MS)} + ${sql.lit(endOfDay(0))})`
    return database
      .selectFrom('archive_days')
      .select([
        'account',
        summed('contacts').as('contacts'),
        sql<number>`sum(case when ${isGood} then 1 else 0 end)`.as('good'),
        sql<number | null>`max(case when day = ${sql.lit(begun)} then ${known} end)`.as('as_of'),
      ])
      .where('account', 'in', accounts)
      .where('day', '>=', first)
      .where('day', '<=', begun < last ? begun : last)
      .groupBy('account')
      .execute()
  }

  const statusesOf = (some: readonly CallStatus[]) =>
    sql.join(
      some.map((name) => sql`coalesce(${sql.ref(`status_${CALL_STATUS[name]}`)}, 0)`),
      sql` + `,
    )
  const ofDay = sql`'[' || concat_ws(',', day, contacts, first_time, target,
    ${statusesOf(PHONE_CALLS)}, ${statusesOf([...MISSED_STATUSES])}) || ']'`

  const add = (accounts: readonly number[], { first, last }: SegmentDays) =>
    database
      .selectFrom('archive_sums')
      .select([
        'account',
        'clock',
        ...(['contacts', 'first_time', 'target'] as const).map((name) => summed(name).as(name)),
        ...SUMMED_STATUSES.map((code) => summed(`status_${code}`).as(`status_${code}`)),
        sql<string>`string_agg(${ofDay}, ',')`.as('days'),
      ])
      .where('account', 'in', accounts)
      .where('day', '>=', first)
      .where('day', '<=', last)
      .groupBy(['account', 'clock'])
      .execute() as Promise<unknown> as Promise<readonly SumRow[]>

  const ofStretch = async (
    accounts: readonly number[],
    days: SegmentDays,
    { begun, now }: { begun: number; now: number },
  ) => {
    const [standings, rows] = await Promise.all([
      readingStates(accounts, days, begun, now),
      add(accounts, days),
    ])
    const sums = Map.groupBy(rows, ({ account }) => account)
    const found = new Map<number, SummedDays>()
    for (const { account, contacts, good, as_of: asOf } of standings) {
      const own = (sums.get(account) ?? []).map(sumOf)
      const added = own.reduce((sum, one) => sum + one.contacts, 0)
      // Days of earlier versions have no sums: their columns are counted.
      if (asOf !== null && good === begun - days.first + 1 && added === contacts)
        found.set(account, { asOf, sums: own })
    }
    return found
  }

  return {
    /** Contacts of stored days, and records that could not be read. */
    totals: async (
      account: string,
      { first, last }: SegmentDays,
    ): Promise<{ readonly contacts: number; readonly unreadable: number }> => {
      const { contacts, unreadable } = await database
        .selectFrom('archive_days')
        .select([summed('contacts').as('contacts'), summed('unreadable').as('unreadable')])
        .where('account', '=', (await known(account)) ?? 0)
        .where('day', '>=', first)
        .where('day', '<=', last)
        .executeTakeFirstOrThrow()
      return { contacts: contacts ?? 0, unreadable: unreadable ?? 0 }
    },

    /**
     * By account, in the order of the stretches; accounts with incomplete days are left out.
     * @param stretches each with its last day that has begun
     */
    sums: async (
      accounts: readonly string[],
      stretches: readonly (SegmentDays & { readonly begun: number })[],
      now: number,
    ): Promise<ReadonlyMap<string, readonly SummedDays[]>> => {
      const answer = new Map<string, readonly SummedDays[]>()
      const keys = stretches.map(({ first, last }) => `${first} ${last}`)
      const different = stretches.filter((_, nth) => keys.indexOf(keys[nth]!) === nth)
      const places = keys.map((key) => different.findIndex(({ first, last }) => `${first} ${last}` === key))
      for (const chunk of chunksOf(accounts, atOnce(database))) {
        const named = await database
          .selectFrom('archive_accounts')
          .select(['account', 'number'])
          .where('account', 'in', chunk)
          .execute()
        const numbers = named.map(({ number }) => number)
        if (numbers.length === 0) continue
        const found = await Promise.all(
          different.map(({ begun, ...days }) => ofStretch(numbers, days, { begun, now })),
        )
        for (const { account, number } of named) {
          const own = places.flatMap((place) => found[place]?.get(number) ?? [])
          if (own.length === stretches.length) answer.set(account, own)
        }
      }
      return answer
    },
  }
}
