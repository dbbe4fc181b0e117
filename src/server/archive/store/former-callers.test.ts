import { readFileSync } from 'node:fs'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import { columnsOf, readDay } from '#/server/archive/archive-testing.ts'
import { listContacts } from '#/server/archive/lists/find.ts'
import { listQuestionOf } from '#/server/archive/lists/question.ts'
import { migrate } from '#/server/database/database.ts'
import { archiveHistory } from '#/server/database/migrations/archive.ts'
import { openTestDatabase } from '#/server/database/testing/engine.ts'
import { parseSharedJson } from '#/server/threads/shared-json.ts'
import { segmentColumns } from './columns.ts'
import type { ArchiveTables } from './schema.ts'
import { createArchiveStore, type ArchiveStore } from './store.ts'

/* Callers stored by commit 8413231; archive-8413231/README.md says how. */

const root = mkdtempSync(join(tmpdir(), 'callboard-former-callers-'))
afterAll(() => rmSync(root, { recursive: true }))

const ACCOUNT = 'aaaaaaaaaaaaaaaa'
const FIRST = dayNumber('2026-09-01')
const DAYS = { first: FIRST, last: FIRST + 39 }
const SEPTEMBER = { first: FIRST, last: FIRST + 29 }
const COUNTRIES = [
  ['msk', 'RU'],
  ['hcm', 'VN'],
] as const
const FORMER_MIGRATION = '0011-missing-contacts'

/** A database of the engine under test with the former version's rows. */
const formerDatabase = async (): Promise<Kysely<ArchiveTables>> => {
  const database = await openTestDatabase<ArchiveTables>()
  const { table, migrations } = archiveHistory
  const former = Object.entries(migrations).filter(([name]) => name <= FORMER_MIGRATION)
  await migrate(database, { table, migrations: Object.fromEntries(former) })
  const path = join(root, 'keep.sqlite')
  const packed = readFileSync(join(import.meta.dirname, 'archive-8413231', 'keep.sqlite.gz'))
  writeFileSync(path, gunzipSync(packed))
  const file = new DatabaseSync(path, { readOnly: true })
  const tables = file
    .prepare(`select name from sqlite_master where type = 'table' and name like 'archive_%'`)
    .all()
    .map(({ name }) => String(name))
  for (const table of tables) {
    // PostgreSQL creates the words and account numbers itself.
    const rows = file.prepare(`select * from ${table}`).all()
    for (const row of rows)
      await database
        .insertInto(table as 'archive_segments')
        .values(row as never)
        .execute()
  }
  file.close()
  return database
}

const opened = async () => {
  const database = await formerDatabase()
  const store = await createArchiveStore(database, segmentColumns)
  return { database, store, [Symbol.asyncDispose]: () => database.destroy() }
}

const callersOf = async (store: ArchiveStore) => {
  const { by, rows } = await columnsOf(store, ACCOUNT, DAYS)
  const counts: Record<string, number> = {}
  for (let row = 0; row < rows; row++) {
    const caller = String(by.caller.values.at(by.caller.codes[row]!))
    counts[caller] = (counts[caller] ?? 0) + 1
  }
  return counts
}

const readAll = async (store: ArchiveStore) => {
  for (let nth = 0; (await store.readFormerCallers(ACCOUNT)) !== null; nth++) expect(nth).toBeLessThan(100)
}
const formerDays = async (store: ArchiveStore) =>
  (await store.map(ACCOUNT, DAYS)).filter(({ hasFormerCallers }) => hasFormerCallers).length

