import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { sql } from 'kysely'
import { createDataset } from '#/analytics/columns/dataset.ts'
import { appendSegment } from '#/analytics/columns/segment.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { DAY_MS, dayNumber, dayText, monthStart } from '#/contract/day.ts'
import { countInThread } from '#/server/archive/counting/counting.ts'
import { ARCHIVE_FILE, openArchive, type OpenedArchive } from '#/server/archive/open.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import { contactPages, DAYS, FIRST_DAY } from '../analytics/contacts.ts'
import { overviewOf } from '../analytics/overview.ts'
import { ms, percentile, printTable, type BenchFigure } from '../support.ts'

/*
 * What is held, and asked of it without a browser: contacts drawn as for bench:analytics and written through the store, so
 * that no pages have to be read for them.
 */

export const HELD_YEAR = { first: FIRST_DAY, last: FIRST_DAY + DAYS - 1 }
export const HELD_NOW = (HELD_YEAR.last + 1) * DAY_MS + 43_200_000
const HALVES = [
  { first: FIRST_DAY + Math.ceil(DAYS / 2), last: HELD_YEAR.last },
  { first: FIRST_DAY, last: FIRST_DAY + Math.ceil(DAYS / 2) - 1 },
]
const MB = 1024 * 1024

/** A year's contacts, a day after the other, so that no more than one is in memory. */
function* byDay(contacts: number): Generator<readonly [day: number, records: readonly ListedCallRead[]]> {
  let current = FIRST_DAY
  let records: ListedCallRead[] = []
  for (const page of contactPages(contacts))
    for (const call of page) {
      const day = dayNumber((call.date ?? '').slice(0, 10))
      if (day !== current && records.length > 0) {
        yield [current, records]
        records = []
      }
      current = day
      records.push(call)
    }
  if (records.length > 0) yield [current, records]
}

/** Writes a client's year through the store, and joins its months. */
export const writeYear = async (
  { store }: Pick<OpenedArchive, 'store'>,
  account: string,
  contacts: number,
) => {
  let [took, longest] = [0, 0]
  const timed = async (work: () => Promise<unknown>) => {
    const at = performance.now()
    await work()
    took += performance.now() - at
    longest = Math.max(longest, performance.now() - at)
  }
  for (const [day, records] of byDay(contacts))
    await timed(() =>
      store.replaceDays(account, [
        { day, readAt: HELD_NOW, records: records.toReversed(), titles: [], faulty: [] },
      ]),
    )
  const how = { state: 'complete', gaps: [], readAt: HELD_NOW, triedAt: HELD_NOW } as const
  await store.settle(account, HELD_YEAR, how)
  for (let first = HELD_YEAR.first; first < HELD_YEAR.last;) {
    const next = dayNumber(monthStart(dayText(first), 1))
    const month = { first, last: next - 1 }
    await timed(() => store.joinSegments(account, month))
    first = next
  }
  return { took, longest }
}

/** Everything that the columns' answer sends, as it is stored. */
const sendAll = async ({ store }: Pick<OpenedArchive, 'store'>, account: string) => {
  const started = performance.now()
  const pieces: Uint8Array[] = []
  for (const { first } of await store.segmentDays(account, HELD_YEAR)) {
    const segment = await store.segment(account, first)
    if (segment) pieces.push(segment.bytes)
  }
  const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return { took: performance.now() - started, bytes, pieces }
}

export const inFolder = async <T>(
  work: (opened: OpenedArchive, folder: string) => Promise<T>,
): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-archive-'))
  const opened = await openArchive(folder)
  try {
    return await work(opened, folder)
  } finally {
    await opened.database.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}

const GROWTH_HEAD = [
  '',
  'pages of the service',
  'written in',
  'contacts/s',
  'longest write',
  'file',
  'columns/contact',
  'sent in',
  'counted in',
  'memory',
]
const PER_PAGE = 20

