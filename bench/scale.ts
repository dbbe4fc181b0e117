import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { createDataset } from '#/server/metrics/columns/dataset.ts'
import { appendSegment } from '#/server/metrics/columns/segment.ts'
import { answer } from '#/server/metrics/figures/answer.ts'
import { countSummed } from '#/server/archive/counting/count-sums.ts'
import { openArchive } from '#/server/archive/open.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import { databasesOn } from '#/server/database/postgres/databases.ts'
import { queryPostgres } from '#/server/database/testing/postgres.ts'
import { removePostgres, startPostgres } from '../scripts/postgres.ts'
import type { Attention } from './attention.ts'
import { AFTER_YEAR, writeYear, YEAR } from './contacts.ts'
import { addGoal, addRemark, addTable, median, ms, whole, type BenchOptions } from './report.ts'
import { cpuTaken, inFolder } from './machine.ts'

/*
 * An archive in PostgreSQL as contacts and clients grow. One client's year is written through the store and copied to the
 * others within the database, so that what is measured is what is held, not the writing. `--columns-from 10000000` leaves
 * out records, their texts and the index of contacts from so many contacts on.
 */

const SIZES = { full: '1000000x24,1000000x2000,10000000x2000', quick: '10000x24' } as const
const COLUMNS_FROM = 10_000_000
/** What the goal is about. */
const OF_GOAL = { contacts: 10_000_000, clients: 2_000, most: 150 } as const
/** Milliseconds of “Needs attention” by number of clients. */
const ATTENTION_GOALS: Readonly<Record<number, number>> = { 24: 300, 2000: 1_000 }
const NEXT_OF_ATTENTION = 'Profile the route: it must read what is stored in a few statements for all clients'
const NEXT =
  'Explain the one statement that reads the sums: fewer rows by sums of whole weeks, or columns it need not read'

const MB = 1024 * 1024
const PERIOD = { first: YEAR.last - 29, last: YEAR.last }
const BEFORE = { first: PERIOD.first - 30, last: PERIOD.first - 1 }
/** What each client has a copy of; the first ones are all that figures are made of. */
const COLUMNS = ['archive_days', 'archive_segments', 'archive_sums'] as const
const TABLES = [...COLUMNS, 'archive_records', 'archive_texts', 'archive_words', 'archive_contacts'] as const
const OBJECTS = [{ oid: 'obj-0', title: 'Object 0' }]
const COPIED_AT_ONCE = 100
const ROUNDS = 5

type Database = Kysely<ArchiveTables>

/** `1000000x24,10000000x2000` */
const sizesIn = (text: string) =>
  text.split(',').map((size) => {
    const [contacts = 0, clients = 0] = size.split('x').map(Number)
    if (!(contacts >= clients && clients >= 1)) throw new Error(`${size} is no number of contacts x clients`)
    return { contacts, clients }
  })

/** Words begin with the number of their account. */
const WORDS = `(select array_to_tsvector(array_agg(other.number || substr(word, strpos(word, '.'))))
  from unnest(tsvector_to_array(words)) as word)`

const copyToAll = async (database: Database, clients: number, tables: readonly string[]) => {
  await sql`insert into archive_accounts (account)
    select 'client ' || nth from generate_series(1, ${sql.lit(clients - 1)}) as nth`.execute(database)
  for (const table of tables) {
    const { rows } = await sql<{
      columns: string
      copied: string
    }>`select string_agg(quote_ident(column_name), ', ') as columns, string_agg('one.' || quote_ident(column_name), ', ') as copied
      from information_schema.columns where table_schema = current_schema() and table_name = ${table}
      and column_name <> 'account'`.execute(database)
    const { columns, copied } = rows[0]!
    // Some clients at a time: a statement of ours ends after a minute.
    for (let from = 1; from < clients; from += COPIED_AT_ONCE) {
      const count = Math.min(COPIED_AT_ONCE, clients - from)
      const others = Array.from({ length: count }, (_, nth) => `client ${from + nth}`)
      await sql`insert into ${sql.table(table)} (account, ${sql.raw(columns)})
        select number, ${sql.raw(copied.replace(/\bone\.words\b/, WORDS))} from ${sql.table(table)} as one, archive_accounts as other
        where one.account = (select number from archive_accounts where account = 'client 0')
        and other.account in (${sql.join(others)})`.execute(database)
    }
  }
  await sql`analyze`.execute(database)
}

/** Milliseconds, the median of so many times. */
const timed = async (count: number, work: () => unknown) => {
  const took: number[] = []
  for (let nth = 0; nth < count; nth++) {
    const at = performance.now()
    await work()
    took.push(performance.now() - at)
  }
  return median(took)
}

/** Milliseconds of the overview's question to a client, and of reading its columns before. */
const askOverview = async (pieces: readonly { readonly bytes: Uint8Array }[]) => {
  const data = createDataset()
  const loaded = await timed(1, async () => {
    for (const { bytes } of pieces) appendSegment(data, await unpack(bytes))
  })
  const now = { day: YEAR.last, minute: 900, offset: 180 }
  const question = { filters: [], days: YEAR, comparedDays: null, bucket: 'week', won: ['Won'], now } as const
  return { loaded, reportMs: await timed(3, () => answer.report(data, null, question)) }
}

