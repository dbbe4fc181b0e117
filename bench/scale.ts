import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { appendSegment } from '#/analytics/columns/segment.ts'
import { findIssues } from '#/server/alerts/evaluation/find-issues.ts'
import { countSummed } from '#/server/archive/counting/count-sums.ts'
import { dayNumber, dayText, monthStart } from '#/contract/day.ts'
import { openArchive } from '#/server/archive/open.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { databasesOn } from '#/server/database/postgres/databases.ts'
import { queryPostgres } from '#/server/database/testing/postgres.ts'
import { removePostgres, startPostgres } from '../scripts/postgres.ts'
import { createOurs } from './analytics/ours.ts'
import { HELD_NOW, HELD_YEAR, writeYear } from './archive/held.ts'
import { cpuTaken } from './scale/cpu.ts'
import { measureTexts } from './scale/texts.ts'
import { ms, percentile, printFigures, printNote, printTable, type BenchFigure } from './support.ts'

/*
 * npm run bench:scale: an archive in PostgreSQL as it grows, up to a million contacts; `-- --all` goes on to a hundred million, which takes
 * hours. `--sizes 1000000x24,10000000x2000` (contacts × clients of an agency) takes other sizes, `--sizes ''` none, and `--texts 120450x6` as
 * many contacts with texts, `--texts ''` none. `--columns-from 10000000` leaves out records, their texts and the index of contacts from so many contacts on. One
 * client's year is written through the store and copied to the others within the database, so that what is measured is
 * what is held, not the writing. `--partitions months` or `hash,months` makes partitions of what a roll-up reads.
 */

const MB = 1024 * 1024
const PERIOD = { first: HELD_YEAR.last - 29, last: HELD_YEAR.last }
const BEFORE = { first: PERIOD.first - 30, last: PERIOD.first - 1 }
/** What each client has a copy of; the first ones are all that figures are made of. */
const COLUMNS = ['archive_days', 'archive_segments', 'archive_sums'] as const
const RECORDS = ['archive_records', 'archive_texts', 'archive_words', 'archive_contacts'] as const
const TABLES = [...COLUMNS, ...RECORDS]
const COPIED_AT_ONCE = 100

const JUDGED = { quiet: true, missed_rate: true, waiting: true, plan_behind: true }
/** Milliseconds that "Needs attention" takes over these accounts. */
const findAllIssues = async (store: ArchiveStore, accounts: readonly string[]): Promise<number> => {
  const begun = performance.now()
  for (const account of accounts)
    await findIssues(store, { account, handled: [], plans: [], now: HELD_NOW, judged: JUDGED })
  return performance.now() - begun
}

const sizesOf = (...contacts: readonly number[]) =>
  contacts.flatMap((some) => [24, 200, 2_000].map((clients) => `${some}x${clients}`)).join()
/** Some minutes on a quiet machine. */
const FEW_SIZES = sizesOf(10_000, 1_000_000)
const ALL_SIZES = sizesOf(10_000, 1_000_000, 10_000_000, 100_000_000)

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    texts: { type: 'string', default: '40150x2' },
    'columns-from': { type: 'string', default: '100000000' },
    partitions: { type: 'string', default: '' },
  },
})
const columnsFrom = Number(values['columns-from'])
const partitions = values.partitions === '' ? [] : values.partitions.split(',')
const parseSizes = (text: string) =>
  text.split(',').flatMap((size) => {
    if (size === '') return []
    const [contacts = 0, clients = 0] = size.split('x').map(Number)
    if (!(contacts >= clients && clients >= 1)) throw new Error(`${size} is no number of contacts x clients`)
    return [{ contacts, clients }]
  })
const sizes = parseSizes(values.sizes ?? (values.all ? ALL_SIZES : FEW_SIZES))
const texts = parseSizes(values.texts)

