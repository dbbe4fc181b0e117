import {
  sql,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
} from 'kysely'
import { chunksOf } from './statements.ts'

/** Rows of an account and maybe its clients. Account names are alphanumeric, so safe in patterns. */
export const isOfAccount = (account: string, withClients = true): RawBuilder<SqlBool> =>
  withClients ? sql`(account = ${account} or account like ${`${account} %`})` : sql`account = ${account}`

interface Write {
  /** The version that they have seen; 0: none. */
  readonly version: number
  readonly at: number
  readonly who: string | null
}

export interface Saved<T> {
  /** False: a conflict, nothing was written. */
  readonly isWritten: boolean
  readonly record: T | null
}

interface AnyTables {
  records: Record<string, string | number | null>
}
type Where = (row: ExpressionBuilder<AnyTables, 'records'>) => ReturnType<typeof row.and>

/** Parses a JSON text; null: unreadable. */
export const parsedBy = <T>(
  shape: { safeParse: (value: unknown) => { data?: T } },
  json: string,
): T | null => {
  try {
    return shape.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/**
 * The repository of records that people write. Each write names the version it replaces (0: none), so that
 * nobody overwrites unseen changes.
 * @param table with a key, and a `version` if records can change
 */
export const createRecords = <Tables, Name extends keyof Tables & string>(
  database: Kysely<Tables>,
  table: Name,
) => {
  type Row = Selectable<Tables[Name]>
  type Key = Partial<Row>
  // Generic over tables: columns are checked by the callers.
  const untyped = database as unknown as Kysely<AnyTables>
  const records = table as 'records'
  const is =
    (key: Key): Where =>
    (row) =>
      row.and(key as AnyTables['records'])

  const find = async (key: Key): Promise<Row | undefined> =>
    (await untyped.selectFrom(records).selectAll().where(is(key)).executeTakeFirst()) as Row | undefined

  /**
   * Replaces the seen version.
   * @returns false: a conflict, or removed
   */
  const change = async (key: Key, version: number, values: Key): Promise<boolean> => {
    const { numUpdatedRows } = await untyped
      .updateTable(records)
      .set({ ...(values as AnyTables['records']), version: version + 1 })
      .where(is(key))
      .where('version', '=', version)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  const write = async (key: Key, version: number, values: Key): Promise<boolean> => {
    if (version > 0) return change(key, version, values)
    const { numInsertedOrUpdatedRows } = await untyped
      .insertInto(records)
      .values({ ...key, ...values, version: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  /** By account, changes with every write; absent: no records. */
  const states = async (accounts: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>()
    for (const chunk of chunksOf(accounts)) {
      const rows = await untyped
        .selectFrom(records)
        .select(({ fn }) => [
          'account',
          fn.countAll<number | string>().as('all'),
          fn.sum<number | string>('version').as('writes'),
          fn.max('at').as('last'),
        ])
        .where('account', 'in', chunk)
        .groupBy('account')
        .execute()
      for (const { account, all, writes, last } of rows)
        found.set(String(account), `${all} ${writes} ${last}`)
    }
    return found
  }

  const count = async (account: string, withClients = true, also: Where = is({})): Promise<number> => {
    const { all } = await untyped
      .selectFrom(records)
      .select(({ fn }) => fn.countAll<number | string>().as('all'))
      .where(isOfAccount(account, withClients))
      .where(also)
      .executeTakeFirstOrThrow()
    return Number(all)
  }

  return {
    find,
    change,
    write,
    states,
    count,

    /**
     * @param also condition of the limit
     * @returns false: the limit is reached
     */
    add: async (row: Row & { readonly account: string }, most: number, also?: Where): Promise<boolean> => {
      if ((await count(row.account, false, also)) >= most) return false
      await untyped.insertInto(records).values(row).execute()
      return true
    },

    remove: async (key: Key): Promise<boolean> => {
      const { numDeletedRows } = await untyped.deleteFrom(records).where(is(key)).executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** @returns the current value; `isWritten` false: a conflict */
    save: async (key: Key, { version, ...last }: Write, values: Key) => {
      const isWritten = await write(key, version, { ...values, ...last })
      return { isWritten, row: await find(key) }
    },

    /** Removes an account's records, and maybe its clients'. */
    forget: async (account: string, withClients = true): Promise<void> => {
      await untyped.deleteFrom(records).where(isOfAccount(account, withClients)).execute()
    },
  }
}
