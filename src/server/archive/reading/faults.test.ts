import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { pageOfContacts } from '#/server/archive/fake-service-testing.ts'
import { segmentColumns } from '#/server/archive/store/columns.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { createArchiveStore } from '#/server/archive/store/store.ts'
import { troubleOf } from '#/server/database/database.ts'
import { threadedSqlite } from '#/server/database/driver.ts'
import { lastBegunDay } from './clock.ts'
import {
  cachedRows,
  readingOf,
  rowsOfService,
  serviceContact,
  TEST_ACCOUNT,
  TEST_DAY,
  TEST_DAYS,
  TEST_NOON,
  testReader,
} from './reading-testing.ts'

const root = mkdtempSync(join(tmpdir(), 'callboard-faults-'))
afterAll(() => rmSync(root, { recursive: true }))

/** An archive in a file, with this timeout of writes. */
const openFile = async (waitMs: number) => {
  const file = join(mkdtempSync(join(root, 'data-')), 'archive.sqlite')
  const database = new Kysely<ArchiveTables>({ dialect: threadedSqlite(file, waitMs) })
  onTestFinished(() => database.destroy())
  return { file, database, store: await createArchiveStore(database, segmentColumns) }
}

const some = (count: number) =>
  Array.from({ length: count }, (_, nth) => serviceContact(nth + 1, TEST_DAY - (nth % 6)))

test('locked by another process for longer than a write waits: it is said, what is held is read, nothing is lost, and it goes on later', async () => {
  const { file, store } = await openFile(300)
  const all = some(60)
  const troubles: (string | null)[] = []
  let at = TEST_NOON
  let isLocking = false
  const other = new DatabaseSync(file)
  onTestFinished(() => other.close())
  const lock = async () => {
    for (; !other.isTransaction; await new Promise((resolve) => setImmediate(resolve)))
      try {
        other.exec('begin immediate')
      } catch (error) {
        if (troubleOf(error) !== 'locked') throw error
      }
  }
  const reading = readingOf(
    store,
    async (query) => {
      // In the middle of a run, with some days written.
      if (isLocking && Number(query.get('page') ?? 1) === 14 && !other.isTransaction) await lock()
      return pageOfContacts(all, query)
    },
    { now: () => at, onTrouble: (trouble) => void troubles.push(trouble) },
  )
  const before = { first: TEST_DAYS.first, last: TEST_DAYS.first }
  reading.ask(testReader('me'), before)
  await reading.settled()
  isLocking = true
  const refused = reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  expect(refused).toMatchObject({ is: 'failed', error: { status: 503, code: 'archive_unavailable' } })
  expect(troubles).toContain('locked')
  // Read during the lock: acknowledged writes are there.
  const held = await store.map(TEST_ACCOUNT, TEST_DAYS)
  expect(held.find(({ day }) => day === before.first)).toMatchObject({ state: 'complete', contacts: 10 })
  expect((await reading.state(refused)).loaded).toBeGreaterThanOrEqual(10)
  const again = reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  expect(again).toMatchObject({ is: 'failed', error: { code: 'archive_unavailable' } })
  isLocking = false
  other.exec('rollback')
  at += MINUTE_MS
  const question = reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  expect(question.is).toBe('complete')
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
  expect(troubles.at(-1)).toBeNull()
})

test('a file that may grow no more: by the driver’s own word it is full, what is held is read, and it goes on when there is room', async () => {
  const { database, store } = await openFile(300)
  const all = some(30)
  const troubles: (string | null)[] = []
  let at = TEST_NOON
  const reading = readingOf(store, (query) => pageOfContacts(all, query), {
    now: () => at,
    onTrouble: (trouble) => void troubles.push(trouble),
  })
  reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  await sql`pragma max_page_count = 1`.execute(database)
  // More than fits into existing pages.
  for (let id = 1_000; id < 1_400; id++)
    all.push(serviceContact(id, TEST_DAY, `${Math.sin(id)} ${Math.cos(id)} ${Math.tan(id)}`))
  at += DAY_MS + MINUTE_MS
  const refused = reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  expect(refused).toMatchObject({ is: 'failed', error: { status: 503, code: 'storage_full' } })
  expect(troubles).toContain('full')
  expect(await reading.state(refused)).toMatchObject({ loaded: 30 })
  await sql`pragma max_page_count = 1000000`.execute(database)
  at += 2 * MINUTE_MS
  reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
  expect(troubles.at(-1)).toBeNull()
})

test.each([
  ['ahead for a while', 365],
  ['back for a while', -365],
])('the clock is a year %s: days are read again and looked at as ever when it is right', async (_, days) => {
  const { store } = await openTestStore()
  const all = some(30)
  let at = TEST_NOON
  let requested = 0
  const reading = readingOf(
    store,
    (query) => {
      requested++
      return pageOfContacts(all, query)
    },
    { now: () => at },
  )
  const ask = async (of: { first: number; last: number }) => {
    const question = reading.ask(testReader('me'), of)
    await reading.settled()
    return question.is
  }
  await ask(TEST_DAYS)
  at += days * DAY_MS
  // As people do who see a year of nothing.
  await ask({ first: TEST_DAY - 30, last: TEST_DAY + 30 })
  at -= days * DAY_MS
  at += 2 * MINUTE_MS
  all.push(serviceContact(999, TEST_DAY, 'came meanwhile'))
  expect(await ask(TEST_DAYS)).toBe('complete')
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
  // A day later, days wrongly taken as over are read.
  at += DAY_MS
  const tomorrow = { first: TEST_DAY + 1, last: TEST_DAY + 1 }
  all.push(serviceContact(1_000, TEST_DAY + 1))
  expect(await ask(tomorrow)).toBe('complete')
  expect((await store.map(TEST_ACCOUNT, tomorrow))[0]).toMatchObject({ contacts: 1 })
  // With no extra requests.
  requested = 0
  await ask(tomorrow)
  expect(requested).toBe(0)
})

test('the clock is three years ahead: what goes by age is read again when it is right, and what is new stays', async () => {
  const { store } = await openTestStore()
  const all = some(30)
  let at = TEST_NOON
  const reading = readingOf(store, (query) => pageOfContacts(all, query), { now: () => at })
  const ask = async () => {
    reading.ask(testReader('me'), TEST_DAYS)
    await reading.settled()
  }
  const purge = () => store.purge(lastBegunDay(at) - 800)
  await ask()
  at += 300 * DAY_MS
  await purge()
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
  at += 3 * 365 * DAY_MS
  await purge()
  expect(await cachedRows(store)).toEqual([])
  at = TEST_NOON + MINUTE_MS
  await ask()
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
})

test('what the disk has rolled back by itself is told by its cause, and the next transaction goes on', async () => {
  const { database } = await openFile(300)
  await sql`create trigger full before insert on archive_accounts when new.account = 'too much'
    begin select raise(rollback, 'there is no room'); end`.execute(database)
  const insert = (account: string) =>
    database
      .transaction()
      .execute((write) => write.insertInto('archive_accounts').values({ account }).execute())
  await expect(insert('too much')).rejects.toThrow('there is no room')
  await insert('enough')
  expect(await database.selectFrom('archive_accounts').select('account').execute()).toEqual([
    { account: 'enough' },
  ])
})