/** Tables of the same columns and key in place of what has no rows yet: nothing else knows of it. */
const makePartitions = async (database: Kysely<ArchiveTables>) => {
  const HASHES = 8
  const months: (readonly [first: number, next: number])[] = []
  for (let first = HELD_YEAR.first; first <= HELD_YEAR.last; first = months.at(-1)![1])
    months.push([first, dayNumber(monthStart(dayText(first), 1))])
  for (const table of ['archive_days', 'archive_sums']) {
    const run = (text: string) => sql.raw(text).execute(database)
    const part = async (name: string, by: readonly string[]): Promise<void> => {
      const [first, ...rest] = by
      const inner = { hash: 'partition by hash (account)', months: 'partition by range (day)' }[rest[0] ?? '']
      const each =
        first === 'hash'
          ? Array.from({ length: HASHES }, (_, nth) => `with (modulus ${HASHES}, remainder ${nth})`)
          : months.map(([from, to]) => `from (${from}) to (${to})`)
      for (const [nth, values] of each.entries()) {
        await run(`create table ${name}_${nth} partition of ${name} for values ${values} ${inner ?? ''}`)
        if (rest.length > 0) await part(`${name}_${nth}`, rest)
      }
    }
    await run(`alter table ${table} rename to ${table}_before`)
    await run(`create table ${table} (like ${table}_before including defaults)
      partition by ${partitions[0] === 'hash' ? 'hash (account)' : 'range (day)'}`)
    const key = table === 'archive_days' ? 'account, day' : 'account, day, clock'
    await run(`alter table ${table} add primary key (${key})`)
    await part(table, partitions)
    await run(`drop table ${table}_before`)
  }
}

/** Words begin with the number of their account. */
const WORDS = `(select array_to_tsvector(array_agg(other.number || substr(word, strpos(word, '.'))))
  from unnest(tsvector_to_array(words)) as word)`

const copyToAll = async (database: Kysely<ArchiveTables>, clients: number, columnsOnly: boolean) => {
  await sql`insert into archive_accounts (account) select 'agency ' || nth from generate_series(1, ${sql.lit(clients - 1)}) as nth`.execute(
    database,
  )
  for (const table of columnsOnly ? COLUMNS : TABLES) {
    const [{ columns, copied } = { columns: '', copied: '' }] = (
      await sql<{
        columns: string
        copied: string
      }>`select string_agg(quote_ident(column_name), ', ') as columns, string_agg('one.' || quote_ident(column_name), ', ') as copied
        from information_schema.columns where table_schema = current_schema() and table_name = ${table}
        and column_name <> 'account'`.execute(database)
    ).rows
    // Some clients at a time: a statement of ours ends after a minute.
    for (let from = 1; from < clients; from += COPIED_AT_ONCE) {
      const others = Array.from(
        { length: Math.min(COPIED_AT_ONCE, clients - from) },
        (_, nth) => `agency ${from + nth}`,
      )
      await sql`insert into ${sql.table(table)} (account, ${sql.raw(columns)})
        select number, ${sql.raw(copied.replace(/\bone\.words\b/, WORDS))} from ${sql.table(table)} as one, archive_accounts as other
        where one.account = (select number from archive_accounts where account = 'agency 0')
        and other.account in (${sql.join(others)})`.execute(database)
    }
  }
  await sql`analyze`.execute(database)
}

const median = async (times: number, work: () => Promise<unknown>) => {
  const took: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const at = performance.now()
    await work()
    took.push(performance.now() - at)
  }
  return percentile(took, 0.5)
}

