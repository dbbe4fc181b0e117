/** @module-tag all */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import type { Dataset } from '#/analytics/columns/dataset.ts'
import { dayNumber } from '#/contract/day.ts'
import { columnsOf, readDay } from '#/server/archive/archive-testing.ts'
import { listContacts } from '#/server/archive/lists/find.ts'
import { listQuestionOf } from '#/server/archive/lists/question.ts'
import { ARCHIVE_FILE, openArchive } from '#/server/archive/open.ts'
import { segmentColumns } from './columns.ts'
import { unpack } from './kept-day.ts'
import { hashPhones } from './phones.ts'
import type { SegmentDays } from './store.ts'
import { switchPhones } from './upkeep/switch-phones.ts'

/* An archive that an earlier version has filled: archive-b26ed39/README.md says how it was made. */

const root = mkdtempSync(join(tmpdir(), 'callboard-archive-upgrade-'))
afterAll(() => rmSync(root, { recursive: true }))

const FIRST = dayNumber('2026-01-01')
const DAYS = { first: FIRST, last: FIRST + 89 }
const byText = (a: string, b: string) => a.localeCompare(b)
const ACCOUNTS = ['aaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbb']

/** A copy of the folder as it was left. */
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
      .map((row) => String(by.caller.values[by.caller.codes[row]!]))
      .toSorted(byText)
  }
  expect(await versions(DAYS)).toEqual(new Set([1]))
  const before = await callers(february)
  await store.joinSegments(account, february)
  expect(await versions(february)).toEqual(new Set([3]))
  expect(await store.segmentDays(account, february)).toMatchObject([february])
  expect(await callers(february)).toEqual(before)
  // The middle of the month is too old by now: what is left of it is made of its records.
  const left = { first: FIRST + 45, last: february.last }
  const kept = await callers(left)
  await store.purge(left.first)
  expect(await callers(DAYS)).toEqual(
    [...kept, ...(await callers({ first: FIRST + 59, last: DAYS.last }))].toSorted(byText),
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
      all.push([total, (JSON.parse(contacts) as { id: number }[]).map(({ id }) => id)])
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
  // Three days of four hold contacts.
  expect(await rows()).toBe(2 * 67)
  // Another version of the account, so that nothing is remembered.
  for (const account of ACCOUNTS) await store.replaceDays(account, [])
  expect(await found()).toEqual(before)
  await database.destroy()
})

/** What the files of a folder hold, also of what was deleted. */
const bytesOf = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.startsWith(ARCHIVE_FILE))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('')

const openAs = async (folder: string, phones: 'keep' | 'hash') => {
  const opened = await openArchive(folder, phones)
  return { ...opened, [Symbol.asyncDispose]: () => opened.database.destroy() }
}

const callersOf = ({ by, rows }: Dataset): number[] => [...by.caller.codes.subarray(0, rows)]

test('ARCHIVE_PHONES=hash takes records, texts and numbers out of what is held; the columns stay', async () => {
  const folder = formerFolder()
  const [account] = ACCOUNTS
  let before: Dataset
  {
    await using kept = await openAs(folder, 'keep')
    before = await columnsOf(kept.store, account!, DAYS)
    expect((await kept.store.records(account!, FIRST + 2)).records[0]).toHaveProperty('messages')
    while (await kept.store.indexSome());
  }
  expect(before.by.caller.values).toContain('+79261000000')
  {
    await using hashed = await openAs(folder, 'hash')
    const after = await columnsOf(hashed.store, account!, DAYS)
    expect(after.rows).toBe(before.rows)
    expect([...after.id.subarray(0, 133)]).toEqual([...before.id.subarray(0, 133)])
    // The same ones are the same caller, and none is known.
    expect(callersOf(after)).toEqual(callersOf(before))
    expect(after.by.caller.values.slice(1).every((text) => text?.length === 15)).toBe(true)
    for (let day = DAYS.first; day <= DAYS.last; day++)
      for (const one of (await hashed.store.records(account!, day)).records) {
        expect(one).not.toHaveProperty('messages')
        expect((one as { caller: string }).caller).toMatch(/^\d{15}$/)
      }
    const gone = await hashed.database.selectFrom('archive_gone').select('record').execute()
    expect(gone).toEqual([{ record: 'null' }])
    while (await hashed.store.indexSome());
    const texts = await hashed.database.selectFrom('archive_texts').select('bytes').execute()
    expect(new Set(texts.map(({ bytes }) => bytes.length))).toEqual(new Set([0]))
    expect(await hashed.store.map(account!, DAYS)).toHaveLength(90)
  }
  expect(bytesOf(folder)).not.toContain('gone later')
  // The next start finds it done.
  await using again = await openAs(folder, 'hash')
  expect(callersOf(await columnsOf(again.store, account!, DAYS))).toEqual(callersOf(before))
})

test('a switch that was cut off goes on at the next start, and nothing is hashed twice', async () => {
  const [cut, whole] = [formerFolder(), formerFolder()]
  const key = 'the key of both, long enough to be one'
  for (const folder of [cut, whole]) writeFileSync(join(folder, 'archive-key'), key)
  {
    await using opened = await openAs(cut, 'keep')
    let days = 0
    const transaction = opened.database.transaction.bind(opened.database)
    opened.database.transaction = () => {
      if (++days > 40) throw new Error('the process is gone')
      return transaction()
    }
    const switched = switchPhones(opened.database, segmentColumns, hashPhones(key), opened.store.forgetAll)
    await expect(switched).rejects.toThrow('the process is gone')
  }
  await using one = await openAs(cut, 'hash')
  await using other = await openAs(whole, 'hash')
  for (const account of ACCOUNTS) {
    const [a, b] = [await columnsOf(one.store, account, DAYS), await columnsOf(other.store, account, DAYS)]
    expect(a.rows).toBe(133)
    expect(callersOf(a).map((code) => a.by.caller.values[code])).toEqual(
      callersOf(b).map((code) => b.by.caller.values[code]),
    )
  }
})

test('numbers wanted back, or another key: everything is read again', async () => {
  const folder = formerFolder()
  const held = async (phones: 'keep' | 'hash') => {
    await using opened = await openAs(folder, phones)
    const days = (await opened.store.map(ACCOUNTS[0]!, DAYS)).length
    await opened.store.replaceDays(ACCOUNTS[0]!, [readDay(FIRST, [{ oid: 'site', id: 1, note: 'x' }])])
    return days
  }
  expect(await held('hash')).toBe(90)
  expect(await held('keep')).toBe(0)
  expect(await held('keep')).toBe(1)
  expect(await held('hash')).toBe(1)
  writeFileSync(join(folder, 'archive-key'), 'another key, long enough to be one as well')
  expect(await held('hash')).toBe(0)
})
