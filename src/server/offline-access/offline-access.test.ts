import { expect, test } from 'vitest'
import { offlineAccessState } from '#/contract/delivery/offline-access.ts'
import { directoryFrom } from '#/server/identity/directory.ts'
import { createSeal } from '#/server/session/seal.ts'
import { createHarness, json, KEY, type Harness } from '#/server/testing.ts'
import { createOfflineAccess, type OfflineAccessTables } from './offline-access.ts'
import type { Kysely } from 'kysely'
import { DAY_MS } from '#/contract/day.ts'

const stateOf = async ({ send }: Harness, cookie: string) =>
  offlineAccessState.parse(await (await send('/api/standing', { cookie })).json())
const context = { signal: new AbortController().signal, faults: new Set<never>() }

const given = async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  expect(await stateOf(harness, cookie)).toMatchObject({ is: 'none' })
  const answer = await harness.send('/api/standing', { method: 'PUT', cookie })
  expect(answer.status).toBe(200)
  const { offlineAccess } = harness.options
  const [row] = await (harness.database as unknown as Kysely<OfflineAccessTables>)
    .selectFrom('standing')
    .selectAll()
    .execute()
  return { harness, cookie, offlineAccess, principal: row!.principal, row: row! }
}

test('standing-permission-sealed: what is kept of an access opens for its person and purpose only, and never leaves', async () => {
  const { harness, cookie, offlineAccess, principal, row } = await given()
  expect(JSON.stringify(row)).not.toContain(KEY)
  expect(await (await harness.send('/api/standing', { cookie })).text()).not.toContain(KEY)
  expect((await offlineAccess.as(principal))?.key).toBe(KEY)
  const tables = harness.database as unknown as Kysely<OfflineAccessTables>
  await tables
    .insertInto('standing')
    .values({ ...row, principal: 'another' })
    .execute()
  expect(await offlineAccess.as('another')).toBeNull()
})

test('it outlives the session that gave it, and ends when its person says so', async () => {
  const { harness, cookie, offlineAccess, principal } = await given()
  await harness.send('/api/session', { method: 'DELETE', cookie })
  expect(await offlineAccess.as(principal)).not.toBeNull()
  const again = await harness.enter()
  expect(await stateOf(harness, again)).toMatchObject({ is: 'given' })
  await harness.send('/api/standing', { method: 'DELETE', cookie: again })
  expect(await stateOf(harness, again)).toMatchObject({ is: 'ended', why: 'person' })
  expect(await offlineAccess.as(principal)).toBeNull()
})

test('it ends after 400 days', async () => {
  const { harness, offlineAccess, principal } = await given()
  harness.pass(400 * DAY_MS - 1)
  expect(await offlineAccess.as(principal)).not.toBeNull()
  harness.pass(1)
  expect(await offlineAccess.as(principal)).toBeNull()
  expect(await offlineAccess.stateOf(principal)).toMatchObject({ is: 'ended', why: 'expired' })
})

test('it ends when the API refuses its key, and says so', async () => {
  const { harness, offlineAccess, principal } = await given()
  const { createKeyWatch } = await import('#/server/upstream/key-watch.ts')
  const { createSessionCalls } = await import('#/server/upstream/session-calls.ts')
  const { createClients } = await import('#/server/upstream/clients.ts')
  const { createNumberReading } = await import('#/server/phones/reading.ts')
  const { createUpstream } = await import('#/server/upstream/request.ts')
  const { sessionsWithOfflineAccess } = await import('./sessions.ts')
  harness.handlers['GET /v2/objs/'] = () => json({ error: 'unauthorized' }, 401)
  const { config, fetch, names, now } = harness.options
  const { dialect } = config
  const sessions = sessionsWithOfflineAccess(harness.options)
  const calls = createSessionCalls({
    upstream: createUpstream({ fetch, baseUrl: config.apiBaseUrl!, dialect }),
    sessions,
    clients: createClients(names, dialect, now),
    keyWatch: createKeyWatch(() => undefined),
    numbers: createNumberReading(),
    monotonic: now,
  })
  const session = await offlineAccess.as(principal)
  expect(await sessions.isOpen(session!.idHash)).toBe(true)
  await expect(
    calls.call(session!, { name: 'objects', values: {}, clientId: null }, context),
  ).rejects.toMatchObject({ error: 'session_ended' })
  expect(await sessions.isOpen(session!.idHash)).toBe(false)
  expect(await offlineAccess.stateOf(principal)).toMatchObject({ is: 'ended', why: 'refused' })
})

test('it moves on to a new secret, and is over where the old one is gone', async () => {
  const { harness, principal } = await given()
  const { names, directory, now } = harness.options
  const database = harness.database as unknown as Kysely<OfflineAccessTables>
  const [old, fresh] = [
    'a secret of the tests, long enough to be one',
    'another secret, which has replaced the one before',
  ]
  const both = createOfflineAccess({ database, seal: createSeal(fresh, old), names, directory, now })
  await both.renewSecret()
  const only = createOfflineAccess({ database, seal: createSeal(fresh), names, directory, now })
  expect((await only.as(principal))?.key).toBe(KEY)
  const lost = createOfflineAccess({ database, seal: createSeal(old), names, directory, now })
  expect(await lost.as(principal)).toBeNull()
  expect(await lost.stateOf(principal)).toMatchObject({ is: 'ended', why: 'secret' })
})

test('with the company’s sign-in the mapped key serves, for as long as the person is mapped to the same account', async () => {
  const { options, database } = await createHarness()
  const keysOf = (users: object) =>
    directoryFrom(JSON.stringify({ accounts: { a: { api_key: 'KEY_A' }, b: { api_key: 'KEY_B' } }, users }))
  const who = { via: 'proxy' as const, subject: 'u1', email: 'anna@sever.example', groups: [], name: null }
  let directory = keysOf({ 'anna@sever.example': { account: 'a' } })
  const offlineAccess = createOfflineAccess({
    database,
    seal: options.seal,
    names: options.names,
    directory: { grantOf: (identity) => directory.grantOf(identity), rightsOf: directory.rightsOf },
    now: options.now,
  })
  const user = {
    email: who.email,
    contact_name: null,
    phone_number: null,
    company_name: null,
    agency: null,
    is_agency_manager: false,
    roles: [],
  }
  await offlineAccess.give({
    idHash: 'x',
    key: 'KEY_A',
    user,
    principal: 'anna',
    account: 'account-a',
    rights: new Set(),
    company: { identity: who, account: 'a', user },
    frame: null,
    kiosk: null,
    openedAt: 0,
    endsAt: 0,
  })
  expect((await offlineAccess.as('anna'))?.key).toBe('KEY_A')
  const [row] = await (database as unknown as Kysely<OfflineAccessTables>)
    .selectFrom('standing')
    .selectAll()
    .execute()
  expect(
    options.seal.open(row!.sealed!, JSON.stringify(['standing', 'alerts and reports', 'anna', row!.given])),
  ).not.toContain('KEY_A')
  directory = keysOf({ 'anna@sever.example': { account: 'b' } })
  expect(await offlineAccess.as('anna')).toBeNull()
  directory = keysOf({})
  expect(await offlineAccess.as('anna')).toBeNull()
})