const measure = async (
  { url, folder }: { url: string; folder: string },
  contacts: number,
  clients: number,
) => {
  const { database, store } = await openArchive(databasesOn(url, 20))
  try {
    const each = Math.floor(contacts / clients)
    if (partitions.length > 0) await makePartitions(database)
    await writeYear({ store }, 'agency 0', each)
    await copyToAll(database, clients, contacts >= columnsFrom)

    const accounts = new Map(
      Array.from({ length: clients }, (_, nth) => [`agency ${nth}`, new Set<string>()]),
    )
    const rollUp = async () => {
      const counted = await countSummed(store, accounts, [PERIOD, PERIOD, BEFORE], HELD_NOW)
      if (counted.size !== clients) throw new Error(`${counted.size} of ${clients} clients were added up`)
    }
    await rollUp()
    const before = cpuTaken(folder)
    const rolledUp = await median(5, rollUp)
    const after = cpuTaken(folder)
    const cpu = before === null || after === null ? null : (after - before) / 5
    const year = await median(3, () => countSummed(store, accounts, [HELD_YEAR], HELD_NOW))
    const listed = await median(3, () => store.accounts('agency'))
    const issuesFound = await findAllIssues(store, [...accounts.keys()])
    const issuesAgain = await findAllIssues(store, [...accounts.keys()])
    const rss = process.memoryUsage().rss

    const ours = createOurs()
    let [bytes, at] = [0, performance.now()]
    for (const segment of await store.segments('agency 0', HELD_YEAR)) {
      bytes += segment.bytes.byteLength
      appendSegment(ours.data, await unpack(segment.bytes))
    }
    const loaded = performance.now() - at
    at = performance.now()
    const asked = await median(3, async () => ours.query())
    const sizeOf = Object.fromEntries(
      await Promise.all(
        TABLES.map(async (table) => {
          const name = `callboard_archive.${table}`
          const [row] = await queryPostgres(
            url,
            `select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size('${name}'))::float8 as bytes
              from pg_partition_tree('${name}')`,
          )
          return [table, Number(row?.['bytes'])] as const
        }),
      ),
    ) as Record<(typeof TABLES)[number], number>
    const disk = Object.values(sizeOf).reduce((sum, one) => sum + one, 0)
    const name = `${contacts.toLocaleString('en')} contacts, ${clients.toLocaleString('en')} clients`
    const figures: BenchFigure[] = [
      {
        name: `${name}: roll-up of 30 days and those before`,
        value: `${ms(rolledUp)}${cpu === null ? '' : `; ${ms(cpu)} of CPU`}`,
        goal: '300 ms',
        met: rolledUp <= 300,
      },
      { name: '… of a year, day by day', value: ms(year) },
      { name: '… what needs attention of all, for the first time', value: ms(issuesFound) },
      {
        name: '… what needs attention of all, while nothing changes',
        value: ms(issuesAgain),
        goal: '300 ms of 24, 1000 ms of 2,000',
        met: issuesAgain <= (clients <= 24 ? 300 : 1_000),
      },
      { name: '… whose clients are held', value: ms(listed) },
      {
        name: `… the overview’s question to a client’s ${ours.data.rows.toLocaleString('en')}`,
        value: `${ms(asked)}; columns read in ${ms(loaded)}`,
        goal: '1000 ms',
        met: asked <= 1000,
      },
      {
        name: '… memory of the process',
        value: `${(rss / MB).toFixed(0)} MB`,
        goal: '600 MB',
        met: rss <= 600 * MB,
      },
    ]
    const row = [
      name,
      `${(disk / MB).toFixed(1)} MB`,
      ...TABLES.map((table) => (sizeOf[table] / MB).toFixed(1)),
      `${(bytes / each).toFixed(1)} B`,
      `${(disk / contacts).toFixed(0)} B`,
    ]
    return { figures, row }
  } finally {
    await database.destroy()
  }
}

const postgres = await startPostgres(mkdtempSync(join(tmpdir(), 'callboard-scale-')))
try {
  const rows = [
    [
      '',
      'on disk',
      ...TABLES.map((table) => table.replace('archive_', '')),
      'columns/contact',
      'all/contact',
    ],
  ]
  const figures: BenchFigure[] = []
  for (const [nth, { contacts, clients }] of sizes.entries()) {
    await queryPostgres(`${postgres.url}/postgres`, `create database scale_${nth}`)
    const measured = await measure(
      { url: `${postgres.url}/scale_${nth}`, folder: postgres.folder },
      contacts,
      clients,
    )
    rows.push(measured.row)
    figures.push(...measured.figures)
    await queryPostgres(`${postgres.url}/postgres`, `drop database scale_${nth} with (force)`)
  }
  printNote(
    `A PostgreSQL of its own, columns only from ${columnsFrom.toLocaleString('en')} contacts on${partitions.length > 0 ? `, partitions by ${partitions.join(' and ')}` : ''}; MB by table, with indexes. Columns grow with contacts, ` +
      'and by their dictionaries with clients × months; sums and the map of days with clients × days, whatever the contacts; ' +
      'a roll-up with clients × days asked for; memory with the answer, not with what is held.',
  )
  printTable('scale', rows)
  printFigures('scale', figures)
  for (const [nth, { contacts, clients }] of texts.entries()) {
    await queryPostgres(`${postgres.url}/postgres`, `create database texts_${nth}`)
    await measureTexts({ url: `${postgres.url}/texts_${nth}`, folder: postgres.folder }, contacts, clients)
  }
} finally {
  removePostgres(postgres)
}