/** "Needs attention" of all clients, of a server that was just started. */
const askAttention = async (url: string, clients: number): Promise<Attention> => {
  const server = [join(import.meta.dirname, 'attention.ts'), url, String(clients)]
  const { stdout } = await promisify(execFile)(process.execPath, server)
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Attention
}

const bytesOnDisk = async (url: string, table: string): Promise<number> => {
  const size = `select pg_total_relation_size('callboard_archive.${table}')::float8 as bytes`
  const [row] = await queryPostgres(url, size)
  return Number(row?.['bytes'])
}

interface Size {
  readonly contacts: number
  readonly clients: number
  readonly hasRecords: boolean
}

/** A row of the table. */
const measure = async (url: string, folder: string, { contacts, clients, hasRecords }: Size) => {
  const { database, store } = await openArchive(databasesOn(url, 20))
  try {
    await writeYear(store, 'client 0', Math.floor(contacts / clients))
    await store.keepObjects('client 0', { readAt: AFTER_YEAR, isAll: true, objects: OBJECTS })
    await copyToAll(database, clients, [...(hasRecords ? TABLES : COLUMNS), 'archive_objects'])
    const accounts = new Map(
      Array.from({ length: clients }, (_, nth) => [`client ${nth}`, new Set<string>()]),
    )
    const compare = async () => {
      const counted = await countSummed(store, accounts, [PERIOD, PERIOD, BEFORE], AFTER_YEAR)
      if (counted.size !== clients) throw new Error(`${counted.size} of ${clients} clients were added up`)
    }
    await compare()
    const cpu = cpuTaken(folder)
    const compared = await timed(ROUNDS, compare)
    const cpuEach = (cpuTaken(folder) - cpu) / ROUNDS
    const year = await timed(3, () => countSummed(store, accounts, [YEAR], AFTER_YEAR))
    const { loaded, reportMs } = await askOverview(await store.segments('client 0', YEAR))
    if (contacts === OF_GOAL.contacts && clients === OF_GOAL.clients)
      addGoal('client comparison of 2,000 clients, 10,000,000 contacts', compared, OF_GOAL.most, 'ms', NEXT)
    const unjudged = await askAttention(url, clients)
    const restarted = await askAttention(url, clients)
    const goal = ATTENTION_GOALS[clients]
    if (goal !== undefined) {
      const of = `needs attention of ${whole(clients)} clients, ${whole(contacts)} contacts`
      addGoal(`${of}, none judged before`, unjudged.first, goal, 'ms', NEXT_OF_ATTENTION)
      addGoal(`${of}, after a restart`, restarted.first, goal, 'ms', NEXT_OF_ATTENTION)
      addGoal(`${of}, again`, restarted.again, goal, 'ms', NEXT_OF_ATTENTION)
    }
    const sizes = await Promise.all(TABLES.map((table) => bytesOnDisk(url, table)))
    const disk = sizes.reduce((sum, one) => sum + one, 0)
    return [
      `${whole(contacts)} contacts, ${whole(clients)} clients${hasRecords ? '' : ', columns only'}`,
      ms(compared),
      ms(cpuEach),
      ms(year),
      `${ms(reportMs)}, ${ms(loaded)}`,
      `${ms(unjudged.first)}, ${ms(unjudged.all)}`,
      `${ms(restarted.first)} of ${whole(restarted.known)} clients, ${ms(restarted.again)}`,
      `${whole(process.memoryUsage().rss / MB)} MB`,
      `${whole(disk / MB)} MB`,
    ]
  } finally {
    await database.destroy()
  }
}

export const measureScale = (options: BenchOptions): Promise<void> =>
  inFolder(async (folder) => {
    const columnsFrom = Number(options['columns-from'] ?? COLUMNS_FROM)
    const rows = [
      'scale;comparison of 30 days and 30 before;its CPU;of a year;a client’s report, its columns read;needs attention, until all are judged;after a restart, again;memory of the bench;on disk'.split(
        ';',
      ),
    ]
    const postgres = await startPostgres(folder)
    try {
      for (const size of sizesIn(options.sizes ?? (options.quick ? SIZES.quick : SIZES.full))) {
        await queryPostgres(`${postgres.url}/postgres`, 'create database scale')
        const hasRecords = size.contacts < columnsFrom
        const url = `${postgres.url}/scale`
        rows.push(await measure(url, postgres.folder, { ...size, hasRecords }))
        await queryPostgres(`${postgres.url}/postgres`, 'drop database scale with (force)')
      }
    } finally {
      removePostgres(postgres)
    }
    addRemark('A PostgreSQL of its own; CPU is that of the bench and of PostgreSQL; on disk with indexes.')
    addTable(rows)
  })
