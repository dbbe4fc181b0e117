/** @module-tag all */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import { columnsOf } from '#/server/archive/archive-testing.ts'
import { listContacts } from '#/server/archive/lists/find.ts'
import { listQuestionOf } from '#/server/archive/lists/question.ts'
import { ARCHIVE_FILE, openArchive, removeHashedStore } from '#/server/archive/open.ts'
import { databasesIn } from '#/server/database/databases.ts'
import { parseSharedJson } from '#/server/threads/shared-json.ts'
import { unpack } from './stored-day.ts'
import type { SegmentDays } from './store.ts'

/* An archive of an earlier version; archive-b26ed39/README.md says how it was made. */

const root = mkdtempSync(join(tmpdir(), 'callboard-archive-upgrade-'))
afterAll(() => rmSync(root, { recursive: true }))

const FIRST = dayNumber('2026-01-01')
const DAYS = { first: FIRST, last: FIRST + 89 }
const byText = (a: string, b: string) => a.localeCompare(b)
const ACCOUNTS = ['aaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbb']

/** A copy of the folder. */
const formerFolder = (): string => {
  const folder = mkdtempSync(join(root, 'data-'))
  const packed = readFileSync(join(import.meta.dirname, 'archive-b26ed39', `${ARCHIVE_FILE}.gz`))
  writeFileSync(join(folder, ARCHIVE_FILE), gunzipSync(packed))
  return folder
}

test('what an earlier version has kept is held as it was, and is probed and leased from here on', async () => {
  const { store, database } = await openArchive(formerFolder())
  for (const account of ACCOUNTS) {
    const map = await store.map(account, DAYS)
    expect(map.map(({ contacts }) => contacts)).toEqual(Array.from({ length: 90 }, (_, nth) => nth % 4))
    expect(new Set(map.map(({ state }) => state))).toEqual(new Set(['complete']))
    const columns = await columnsOf(store, account, DAYS)
    expect(columns.rows).toBe(133)
    expect(columns.by.caller.values).toHaveLength(18)
    expect((await store.records(account, FIRST + 2)).records).toHaveLength(2)
  }
  expect(await store.gone(ACCOUNTS[0]!)).toMatchObject([{ contact: 'site 99999' }])
  for (const table of ['archive_probes', 'archive_leases'] as const)
    expect(await database.selectFrom(table).selectAll().execute()).toEqual([])
  await database.destroy()
})

test('columns of an earlier version are read as they are, and become today’s when their month is joined or cut off', async () => {
  const { store, database } = await openArchive(formerFolder())
  const account = ACCOUNTS[0]!
  const february = { first: FIRST + 31, last: FIRST + 58 }
  const versions = async (days: SegmentDays) => {
    const segments = await store.segments(account, days)
    const bytes = await Promise.all(segments.map((segment) => unpack(segment.bytes)))
    return new Set(bytes.map(([version]) => version))
  }
  const callers = async (days: SegmentDays) => {
    const { rows, by, day } = await columnsOf(store, account, days)
    return Array.from({ length: rows }, (_, row) => row)
      .filter((row) => day[row]! >= days.first && day[row]! <= days.last)
      .map((row) => String(by.caller.values.at(by.caller.codes[row]!)))
      .toSorted(byText)
  }
  expect(await versions(DAYS)).toEqual(new Set([1]))
  const before = await callers(february)
  await store.joinSegments(account, february)
  expect(await versions(february)).toEqual(new Set([3]))
  expect(await store.segmentDays(account, february)).toMatchObject([february])
  expect(await callers(february)).toEqual(before)
  // The middle of the month is past retention; the rest is rebuilt from records.
  const left = { first: FIRST + 45, last: february.last }
  const stored = await callers(left)
  await store.purge(left.first)
  expect(await callers(DAYS)).toEqual(
    [...stored, ...(await callers({ first: FIRST + 59, last: DAYS.last }))].toSorted(byText),
  )
  expect(await versions(left)).toEqual(new Set([3]))
  await database.destroy()
})

test('texts that an earlier version has kept are found at once, and indexed by and by', async () => {
  const { store, database } = await openArchive(formerFolder())
  const found = async () => {
    const all = []
    for (const account of ACCOUNTS) {
      const { total, contacts } = await listContacts(store, {
        ...listQuestionOf(account, { date_from: '2026-01-01', date_to: '2026-03-31', q: 'крышу 20' }),
        hidden: new Set(),
      })
      all.push([total, (parseSharedJson(contacts) as { id: number }[]).map(({ id }) => id)])
    }
    return all
  }
  const before = await found()
  expect(before).toEqual([
    [1, [20]],
    [1, [20]],
  ])
  const rows = async () => (await database.selectFrom('archive_texts').selectAll().execute()).length
  expect(await rows()).toBe(0)
  while (await store.indexSome());
  // Three days of four have contacts.
  expect(await rows()).toBe(2 * 67)
  // A new version of the account, so that caches are not used.
  for (const account of ACCOUNTS) await store.replaceDays(account, [])
  expect(await found()).toEqual(before)
  await database.destroy()
})

/** DATA_DIR of commit 8413231. */
const folderOf8413231 = (phones: 'keep' | 'hash'): string => {
  const folder = mkdtempSync(join(root, 'data-'))
  const packed = readFileSync(join(import.meta.dirname, 'archive-8413231', `${phones}.sqlite.gz`))
  writeFileSync(join(folder, ARCHIVE_FILE), gunzipSync(packed))
  if (phones === 'hash')
    writeFileSync(join(folder, 'archive-key'), 'the key of a test, long enough to be one')
  return folder
}
const ACCOUNT = 'aaaaaaaaaaaaaaaa'
const SEPTEMBER = { first: dayNumber('2026-09-01'), last: dayNumber('2026-09-30') }

test('keeps contacts of 8413231 with numbers, and removes those with hashes', async () => {
  const held = async (phones: 'keep' | 'hash') => {
    const { store, database } = await openArchive(folderOf8413231(phones))
    const days = (await store.map(ACCOUNT, SEPTEMBER)).length
    const settings = await database.selectFrom('archive_settings').selectAll().execute()
    await database.destroy()
    return { days, settings }
  }
  expect(await held('keep')).toEqual({ days: 30, settings: [] })
  expect(await held('hash')).toEqual({ days: 0, settings: [] })
})

test('in memory, removes contacts with hashes from the disk and leaves those with numbers', async () => {
  const left = async (phones: 'keep' | 'hash') => {
    const folder = folderOf8413231(phones)
    const isLeft = await removeHashedStore(databasesIn(folder))
    return { isLeft, names: readdirSync(folder).filter((name) => name.startsWith(ARCHIVE_FILE)) }
  }
  expect(await left('hash')).toEqual({ isLeft: false, names: [] })
  expect(await left('keep')).toMatchObject({
    isLeft: true,
    names: expect.arrayContaining([ARCHIVE_FILE]) as unknown,
  })
  expect(await removeHashedStore(databasesIn(mkdtempSync(join(root, 'data-'))))).toBe(false)
})
