/** @module-tag all */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { columnsOf, openTestArchive, segmentRows } from '#/server/archive/archive-testing.ts'
import { ARCHIVE_FILE, openArchive } from '#/server/archive/open.ts'
import { newTestPlace } from '#/server/database/testing/engine.ts'
import { runs } from '#/test/runs.ts'
import { startProcess } from './start-process.ts'

const root = mkdtempSync(join(tmpdir(), 'callboard-archive-'))
afterAll(() => rmSync(root, { recursive: true }))

const [ACCOUNT, FIRST] = ['account', 20_000]

/**
 * Lets a process write until it has reported so many values, kills it some milliseconds later, and returns the last reported
 * one.
 */
const killedWriter = async (place: string, from: number, writes: number, ms: number): Promise<number> => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'archive-writer.ts'), place, String(from)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  const enough = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.split('\n').length > writes) resolve()
    })
  })
  const ended = once(child, 'close')
  await Promise.race([enough, ended])
  await wait(ms)
  child.kill('SIGKILL')
  await ended
  return Number(output.trimEnd().split('\n').at(-1))
}

test('archive-crash: killed in the middle of writes, no acknowledged day is lost and none is half', async () => {
  const place = await newTestPlace(mkdtempSync(join(root, 'data-')))
  let next = 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.nat(9), async (writes, ms) => {
      const acknowledged = await killedWriter(place, next, writes, ms)
      const { store, database } = await openTestArchive(place)
      const held = await store.map(ACCOUNT, { first: FIRST, last: FIRST + 3 })
      expect(held).toHaveLength(4)
      const [n] = held.map(({ readAt }) => readAt)
      // The next one was in progress.
      expect([acknowledged, acknowledged + 1]).toContain(n)
      // Written, but not reported as complete: it is read again.
      const isSettled = held.slice(0, 3).every(({ state }) => state === 'complete')
      expect(isSettled || n === acknowledged + 1).toBe(true)
      const each = 1 + (n! % 40)
      expect(held.map(({ contacts }) => contacts)).toEqual([each, each, each, 0])
      const rows = segmentRows(await columnsOf(store, ACCOUNT, { first: FIRST, last: FIRST + 3 }))
      expect(rows).toHaveLength(3 * each)
      expect(rows.every((row) => row.endsWith(` ${n}`))).toBe(true)
      for (const day of [0, 1, 2]) {
        const { records } = await store.records(ACCOUNT, FIRST + day)
        expect(records).toHaveLength(each)
        for (const record of records) expect(record).toMatchObject({ region: String(n) })
      }
      await database.destroy()
      next = n! + 1
    }),
    // Each round continues from the one before.
    { ...runs(6, 100), endOnFailure: true },
  )
})

test('archive-backup: one made while the archive is open is restored with every day whole', async () => {
  const folder = mkdtempSync(join(root, 'data-'))
  await killedWriter(folder, 0, 5, 0)
  const { database } = await openArchive(folder)
  const copies = join(root, 'copies')
  const copy = join(copies, ARCHIVE_FILE)
  const backup = spawn(process.execPath, [join(import.meta.dirname, '../../../scripts/backup.ts'), copies], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: 'inherit',
  })
  expect(await once(backup, 'close')).toEqual([0, null])
  await database.destroy()
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  const restored = mkdtempSync(join(root, 'data-'))
  copyFileSync(copy, join(restored, ARCHIVE_FILE))
  const [before, after] = [await openArchive(folder), await openArchive(restored)]
  const days = { first: FIRST, last: FIRST + 3 }
  expect(await after.store.map(ACCOUNT, days)).toEqual(await before.store.map(ACCOUNT, days))
  const rows = segmentRows(await columnsOf(after.store, ACCOUNT, days))
  expect(rows.length).toBeGreaterThan(0)
  expect(rows).toEqual(segmentRows(await columnsOf(before.store, ACCOUNT, days)))
  await Promise.all([before.database.destroy(), after.database.destroy()])
})

test('an archive of a newer version is left alone, and the server starts without it', async () => {
  const folder = mkdtempSync(join(root, 'data-'))
  const { database } = await openArchive(folder)
  await sql`insert into kysely_migration values ('9999-newer', '2030')`.execute(database)
  await database.destroy()
  await expect(openArchive(folder)).rejects.toThrow('was written by a newer version')
  await using server = await startProcess({ DATA_DIR: folder, SAMPLE_CONTACTS: '1000' })
  await server.ready()
  expect(server.output.stderr).toContain(
    'The archive is not used: archive.sqlite in DATA_DIR was written by a newer',
  )
  expect(await (await server.send('/healthz')).json()).toMatchObject({ archive: 'unavailable' })
})

test('the archive is its owner’s only; a damaged one is set aside and begun anew', async () => {
  const folder = mkdtempSync(join(root, 'data-'))
  const first = await openArchive(folder)
  await first.store.makeDue(ACCOUNT, { first: 1, last: 1 })
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  await first.database.destroy()
  writeFileSync(join(folder, ARCHIVE_FILE), 'not a database at all, whatever it was before')
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const second = await openArchive(folder)
  expect(await second.store.map(ACCOUNT, { first: 0, last: 60_000 })).toEqual([])
  expect(consoleError).toHaveBeenCalledOnce()
  expect(readdirSync(folder).some((name) => name.startsWith(`${ARCHIVE_FILE}.damaged-`))).toBe(true)
  await second.database.destroy()
})

test('a server that was to hash numbers starts in memory, says so, and removes what it has stored', async () => {
  const folder = mkdtempSync(join(root, 'data-'))
  const former = join(import.meta.dirname, '../archive/store/archive-8413231/hash.sqlite.gz')
  writeFileSync(join(folder, ARCHIVE_FILE), gunzipSync(readFileSync(former)))
  writeFileSync(join(folder, 'archive-key'), 'the key of a test, long enough to be one')
  await using server = await startProcess({
    DATA_DIR: folder,
    SAMPLE_CONTACTS: '1000',
    ARCHIVE: 'on',
    ARCHIVE_PHONES: 'hash',
    ARCHIVE_COLUMNS: '10',
  })
  await server.ready()
  const lines = server.output.stdout.split('\n').filter((line) => line.includes('former-variable'))
  expect(lines.map((line) => (JSON.parse(line) as { variable: string }).variable)).toEqual([
    'ARCHIVE_PHONES',
    'ARCHIVE_COLUMNS',
  ])
  expect(await (await server.send('/healthz')).json()).toMatchObject({ status: 'ok', archive: 'ok' })
  const cookie = await server.enter('igor@domograd.ru', 'domograd')
  const body = { date_from: '2026-11-18', date_to: '2026-11-20' }
  const list = async () =>
    (await server.send('/api/archive/contacts', { cookie, method: 'POST', body })).json()
  await expect.poll(list).toMatchObject({ state: { is: 'complete', loaded: expect.any(Number) } })
  expect(readdirSync(folder).filter((name) => name.startsWith('archive'))).toEqual([])
  await server.send('/api/session', { cookie, method: 'DELETE' })
})
