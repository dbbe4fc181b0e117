import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS, dayNumber, dayText } from '#/contract/day.ts'
import { openTestStore, readDay } from '#/server/archive/archive-testing.ts'
import { ARCHIVE_FILE, openArchive } from '#/server/archive/open.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { parseSharedJson } from '#/server/threads/shared-json.ts'
import { listContacts } from './find.ts'
import { listQuestionOf } from './question.ts'

const FIRST = dayNumber('2026-11-16')
const LAST = FIRST + 2

const find = async (store: ArchiveStore, account: string, q: string, more = {}) => {
  const { contacts } = await listContacts(store, {
    ...listQuestionOf(account, {
      date_from: dayText(FIRST),
      date_to: dayText(LAST),
      limit: '1000',
      q,
      ...more,
    }),
    hidden: new Set(),
  })
  return (parseSharedJson(contacts) as { id: number }[]).map(({ id }) => id)
}

const saying = (day: number, contacts: readonly (readonly [id: number, text: string])[], readAt = 1) => ({
  ...readDay(day, [], readAt),
  records: contacts.map(([id, messages]) => ({
    id,
    obj_oid: 'site',
    date: `${dayText(day)}T12:00:00+03:00`,
    status: 9,
    messages,
  })),
})

test('texts are found with other filters, and only those of the account', async () => {
  const { store } = await openTestStore()
  await store.replaceDays('one', [
    saying(FIRST, [
      [1, 'нужна крыша'],
      [2, 'нужны окна'],
    ]),
    saying(LAST, [[3, 'крышу дорого']]),
  ])
  await store.replaceDays('two', [saying(FIRST, [[9, 'крыша и окна']])])
  expect(await find(store, 'one', 'крыши')).toEqual([3, 1])
  expect(await find(store, 'one', 'крыши', { date_to: dayText(FIRST) })).toEqual([1])
  expect(await find(store, 'one', 'крыши', { target: '!~' })).toEqual([])
  expect(await find(store, 'two', 'окно')).toEqual([9])
  expect(await find(store, 'three', 'окно')).toEqual([])
})

test('whatever is read in whatever order: texts of what the days hold are found, and no others', async () => {
  const WORDS = ['крыша', 'окна', 'дверь']
  const reading = fc.record({
    day: fc.integer({ min: 0, max: 2 }),
    contacts: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom(...WORDS)), {
      maxLength: 4,
      selector: ([id]) => id,
    }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(reading, { minLength: 1, maxLength: 6 }), async (readings) => {
      const { store } = await openTestStore()
      for (const [nth, { day, contacts }] of readings.entries())
        await store.replaceDays('one', [saying(FIRST + day, contacts, (nth + 1) * DAY_MS)])
      const held: { id: number; messages: string }[] = []
      for (let day = FIRST; day <= LAST; day++)
        held.push(...((await store.records('one', day)).records as typeof held))
      for (const word of WORDS)
        expect(new Set(await find(store, 'one', word))).toEqual(
          new Set(held.filter(({ messages }) => messages === word).map(({ id }) => id)),
        )
    }),
    { numRuns: 40 },
  )
})

test('a day that cannot be written leaves its texts as they were', async () => {
  const { store, database } = await openTestStore()
  await store.replaceDays('one', [saying(FIRST, [[1, 'крыша']])])
  const before = await database.selectFrom('archive_texts').selectAll().execute()
  // The last write fails.
  const broken = { ...saying(FIRST, [[1, 'окна']]), faulty: 1n as never }
  await expect(store.replaceDays('one', [broken])).rejects.toThrow(/BigInt|not iterable|reduce/)
  expect(await database.selectFrom('archive_texts').selectAll().execute()).toEqual(before)
  expect(await find(store, 'one', 'крыша')).toEqual([1])
})

test('of what was replaced, forgotten or kept long enough nothing is left in the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-archive-texts-'))
  const { store, database } = await openArchive(folder)
  const bytesOf = async (account: string) => {
    await store.replaceDays(account, [saying(FIRST, [[1, `крыша ${account}`]]), saying(LAST, [[2, 'окна']])])
    const rows = await database.selectFrom('archive_texts').select('bytes').orderBy('day').execute()
    return rows.map(({ bytes }) => Buffer.from(bytes))
  }
  const isInFile = (bytes: Buffer) =>
    ['', '-wal'].some((end) => readFileSync(join(folder, ARCHIVE_FILE + end)).includes(bytes))
  const [old, stored] = await bytesOf('one')
  expect([old, stored].map((bytes) => isInFile(bytes!))).toEqual([true, true])
  const { all } = await database
    .selectFrom('archive_texts')
    .select(sql<number>`sum(length(bytes))`.as('all'))
    .executeTakeFirstOrThrow()
  const [summary] = await store.summary('one', 0)
  const others = await Promise.all([FIRST, LAST].map((day) => store.segment('one', day)))
  const ofRecords = await database.selectFrom('archive_records').select('bytes').execute()
  const rest = [...others, ...ofRecords].reduce((sum, one) => sum + (one?.bytes.length ?? 0), 0)
  expect(summary?.bytes).toBe(all + rest)
  await store.purge(FIRST + 1)
  expect([old, stored].map((bytes) => isInFile(bytes!))).toEqual([false, true])
  expect(await find(store, 'one', 'крыша')).toEqual([])
  await store.forget('one', null, false)
  expect(isInFile(stored!)).toBe(false)
  expect(await find(store, 'one', 'окна')).toEqual([])
  expect(await database.selectFrom('archive_texts').selectAll().execute()).toEqual([])
  await database.destroy()
  rmSync(folder, { recursive: true })
})
