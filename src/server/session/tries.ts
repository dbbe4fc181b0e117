import type { Kysely } from 'kysely'
import { waitWithin, type RateWindow } from './rate-limit.ts'
import type { Seal } from './seal.ts'

interface TryTable {
  /** Keyed hash of what is counted: neither addresses nor accounts stand here. */
  key_hash: string
  /** Milliseconds since 1970 by the clock of whichever server, the oldest first: `1,2,3`. */
  times: string
  /** When none of them counts any more. */
  until: number
}
export interface TryTables {
  tries: TryTable
}

const timesOf = (row: { readonly times: string } | undefined): number[] =>
  row === undefined || row.times === '' ? [] : row.times.split(',').map(Number)

/**
 * What was tried lately, at whichever of the servers that share the database.
 * @throws whatever the database throws
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
  /** Those that count: what a clock that was ahead has noted does not. */
  const recent = (times: readonly number[], longest: number) =>
    times.filter((time) => time > now() - longest && time <= now())

  return {
    /** Counts one try. @returns 0 when it may go on, else the milliseconds to wait (nothing is counted then) */
    take: (key: string, windows: readonly RateWindow[]): Promise<number> =>
      database.transaction().execute(async (transaction) => {
        const longest = Math.max(...windows.map(({ ms }) => ms))
        const times = recent(timesOf(await read(transaction, key)), longest)
        const wait = waitWithin(times, windows, now())
        if (wait === 0) await write(transaction, key, [...times, now()], longest)
        return wait
      }),

    /** Tries of a key that still count. */
    count: async (key: string, longest: number): Promise<number> =>
      recent(timesOf(await read(database, key)), longest).length,

    /** Takes back the last try of a key. */
    giveBack: (key: string, longest: number): Promise<void> =>
      database.transaction().execute(async (transaction) => {
        const times = timesOf(await read(transaction, key))
        if (times.length > 0) await write(transaction, key, times.slice(0, -1), longest)
      }),

    forgive: async (key: string): Promise<void> => {
      await database.deleteFrom('tries').where('key_hash', '=', hashOf(key)).execute()
    },

    /** Removes what no longer counts. */
    purge: async (): Promise<void> => {
      await database.deleteFrom('tries').where('until', '<=', now()).execute()
    },
  }
}

export type Tries = ReturnType<typeof createTries>