/** What it costs to send and count what some accounts hold: all of them, one after the other. */
const growthRow = async (
  { store }: OpenedArchive,
  folder: string,
  accounts: readonly string[],
  contacts: number,
  { took, longest }: { readonly took: number; readonly longest: number | null },
): Promise<{ readonly row: readonly string[]; readonly pieces: Uint8Array[] }> => {
  let pieces: Uint8Array[] = []
  let [bytes, sending] = [0, 0]
  for (const account of accounts) {
    const sent = await sendAll({ store }, account)
    pieces = sent.pieces
    bytes += sent.bytes
    sending += sent.took
  }
  const { count, close } = countInThread(join(folder, ARCHIVE_FILE))
  const countAll = async () => {
    const at = performance.now()
    for (const account of accounts)
      await count('account', { account, stretches: HALVES, hidden: new Set<string>(), now: HELD_NOW })
    return performance.now() - at
  }
  await countAll()
  const counted = await countAll()
  await close()
  const row = [
    contacts.toLocaleString('en') + (accounts.length > 1 ? `, ${accounts.length} accounts` : ''),
    Math.ceil(contacts / PER_PAGE).toLocaleString('en'),
    `${(took / 1000).toFixed(1)} s${longest === null ? ', copied' : ''}`,
    longest === null ? '' : ((contacts / took) * 1000).toFixed(0),
    longest === null ? '' : ms(longest),
    `${(statSync(join(folder, ARCHIVE_FILE)).size / MB).toFixed(1)} MB`,
    `${(bytes / contacts).toFixed(1)} B`,
    ms(sending),
    ms(counted),
    `${(process.memoryUsage().rss / MB).toFixed(0)} MB`,
  ]
  return { row, pieces }
}

/** Everything that is held of one account for another one as well. */
const copyAccount = async ({ database, store }: OpenedArchive, from: string, to: string) => {
  await store.settle(to, HELD_YEAR, { state: 'complete', gaps: [], readAt: HELD_NOW, triedAt: HELD_NOW })
  const numberOf = (account: string) => sql`(select number from archive_accounts where account = ${account})`
  await sql`insert into archive_segments (account, first_day, last_day, bytes)
    select ${numberOf(to)}, first_day, last_day, bytes from archive_segments where account = ${numberOf(from)}`.execute(
    database,
  )
  for (const table of ['archive_records', 'archive_texts'])
    await sql`insert into ${sql.table(table)} (account, day, bytes)
      select ${numberOf(to)}, day, bytes from ${sql.table(table)} where account = ${numberOf(from)}`.execute(
      database,
    )
  await sql`insert into archive_contacts (account, id, day)
    select ${numberOf(to)}, id, day from archive_contacts where account = ${numberOf(from)}`.execute(database)
  await sql`update archive_days set contacts = (select contacts from archive_days one
    where one.account = ${numberOf(from)} and one.day = archive_days.day) where account = ${numberOf(to)}`.execute(
    database,
  )
}

/**
 * The last of the sizes once more in so many accounts, which are copied in the database: to draw and write them all would
 * take a quarter of an hour. @returns the stored columns of one account of that size
 */
const measureGrowth = async (sizes: readonly number[], times: number): Promise<Uint8Array[]> => {
  const rows: (readonly string[])[] = [GROWTH_HEAD]
  let largest: Uint8Array[] = []
  for (const size of sizes)
    await inFolder(async (opened, folder) => {
      const written = await writeYear(opened, 'one 0', size)
      const alone = await growthRow(opened, folder, ['one 0'], size, written)
      largest = alone.pieces
      rows.push(alone.row)
      if (size !== sizes.at(-1)) return
      const accounts = Array.from({ length: times }, (_, nth) => `one ${nth}`)
      const at = performance.now()
      for (const account of accounts.slice(1)) await copyAccount(opened, 'one 0', account)
      const took = performance.now() - at
      rows.push((await growthRow(opened, folder, accounts, size * times, { took, longest: null })).row)
    })
  printTable('contacts held', rows)
  return largest
}

