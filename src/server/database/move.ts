import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql, type Kysely } from 'kysely'
import { ConfigError } from '#/server/config/variables.ts'
import { kyselyOf, troubleOf } from './database.ts'
import { withoutNul } from './postgres/postgres.ts'

/* Copies tables between engines with the same migrations, then reads everything back and compares before committing. */

type Tables = Record<string, Record<string, unknown>>
type Row = Readonly<Record<string, unknown>>

export interface MovedTable {
  readonly table: string
  readonly rows: number
  readonly hash: string
}

const MOST_VALUES = 20_000
const MOST_BYTES = 8_000_000
const AT_ONCE = 500

const isOwn = (table: string) => !/_migration(_lock)?$/.test(table)

const valueOf = (value: unknown): readonly [string, string | Uint8Array] => {
  if (value === null) return ['null', '']
  if (value instanceof Uint8Array) return ['bytes', value]
  if (typeof value === 'string') return ['text', value]
  if (typeof value === 'number') return ['number', String(value)]
  throw new Error(`a ${typeof value} is in no table`)
}

const WHOLE = 2n ** 256n

/** Order-independent: databases return rows differently. */
const createRowHash = () => {
  let [rows, sum] = [0, 0n]
  return {
    add: (row: Row) => {
      const hash = createHash('sha256')
      for (const column of Object.keys(row).toSorted()) {
        const [type, value] = valueOf(row[column])
        hash.update(`${column} ${type} ${value.length} `).update(value)
      }
      rows++
      sum = (sum + BigInt(`0x${hash.digest('hex')}`)) % WHOLE
    },
    result: () => ({ rows, hash: sum.toString(16).padStart(64, '0') }),
  }
}

/** In order of creation, so that referenced tables come first. */
const tablesOf = async (from: Kysely<Tables>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite%' order by rowid`.execute(from)
  return rows.map(({ name }) => name).filter(isOwn)
}

const sizeOf = (row: Row) =>
  Object.values(row).reduce<number>((sum, value) => sum + valueOf(value)[1].length, 0)

const copy = async (from: Kysely<Tables>, to: Kysely<Tables>, table: string) => {
  const hash = createRowHash()
  let waiting: Row[] = []
  let bytes = 0
  const write = async () => {
    if (waiting.length > 0) await to.insertInto(table).values(waiting).execute()
    waiting = []
    bytes = 0
  }
  for await (const row of from.selectFrom(table).selectAll().stream()) {
    const stored = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, withoutNul(value)]))
    hash.add(stored)
    waiting.push(stored)
    bytes += sizeOf(stored)
    if (bytes >= MOST_BYTES || waiting.length * Object.keys(stored).length >= MOST_VALUES) await write()
  }
  await write()
  return hash.result()
}

/** In pieces: a table may exceed the memory. */
const readAgain = async (to: Kysely<Tables>, table: string) => {
  const hash = createRowHash()
  await sql`declare moved no scroll cursor for select * from ${sql.table(table)}`.execute(to)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(AT_ONCE)} from moved`.execute(to)
    for (const row of rows) hash.add(row)
    if (rows.length === 0) break
  }
  await sql`close moved`.execute(to)
  return hash.result()
}

const goOn = async (to: Kysely<Tables>, table: string, columns: readonly string[]) => {
  for (const column of columns) {
    const sequence = sql`pg_get_serial_sequence(${table}, ${column})`
    const largest = sql`(select max(${sql.ref(column)}) from ${sql.table(table)})`
    await sql`select setval(${sequence}, coalesce(${largest}, 1), ${largest} is not null)`.execute(to)
  }
}

/**
 * All tables in one transaction.
 * @throws ConfigError if the target is not empty, or differs afterwards
 */
const moveTables = async (from: Kysely<Tables>, database: Kysely<Tables>): Promise<readonly MovedTable[]> => {
  const counting = new Map(
    (await database.introspection.getTables()).map(({ name, columns }) => [
      name,
      columns.filter(({ isAutoIncrementing }) => isAutoIncrementing).map((column) => column.name),
    ]),
  )
  return database.transaction().execute(async (to) => {
    const moved: MovedTable[] = []
    for (const table of await tablesOf(from)) {
      const there = await to
        .selectFrom(table)
        .select(sql`1`.as('one'))
        .limit(1)
        .execute()
      if (there.length > 0) throw new ConfigError(`${table} in PostgreSQL holds something already`)
      const written = await copy(from, to, table)
      const read = await readAgain(to, table)
      if (written.rows !== read.rows || written.hash !== read.hash)
        throw new ConfigError(`${table} in PostgreSQL is not what was written`)
      await goOn(to, table, counting.get(table) ?? [])
      moved.push({ table, ...written })
    }
    return moved
  })
}

/**
 * Moves a SQLite file, which is locked meanwhile and not changed.
 * @param prepare migrates both
 * @returns null: no such file
 * @throws ConfigError
 */
export const moveFile = async <Own>(
  file: string,
  database: Kysely<Own>,
  prepare: (database: Kysely<Own>) => Promise<unknown>,
): Promise<readonly MovedTable[] | null> => {
  if (!existsSync(file)) return null
  const source = new DatabaseSync(file, { timeout: 0 })
  try {
    source.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT')
    const from = kyselyOf<Own>(source)
    await prepare(from)
    await prepare(database)
    return await moveTables(from as unknown as Kysely<Tables>, database as unknown as Kysely<Tables>)
  } catch (error) {
    if (troubleOf(error) === 'locked')
      throw new ConfigError(`${file} is used by a server: stop all of them first`, { cause: error })
    throw error
  } finally {
    source.close()
  }
}
