/** @module-tag all */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { DAY_MS } from '#/contract/day.ts'
import { queryPostgres, newPostgresDatabase } from '#/server/database/testing/postgres.ts'
import { testClockAhead } from '#/test/clock.ts'
import { startProcess } from './start-process.ts'

// Starts processes, maybe on a busy machine.

const ROOT = join(import.meta.dirname, '../../..')
const FIXTURE = join(import.meta.dirname, 'data-folder-b82b523')
const ARCHIVE = join(import.meta.dirname, '../archive/store/archive-b26ed39/archive.sqlite.gz')
const root = mkdtempSync(join(tmpdir(), 'callboard-migrate-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Data of an earlier version, with an archive. */
const formerFolder = () => {
  const folder = mkdtempSync(join(root, 'data-'))
  for (const name of ['callboard.sqlite', 'reference.sqlite'])
    writeFileSync(join(folder, name), gunzipSync(readFileSync(join(FIXTURE, `${name}.gz`))))
  writeFileSync(join(folder, 'archive.sqlite'), gunzipSync(readFileSync(ARCHIVE)))
  copyFileSync(join(FIXTURE, 'session-secret'), join(folder, 'session-secret'))
  return folder
}

const secretOf = (folder: string) => readFileSync(join(folder, 'session-secret'), 'utf8').trim()

const migrate = async (env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/migrate.ts'), '--from', 'sqlite'], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout: await stdout, stderr: await stderr }
}

const made = z
  .record(z.string(), z.object({ cookie: z.string(), preferences: z.unknown() }))
  .parse(JSON.parse(readFileSync(join(FIXTURE, 'made.json'), 'utf8')))

/** Row counts, without kysely's tables. */
const countsIn = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite%'`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !/_migration(_lock)?$/.test(name))
  const counts = tables.map((name) => {
    const { rows } = database.prepare(`select count(*) rows from ${name}`).get() ?? {}
    return [name, Number(rows)] as const
  })
  database.close()
  return counts
}

test('a running installation moves to PostgreSQL: who is signed in stays so, all that was kept is there, and it is told', async () => {
  const folder = formerFolder()
  const parts = join(folder, 'builds/0123456789ab/assets')
  mkdirSync(parts, { recursive: true })
  writeFileSync(join(parts, 'index-former00.js'), 'of the build before')
  const DATABASE_URL = await newPostgresDatabase()
  const env = {
    DATA_DIR: folder,
    DATABASE_URL,
    SESSION_SECRET: secretOf(folder),
    SESSION_IDLE: '999999h',
    SESSION_MAX: '999999h',
    SAMPLE_CONTACTS: '1000',
    SAMPLE_NEW_CONTACTS: '0',
  }
  const moved = await migrate(env)
  expect([moved.code, moved.stderr]).toEqual([0, ''])
  for (const [name, schema] of [
    ['callboard', 'callboard'],
    ['archive', 'callboard_archive'],
    ['reference', 'callboard_reference'],
  ] as const)
    for (const [table, rows] of countsIn(join(folder, `${name}.sqlite`))) {
      expect(moved.stdout).toMatch(new RegExp(`${name}.sqlite +${table} +${rows} rows +[0-9a-f]{16}\n`))
      const there = await queryPostgres(DATABASE_URL, `select count(*)::int as rows from ${schema}.${table}`)
      expect([table, there]).toEqual([table, [{ rows }]])
    }
  expect(moved.stdout).toContain('builds: 1 kept builds\n')
  expect(moved.stdout).toContain('Texts are found at once')
  // Its files no longer matter.
  rmSync(join(folder, 'builds'), { recursive: true })
  const site = mkdtempSync(join(root, 'site-'))
  mkdirSync(join(site, 'assets'))
  writeFileSync(join(site, 'index.html'), 'the page of this build')
  await using server = await startProcess({
    ...env,
    SITE: site,
    // The fixture's sessions are two days newer than the tests' time: sessions of the future would end.
    FAULTS_CLOCK: String(testClockAhead() + 7 * DAY_MS),
  })
  await server.ready()
  expect(await (await server.send('/assets/index-former00.js')).text()).toBe('of the build before')
  for (const { cookie, preferences } of Object.values(made))
    expect(await (await server.send('/api/preferences', { cookie })).json()).toEqual(preferences)
  // Generated numbers continue after SQLite's.
  await server.enter('igor@domograd.ru', 'domograd')
  expect(server.output.stderr).toBe('')
  const again = await migrate(env)
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringMatching(/^Nothing was moved: \w+ in PostgreSQL holds something already\n$/),
  ])
})

test('nothing is moved under a server that runs, or with another secret', async () => {
  const folder = formerFolder()
  const DATABASE_URL = await newPostgresDatabase()
  const env = { DATA_DIR: folder, DATABASE_URL, SESSION_SECRET: secretOf(folder) }
  const other = await migrate({ ...env, SESSION_SECRET: 'another secret, long enough to be one' })
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('SESSION_SECRET is not what is in')])
  const { DATABASE_URL: _, ...alone } = env
  await using server = await startProcess({ ...alone, SAMPLE_CONTACTS: '1000' })
  await server.ready()
  const refused = await migrate(env)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('is used by a server: stop all of them'),
  ])
  const tables = `select count(*)::int as rows from information_schema.tables where table_schema like 'callboard%'`
  expect(await queryPostgres(DATABASE_URL, tables)).toEqual([{ rows: 0 }])
})