/** Figures of an agency's clients with their comparison, by the server's thread. */
const measureClients = async (clients: number, each: number): Promise<BenchFigure[]> =>
  inFolder(async (opened, folder) => {
    await writeYear(opened, 'client 0', each)
    for (let nth = 1; nth < clients; nth++) await copyAccount(opened, 'client 0', `client ${nth}`)
    const { count, close } = countInThread(join(folder, ARCHIVE_FILE))
    const ask = async () => {
      const [cpu, at] = [process.cpuUsage(), performance.now()]
      for (let nth = 0; nth < clients; nth++)
        await count('account', {
          account: `client ${nth}`,
          stretches: HALVES,
          hidden: new Set<string>(),
          now: HELD_NOW,
        })
      const { user, system } = process.cpuUsage(cpu)
      return { cpu: (user + system) / 1000, wall: performance.now() - at }
    }
    const [first, again] = [await ask(), await ask()]
    await close()
    const name = `${clients} clients with comparison, ${(clients * each).toLocaleString('en')} contacts held`
    return [
      { name: `${name}, CPU`, value: ms(again.cpu), goal: '300 ms', met: again.cpu <= 300 },
      { name: `${name}, time; the first time`, value: `${ms(again.wall)}; ${ms(first.wall)}` },
    ]
  })

/** Every question of the overview to more contacts than any account has: the same year's columns, again and again. */
const measureMany = async (pieces: readonly Uint8Array[], times: number): Promise<BenchFigure[]> => {
  const size = 10_000_000
  const name = 'the slowest question of the overview over 10 M contacts'
  if (times === 0 || freemem() < 4_000 * MB)
    return [{ name, value: 'not measured: too little memory, or --quick', goal: '1000 ms' }]
  const data = createDataset()
  const started = performance.now()
  for (let time = 0; time < times; time++)
    for (const piece of pieces) appendSegment(data, await unpack(piece))
  const built = performance.now() - started
  const [cpuOf, questions] = [new Map<string, number>(), Object.entries(overviewOf(data))]
  for (const [question, ask] of questions) {
    const took: number[] = []
    for (let time = 0; time < 3; time++) {
      const before = process.threadCpuUsage()
      ask()
      const { user, system } = process.threadCpuUsage(before)
      took.push((user + system) / 1000)
    }
    cpuOf.set(question, percentile(took, 0.5))
  }
  const [[slowest, longest] = ['', Number.NaN]] = [...cpuOf].toSorted(([, a], [, b]) => b - a)
  return [
    {
      name: data.rows === size ? name : `${name} (${data.rows})`,
      value: `${ms(longest)} of CPU: ${slowest}`,
      goal: '1000 ms',
      met: longest <= 1000,
    },
    {
      name: `the median of ${questions.length} questions; columns made of segments; memory`,
      value: `${ms(percentile([...cpuOf.values()], 0.5))}; ${(built / 1000).toFixed(1)} s; ${(process.memoryUsage().rss / MB).toFixed(0)} MB`,
    },
  ]
}

/** A year as the server sends it, and as the browser has it. */
const measureAnswer = async (contacts: number): Promise<BenchFigure[]> =>
  inFolder(async (opened) => {
    await writeYear(opened, 'one', contacts)
    await sendAll(opened, 'one')
    const { took, bytes, pieces } = await sendAll(opened, 'one')
    const data = createDataset()
    const at = performance.now()
    for (const piece of pieces) appendSegment(data, await unpack(piece))
    const name = `a year of ${contacts.toLocaleString('en')}`
    return [
      { name: `${name}: reading it out of the archive`, value: ms(took), goal: '100 ms', met: took <= 100 },
      {
        name: `${name}: bytes a contact on the wire`,
        value: (bytes / contacts).toFixed(1),
        goal: '20',
        met: bytes / contacts <= 20,
      },
      { name: `${name}: made columns again`, value: ms(performance.now() - at) },
    ]
  })

export const measureHeld = async (isQuick: boolean): Promise<BenchFigure[]> => {
  const pieces = isQuick
    ? await measureGrowth([10_000, 50_000], 2)
    : await measureGrowth([10_000, 100_000, 1_000_000], 10)
  return [
    ...(await measureAnswer(50_000)),
    ...(await measureClients(24, isQuick ? 10_000 : 50_000)),
    ...(await measureMany(pieces, isQuick ? 0 : 10)),
  ]
}