test('rebuilds stored callers from records when it is known where objects are', async () => {
  await using former = await opened()
  const { store } = former
  // Until then they are outdated, and marked so.
  expect(await store.readFormerCallers(ACCOUNT)).toBeNull()
  expect(await formerDays(store)).toBe(40)
  const before = await callersOf(store)
  expect(Object.values(before).reduce((sum, count) => sum + count)).toBe(80)
  // The former rule took a Vietnamese number for a Russian one, and appended an extension to its number.
  expect(before).toMatchObject({ '+74901234567': expect.any(Number), '+74951234567101': expect.any(Number) })

  await store.learnCountries(ACCOUNT, COUNTRIES)
  const version = await store.version(ACCOUNT)
  // Newest first, one segment at a time.
  expect(await store.readFormerCallers(ACCOUNT)).toEqual({ first: DAYS.last, last: DAYS.last })
  expect(await formerDays(store)).toBe(39)
  await readAll(store)
  expect(await formerDays(store)).toBe(0)
  expect(await store.version(ACCOUNT)).toBeGreaterThan(version)
  expect(await store.segmentDays(ACCOUNT, DAYS)).toHaveLength(11)
  const after = await callersOf(store)
  expect(new Set(Object.keys(after))).toEqual(
    new Set(['+74951234567', '+84901234567', 'null', 'alice', '+79161234567']),
  )
  // Six of twelve notations are one caller, two are another, two say no number.
  expect(after).toMatchObject({
    '+74951234567': 40,
    '+84901234567': 14,
    null: 14,
    alice: 6,
    '+79161234567': 6,
  })
  const [record] = (await store.records(ACCOUNT, FIRST)).records
  expect(record).toMatchObject({ phone_number_from: '8 (495) 123-45-67', caller: '+74951234567' })
})

test('tells who called of each record before its columns are rebuilt', async () => {
  await using former = await opened()
  const { store } = former
  await store.learnCountries(ACCOUNT, COUNTRIES)
  const { records } = await store.records(ACCOUNT, FIRST + 4)
  expect(records).toMatchObject([{ caller: '+74951234567;ext=101' }, { caller: '+74951234567' }])
})

test('finds what people have marked, and callers by what is typed, as before', async () => {
  await using former = await opened()
  const { store } = former
  await store.learnCountries(ACCOUNT, COUNTRIES)
  const ids = async (typed: string) => {
    const { contacts } = await listContacts(store, {
      ...listQuestionOf(ACCOUNT, {
        date_from: '2026-09-01',
        date_to: '2026-10-10',
        from_filter: typed,
        limit: '100',
      }),
      hidden: new Set(),
    })
    return (parseSharedJson(contacts) as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)
  }
  await readAll(store)
  const own = await ids('8 495 123-45-67')
  expect(own).toHaveLength(40)
  expect(await ids('+84 90')).toHaveLength(14)
  expect(await ids('anonymous')).toHaveLength(14)
  expect(await ids('alice')).toHaveLength(6)
  // Annotations refer to object and id, which stay.
  expect(own).toContain(0)
})

test('reads callers once more when a country turns out to be another', async () => {
  await using former = await opened()
  const { store } = former
  await store.learnCountries(ACCOUNT, [
    ['msk', null],
    ['hcm', 'VN'],
  ])
  await readAll(store)
  expect(await callersOf(store)).toMatchObject({
    '84951234567': expect.any(Number),
    '9161234567': expect.any(Number),
  })
  await store.learnCountries(ACCOUNT, COUNTRIES)
  expect(await formerDays(store)).toBe(40)
  await readAll(store)
  expect(await callersOf(store)).toMatchObject({ '+74951234567': 40, '+79161234567': 6 })
  // Known countries are kept when no longer sent.
  await store.learnCountries(ACCOUNT, [['msk', null]])
  expect(await formerDays(store)).toBe(0)
})

test('keeps a month one segment of former callers when it is joined before', async () => {
  await using former = await opened()
  const { store } = former
  await store.replaceDays(ACCOUNT, [
    readDay(FIRST + 3, [{ oid: 'msk', id: 30, note: 'x' }], 2_000_000_000_000),
  ])
  expect(await formerDays(store)).toBe(39)
  await store.joinSegments(ACCOUNT, SEPTEMBER)
  expect(await store.segmentDays(ACCOUNT, SEPTEMBER)).toMatchObject([SEPTEMBER])
  expect(await formerDays(store)).toBe(40)
})

test('marks a day due whose records are gone', async () => {
  await using former = await opened()
  const { store, database } = former
  await database.deleteFrom('archive_records').where('day', '=', DAYS.last).execute()
  await store.learnCountries(ACCOUNT, COUNTRIES)
  await readAll(store)
  const due = (await store.map(ACCOUNT, DAYS)).filter(({ isDue }) => isDue)
  expect(due.map(({ day, hasFormerCallers }) => [day, hasFormerCallers])).toEqual([[DAYS.last, true]])
})
