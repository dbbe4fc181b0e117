import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import { columnsOf } from '#/server/archive/archive-testing.ts'
import { listContacts } from '#/server/archive/lists/find.ts'
import { listQuestionOf } from '#/server/archive/lists/question.ts'
import { ARCHIVE_FILE, openArchive } from '#/server/archive/open.ts'

/* An archive that an earlier version has filled: archive-b26ed39/README.md says how it was made. */

const root = mkdtempSync(join(tmpdir(), 'callboard-archive-upgrade-'))
afterAll(() => rmSync(root, { recursive: true }))

const FIRST = dayNumber('2026-01-01')
const DAYS = { first: FIRST, last: FIRST + 89 }
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
  for (const table of ['archive_probes', 'archive_leases', 'archive_settings'] as const)
    expect(await database.selectFrom(table).selectAll().execute()).toEqual([])
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
