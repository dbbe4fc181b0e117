import { sql, type Kysely } from 'kysely'
import type { DaySum } from '#/server/metrics/columns/day-sums.ts'
import { DAY_MS } from '#/contract/day.ts'
import { PHONE_CALLS } from '#/analytics/metrics.ts'
import { CALL_STATUS, MISSED_STATUSES, type CallStatus } from '#/contract/codes.ts'
import { endOfDay, firstOpenDay } from '#/server/archive/reading/clock.ts'
import { isPostgres } from '#/server/database/database.ts'
import { SUMMED_STATUSES, type ArchiveTables, type SumTable } from './schema.ts'
import type { SegmentDays } from './store.ts'

/** Accounts per statement: SQLite allows some thousands of values, PostgreSQL ten thousands. */
const atOnce = (database: Kysely<ArchiveTables>) => (isPostgres(database) ? 5_000 : 400)

/** PostgreSQL adds 32-bit numbers much faster than 64-bit ones. */
const summed = (column: keyof SumTable) => sql<number | null>`sum(cast(${sql.ref(column)} as integer))`

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

type SumRow = Omit<SumTable, 'day'> & { readonly days: string | null }

const sumOf = (row: SumRow): SummedDays['sums'][number] => ({
  offset: row.clock,
  contacts: row.contacts,
  first_time: row.first_time,
  target: row.target,
  statuses: new Map(
    SUMMED_STATUSES.flatMap((code) =>
      row[`status_${code}`] ? [[code, row[`status_${code}`]!] as const] : [],
    ),
  ),
  days: (row.days ?? '').split(',').flatMap((pair) => {
    const [day, contacts, first_time, target, calls, missed] = pair.split(':').map(Number)
    return missed === undefined
      ? []
      : [
          {
            day: day!,
            contacts: contacts!,
            first_time: first_time!,
            target: target!,
            calls: calls!,
            missed,
          },
        ]
  }),
})

export const sumsOf = (database: Kysely<ArchiveTables>) => {
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
  const ofDay = sql.join(
    [
      sql.ref('day'),
      sql.ref('contacts'),
      sql.ref('first_time'),
      sql.ref('target'),
      statusesOf(PHONE_CALLS),
      statusesOf([...MISSED_STATUSES]),
    ].map((count) => sql`cast(${count} as text)`),
    sql` || ':' || `,
  )

  const add = (accounts: readonly number[], { first, last }: SegmentDays) =>
    database
      .selectFrom('archive_sums')
      .select([
        'account',
        'clock',
        ...(['contacts', 'first_time', 'target'] as const).map((name) => summed(name).as(name)),
        ...SUMMED_STATUSES.map((code) => summed(`status_${code}`).as(`status_${code}`)),
        sql<string | null>`string_agg(${ofDay}, ',')`.as('days'),
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
      const size = atOnce(database)
      const keys = stretches.map(({ first, last }) => `${first} ${last}`)
      const different = stretches.filter((_, nth) => keys.indexOf(keys[nth]!) === nth)
      const places = keys.map((key) => different.findIndex(({ first, last }) => `${first} ${last}` === key))
      for (let at = 0; at < accounts.length; at += size) {
        const named = await database
          .selectFrom('archive_accounts')
          .select(['account', 'number'])
          .where('account', 'in', accounts.slice(at, at + size))
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
