import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#/server/database/database.ts'
import { migrateCallboard } from '#/server/database/migrations/callboard.ts'
import { openOwnDatabase } from '#/server/database/testing/own-database.ts'
import { directoryWithout } from '#/server/identity/directory.ts'
import { createNames, type NameTables } from './names.ts'
import { createSeal } from './seal.ts'
import { storedSecret } from './secret.ts'
import type { SessionTables } from './session-tables.ts'
import { createSessionStore } from './store.ts'

const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'callboard-session-'))
  folders.push(made)
  return made
}
afterEach(() => folders.splice(0).forEach((made) => rmSync(made, { recursive: true })))

const FACTS = {
  api_key: 'KEY_CANARY',
  user: {
    email: 'a@example.com',
    contact_name: 'Anna',
    phone_number: null,
    company_name: null,
    agency: null,
    is_agency_manager: false,
    roles: [],
  },
}
const secret = (letter: string) => letter.repeat(32)

const stored = async (given?: Kysely<SessionTables & NameTables>, letter = 'a') => {
  const database = given ?? (await openOwnDatabase())
  let at = 1_000_000
  const store = createSessionStore({
    database,
    names: await createNames(database, createSeal(secret(letter))),
    seal: createSeal(secret(letter)),
    directory: directoryWithout(),
    now: () => at,
    idleMs: 1_000,
    maxMs: 5_000,
  })
  return { database, store, pass: (ms: number) => void (at += ms) }
}

test('future-session: a session begun while the clock was ahead ends when the clock is right', async () => {
  const { store, pass } = await stored()
  pass(4 * 60_000)
  const soon = (await store.open(FACTS, 'email:a@example.com'))!
  pass(60 * 60_000)
  const late = (await store.open(FACTS, 'email:a@example.com'))!
  pass(-60 * 60_000)
  expect(await store.find(late.id, true)).toBeNull()
  expect(await store.find(soon.id, true)).not.toBeNull()
  pass(60 * 60_000)
  expect(await store.find(late.id, true)).toBeNull()
})

test('neither the id, the key nor the person can be read from the table', async () => {
  const { database, store } = await stored()
  const { id, session } = (await store.open(FACTS, 'email:a@example.com'))!
  const text = JSON.stringify(await database.selectFrom('sessions').selectAll().execute())
  for (const hidden of [
    id,
    'KEY_CANARY',
    'Anna',
    'a@example.com',
    Buffer.from('KEY_CANARY').toString('base64'),
  ])
    expect(text).not.toContain(hidden)
  expect(await store.find(id, true)).toEqual(session)
})

test('a sealed text moved to another row, or altered, opens nothing and ends that session', async () => {
  const { database, store } = await stored()
  const mine = (await store.open(FACTS, 'email:a@example.com'))!
  const yours = (await store.open({ ...FACTS, api_key: 'other' }, 'email:b@example.com'))!
  const { sealed } = await database
    .selectFrom('sessions')
    .selectAll()
    .where('id_hash', '=', yours.session.idHash)
    .executeTakeFirstOrThrow()
  await database.updateTable('sessions').set({ sealed }).where('id_hash', '=', mine.session.idHash).execute()
  expect(await store.find(mine.id, true)).toBeNull()
  expect(await database.selectFrom('sessions').select('id_hash').execute()).toEqual([
    { id_hash: yours.session.idHash },
  ])
})

test.each([
  ['another person', { principal: 'ffffffffffffffff' }],
  ['a longer life', { created: 2_000_000 }],
])('a row that is made to say %s opens nothing', async (_what, change) => {
  const { database, store } = await stored()
  const { id } = (await store.open(FACTS, 'email:a@example.com'))!
  expect(await store.find(id, true)).not.toBeNull()
  await database.updateTable('sessions').set(change).execute()
  expect(await store.find(id, true)).toBeNull()
})

test('the secret before opens what it sealed, which is sealed again under the new one', async () => {
  const { database, store } = await stored()
  const { id } = (await store.open(FACTS, 'email:a@example.com'))!
  for (const seal of [createSeal(secret('b'), secret('a')), createSeal(secret('c'), secret('b'))]) {
    const names = await createNames(database, seal)
    const next = createSessionStore({
      database,
      names,
      seal,
      directory: directoryWithout(),
      now: () => 1_000_000,
      idleMs: 1_000,
      maxMs: 5_000,
    })
    expect(await next.renewSecret()).toBe(0)
    expect(await next.find(id, true)).toMatchObject({ key: 'KEY_CANARY' })
  }
})

test('another secret opens nothing', async () => {
  const { database, store } = await stored()
  const { id } = (await store.open(FACTS, 'email:a@example.com'))!
  const { store: other } = await stored(database, 'b')
  expect(await other.find(id, true)).toBeNull()
})

test('fault-restart: the table survives a restart', async () => {
  const file = join(folder(), 'callboard.sqlite')
  const made = openDatabase<SessionTables & NameTables>(file)
  await migrateCallboard(made, createSeal(secret('a')))
  const first = await stored(made)
  const { id } = (await first.store.open(FACTS, 'email:a@example.com'))!
  await first.database.destroy()
  const second = await stored(openDatabase<SessionTables & NameTables>(file))
  expect(await second.store.find(id, true)).toMatchObject({ key: 'KEY_CANARY' })
  await second.database.destroy()
})

test('expired rows are purged even if they are never asked for', async () => {
  const { database, store, pass } = await stored()
  await store.open(FACTS, 'email:a@example.com')
  pass(999)
  await store.purge()
  expect(await database.selectFrom('sessions').select('id_hash').execute()).toHaveLength(1)
  pass(1)
  await store.open(FACTS, 'email:b@example.com')
  await store.purge()
  expect(await database.selectFrom('sessions').select('id_hash').execute()).toHaveLength(1)
})

test('a store that cannot answer is an error, not a signed-out person', async () => {
  const { database, store } = await stored()
  const { id } = (await store.open(FACTS, 'email:a@example.com'))!
  await database.destroy()
  await expect(store.find(id, true)).rejects.toThrow()
  expect(await store.isHealthy()).toBe(false)
})

test("the embedded service's secret is made once, for its owner only", () => {
  const dataDir = folder()
  const made = storedSecret(dataDir)
  expect(Buffer.from(made, 'base64url')).toHaveLength(32)
  expect(storedSecret(dataDir)).toBe(made)
  expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
  writeFileSync(join(dataDir, 'session-secret'), 'cut')
  expect(() => storedSecret(dataDir)).toThrow(/damaged/)
})
