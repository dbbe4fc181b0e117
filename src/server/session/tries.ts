import type { Kysely } from 'kysely'
import { waitWithin, type RateWindow } from './rate-limit.ts'
import type { Seal } from './seal.ts'

interface TryTable {
  /** Keyed hash, so that no addresses or accounts are stored. */
  key_hash: string
  /** Epoch milliseconds of any server's clock, oldest first: `1,2,3`. */
  times: string
  until: number
}
export interface TryTables {
  tries: TryTable
}

const timesOf = (row: { readonly times: string } | undefined): number[] =>
  row === undefined || row.times === '' ? [] : row.times.split(',').map(Number)

/**
 * Recent attempts over all servers.
 * @throws database errors
 */
export const createTries = (
  database: Kysely<TryTables>,
  { pseudonym }: Pick<Seal, 'pseudonym'>,
  now: () => number,
) => {
  const hashOf = (key: string) => pseudonym('account', `try ${key}`)

  const read = (from: Kysely<TryTables>, key: string) =>
    from.selectFrom('tries').select('times').where('key_hash', '=', hashOf(key)).executeTakeFirst()
  const write = async (to: Kysely<TryTables>, key: string, times: readonly number[], longest: number) => {
    const row = { times: times.join(','), until: (times.at(-1) ?? 0) + longest }
    await to
      .insertInto('tries')
      .values({ key_hash: hashOf(key), ...row })
      .onConflict((conflict) => conflict.column('key_hash').doUpdateSet(row))
      .execute()
  }
  /** Attempts within the window; ignores times in the future. */
  const recent = (times: readonly number[], longest: number) =>
    times.filter((time) => time > now() - longest && time <= now())

  return {
    /**
     * Counts one attempt.
     * @returns 0, or the milliseconds to wait (not counted)
     */
    take: (key: string, windows: readonly RateWindow[]): Promise<number> =>
      database.transaction().execute(async (transaction) => {
        const longest = Math.max(...windows.map(({ ms }) => ms))
        const times = recent(timesOf(await read(transaction, key)), longest)
        const wait = waitWithin(times, windows, now())
        if (wait === 0) await write(transaction, key, [...times, now()], longest)
        return wait
      }),

    count: async (key: string, longest: number): Promise<number> =>
      recent(timesOf(await read(database, key)), longest).length,

    giveBack: (key: string, longest: number): Promise<void> =>
      database.transaction().execute(async (transaction) => {
        const times = timesOf(await read(transaction, key))
        if (times.length > 0) await write(transaction, key, times.slice(0, -1), longest)
      }),

    forgive: async (key: string): Promise<void> => {
      await database.deleteFrom('tries').where('key_hash', '=', hashOf(key)).execute()
    },

    purge: async (): Promise<void> => {
      await database.deleteFrom('tries').where('until', '<=', now()).execute()
    },
  }
}

export type Tries = ReturnType<typeof createTries>
