import {
  sql,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
} from 'kysely'

/** Rows of an account and, if said, of its clients. An account's name is digits and letters: nothing in it stands for anything else. */
export const isOfAccount = (account: string, withClients = true): RawBuilder<SqlBool> =>
  withClients ? sql`(account = ${account} or account like ${`${account} %`})` : sql`account = ${account}`

/** A write of a person. */
interface Write {
  /** That they have seen; 0: there was none. */
  readonly version: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly who: string | null
}

/** What a write came to: what stands there now, and whether it is what was to be written. */
export interface Saved<T> {
  /** False: another has written meanwhile, and nothing was written. */
  readonly isWritten: boolean
  readonly record: T | null
}

interface AnyTables {
  records: Record<string, string | number | null>
}
type Where = (row: ExpressionBuilder<AnyTables, 'records'>) => ReturnType<typeof row.and>

/**
 * Records that people write, in one table of the server's database. Nobody writes over what they have not seen: each write
 * names the version before it, 0 where there is none.
 * @param table with a key, and a `version` where its records are changed
 */
export const createRecords = <Tables, Name extends keyof Tables & string>(
  database: Kysely<Tables>,
  table: Name,
) => {
  type Row = Selectable<Tables[Name]>
  type Key = Partial<Row>
  // The same for every table: its columns are checked where it is called.
  const untyped = database as unknown as Kysely<AnyTables>
  const records = table as 'records'
  const is =
    (key: Key): Where =>
    (row) =>
      row.and(key as AnyTables['records'])

  const find = async (key: Key): Promise<Row | undefined> =>
    (await untyped.selectFrom(records).selectAll().where(is(key)).executeTakeFirst()) as Row | undefined

  /** Writes over the version that the writer has seen. @returns false: it is another's by now, or gone */
  const change = async (key: Key, version: number, values: Key): Promise<boolean> => {
    const { numUpdatedRows } = await untyped
      .updateTable(records)
      .set({ ...(values as AnyTables['records']), version: version + 1 })
      .where(is(key))
      .where('version', '=', version)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** The same, and the first one where no version was seen. */
  const write = async (key: Key, version: number, values: Key): Promise<boolean> => {
    if (version > 0) return change(key, version, values)
    const { numInsertedOrUpdatedRows } = await untyped
      .insertInto(records)
      .values({ ...key, ...values, version: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  /** How many there are of an account and, if said, of its clients. */
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
    count,

    /** @param also which count @returns false: its account has as many already as may be, and nothing was written */
    add: async (row: Row & { readonly account: string }, most: number, also?: Where): Promise<boolean> => {
      if ((await count(row.account, false, also)) >= most) return false
      await untyped.insertInto(records).values(row).execute()
      return true
    },

    /** @returns whether there was one */
    remove: async (key: Key): Promise<boolean> => {
      const { numDeletedRows } = await untyped.deleteFrom(records).where(is(key)).executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** @returns what stands there now; `isWritten` false: it is another's, and nothing was written */
    save: async (key: Key, { version, ...last }: Write, values: Key) => {
      const isWritten = await write(key, version, { ...values, ...last })
      return { isWritten, row: await find(key) }
    },

    /** Nothing of an account is left and, if said, of its clients. */
    forget: async (account: string, withClients = true): Promise<void> => {
      await untyped.deleteFrom(records).where(isOfAccount(account, withClients)).execute()
    },
  }
}
