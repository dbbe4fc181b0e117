import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { migrate, NewerDatabase, openDatabase } from '#/server/database/database.ts'
import { moveFile } from '#/server/database/move.ts'
import { makeSchema, openPostgres } from '#/server/database/postgres/postgres.ts'
import { createStores, type OwnTables } from '#/server/stores.ts'
import { openTestDatabase } from '#/server/database/testing/engine.ts'
import { queryPostgres, newPostgresDatabase } from '#/server/database/testing/postgres.ts'
import { directoryWithout } from '#/server/identity/directory.ts'
import { createSeal } from '#/server/session/seal.ts'
import { migrateCallboard } from './callboard.ts'

/* Migrates data of commit 8413231; data-8413231/README.md says how they were made. */

const FIXTURE = join(import.meta.dirname, 'data-8413231')
const NOW = Date.parse('2026-11-20T14:03:00Z')
const seal = createSeal('a secret of the tests, long enough to be one')
const root = mkdtempSync(join(tmpdir(), 'callboard-migrations-'))
afterAll(() => rmSync(root, { recursive: true }))

const stored = z.object({
  cookie: z.string(),
  principal: z.string(),
  preferences: z.unknown(),
  plan: z.unknown(),
  mark: z.looseObject({ oid: z.string(), id: z.number() }),
  note: z.unknown(),
  alert: z.unknown(),
  report: z.looseObject({ id: z.string() }),
  token: z.string(),
})
const made = z
  .object({ sqlite: stored, postgres: stored })
  .parse(JSON.parse(readFileSync(join(FIXTURE, 'made.json'), 'utf8')))

const formerFile = () => {
  const file = join(mkdtempSync(join(root, 'data-')), 'callboard.sqlite')
  writeFileSync(file, gunzipSync(readFileSync(join(FIXTURE, 'callboard.sqlite.gz'))))
  return file
}
const postgresAt = async (url: string) => {
  const database = openPostgres<OwnTables>({ url, schema: 'callboard', connections: 2 })
  await makeSchema(database, 'callboard')
  return database
}
const open = {
  sqlite: async () => openDatabase<OwnTables>(formerFile()),
  postgres: async () => {
    const url = await newPostgresDatabase()
    await queryPostgres(url, gunzipSync(readFileSync(join(FIXTURE, 'callboard.sql.gz'))).toString())
    return postgresAt(url)
  },
}

const storesOf = (database: Kysely<OwnTables>) =>
  createStores(database, {
    seal,
    directory: directoryWithout(),
    now: () => NOW,
    idleMs: 1_000_000,
    maxMs: 1_000_000,
    auditDays: 400,
  })
const tablesOf = async (database: Kysely<OwnTables>) =>
  (await database.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)

const expectPreserved = async (database: Kysely<OwnTables>, engine: keyof typeof made) => {
  const { cookie, principal, preferences, plan, mark, note, alert, report, token } = made[engine]
  const stores = await storesOf(database)
  expect(await stores.sessions.find(cookie, false)).toMatchObject({ principal, key: 'KEY' })
  expect(await stores.preferences.read(principal)).toEqual(preferences)
  expect(await stores.monthPlans.of(principal)).toEqual([plan])
  expect((await stores.annotations.of(principal, [mark])).marks).toMatchObject([
    { note: 'Wants a garage', tags: ['kitchen'], score: 4, version: 1, who: 'Anna' },
  ])
  expect(await stores.chartNotes.of({ principal, client: null })).toEqual([note])
  expect(await stores.alerts.list(principal)).toEqual([alert])
  expect(await stores.schedules.list(principal, 'report')).toEqual([report])
  expect(await stores.sharedReports.read(token)).toBe('{"title":"November"}')
  expect(await stores.mailStops.of(report.id, ['stop@example.com'])).toEqual(new Set(['stop@example.com']))
  expect(await stores.tries.count('someone', 60_000)).toBe(1)
}

test.each(['sqlite', 'postgres'] as const)(
  'what 8413231 kept in %s is there, at the first start and at the next, and that version does not start on it any more',
  async (engine) => {
    const database = await open[engine]()
    await expectPreserved(database, engine)
    await expectPreserved(database, engine)
    const known = ['0001-sessions', '0002-bound', '0003-storage-check', '0004-walls']
    const migrations = Object.fromEntries(known.map((name) => [name, async () => undefined]))
    await expect(migrate(database, { table: DEFAULT_MIGRATION_TABLE, migrations })).rejects.toThrow(
      NewerDatabase,
    )
    await database.destroy()
  },
)

test('what 8413231 kept in a file moves to PostgreSQL', async () => {
  const database = await postgresAt(await newPostgresDatabase())
  await moveFile<OwnTables>(formerFile(), database, (tables) => migrateCallboard(tables, seal))
  await expectPreserved(database, 'sqlite')
  await database.destroy()
})

test('of a newer version nothing is changed', async () => {
  const database = await openTestDatabase<OwnTables>()
  const later = { table: 'callboard_migration', migrations: { '9999-later': async () => undefined } }
  await migrate(database, later)
  const before = await tablesOf(database)
  await expect(migrateCallboard(database, seal)).rejects.toThrow(NewerDatabase)
  expect(await tablesOf(database)).toEqual(before)
  await database.destroy()
})
