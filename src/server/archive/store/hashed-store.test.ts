/** @module-tag all */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import { openArchive, removeHashedStore } from '#/server/archive/open.ts'
import { databasesIn, type Databases } from '#/server/database/databases.ts'
import { databasesOn } from '#/server/database/postgres/databases.ts'
import { newTestPlace } from '#/server/database/testing/engine.ts'

/* Archives whose numbers an earlier version has hashed, on both engines; upgrade.test.ts opens files of such a version. */

const root = mkdtempSync(join(tmpdir(), 'callboard-hashed-'))
afterAll(() => rmSync(root, { recursive: true }))

const ACCOUNT = 'aaaaaaaaaaaaaaaa'
const FIRST = dayNumber('2026-09-01')
const DAYS = { first: FIRST, last: FIRST + 1 }

const newDatabases = async (): Promise<Databases> => {
  const place = await newTestPlace(mkdtempSync(join(root, 'data-')))
  return place.startsWith('postgres') ? databasesOn(place, 20) : databasesIn(place)
}

/** An archive with two days. @param isHashed of a version that hashed numbers */
const archiveOf = async (isHashed: boolean): Promise<Databases> => {
  const databases = await newDatabases()
  const { store, database } = await openArchive(databases)
  await store.settle(ACCOUNT, DAYS, { state: 'complete', gaps: [], readAt: 2, triedAt: 2 })
  if (isHashed)
    await database.insertInto('archive_settings').values({ name: 'phones', value: 'hash v1' }).execute()
  await database.destroy()
  return databases
}
const storedDays = async (databases: Databases) => {
  const { store, database } = await openArchive(databases)
  const days = await store.map(ACCOUNT, DAYS)
  await database.destroy()
  return days.length
}

test('keeps days with numbers and removes those with hashes when the archive is opened', async () => {
  expect(await storedDays(await archiveOf(false))).toBe(2)
  const hashed = await archiveOf(true)
  expect(await storedDays(hashed)).toBe(0)
  // Only once: what is read from then on stays.
  const { store, database } = await openArchive(hashed)
  await store.settle(ACCOUNT, DAYS, { state: 'complete', gaps: [], readAt: 3, triedAt: 3 })
  await database.destroy()
  expect(await storedDays(hashed)).toBe(2)
})

test('removes a hashed archive and leaves one with numbers when contacts are in memory only', async () => {
  const [hashed, numbers, none] = [await archiveOf(true), await archiveOf(false), await newDatabases()]
  expect(await removeHashedStore(hashed)).toBe(false)
  expect(await hashed.exists('archive')).toBe(false)
  expect(await removeHashedStore(numbers)).toBe(true)
  expect(await storedDays(numbers)).toBe(2)
  expect(await removeHashedStore(none)).toBe(false)
})
