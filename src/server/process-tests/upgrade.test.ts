/** @module-tag all */
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { DAY_MS } from '#/contract/day.ts'
import { agencyAnswer } from '#/contract/agency.ts'
import { allCallsAnswer } from '#/contract/call.ts'
import { isReadable } from '#/contract/field.ts'
import { objectsAnswer } from '#/contract/object.ts'
import { preferencesAnswer } from '#/contract/preferences.ts'
import { session } from '#/contract/session.ts'
import { testClockAhead } from '#/test/clock.ts'
import { startProcess, type ServerProcess } from './start-process.ts'

/* Starts on an earlier version's DATA_DIR: a copy of data-folder-b82b523, whose README.md says how it was made. */

// Every test starts processes, maybe on a busy machine.

const FIXTURE = join(import.meta.dirname, 'data-folder-b82b523')
const root = mkdtempSync(join(tmpdir(), 'callboard-upgrade-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Answers of the commit's own server. */
const made = z
  .record(
    z.enum(['igor', 'anna']),
    z.object({ cookie: z.string(), principal: z.string(), preferences: z.unknown() }),
  )
  .parse(JSON.parse(readFileSync(join(FIXTURE, 'made.json'), 'utf8')))
const people = Object.values(made)

/** The fixture's sessions are old: here they do not expire. */
const start = async (env: Readonly<Record<string, string>> = {}, data = mkdtempSync(join(root, 'data-'))) => {
  for (const name of ['callboard.sqlite', 'reference.sqlite'])
    writeFileSync(join(data, name), gunzipSync(readFileSync(join(FIXTURE, `${name}.gz`))), { mode: 0o644 })
  // The start lock as its first version made it.
  writeFileSync(join(data, 'start-lock'), '', { mode: 0o644 })
  copyFileSync(join(FIXTURE, 'session-secret'), join(data, 'session-secret'))
  chmodSync(join(data, 'session-secret'), 0o600)
  const all = {
    DATA_DIR: data,
    SAMPLE_CONTACTS: '1000',
    SAMPLE_NEW_CONTACTS: '0',
    SESSION_IDLE: '999999h',
    SESSION_MAX: '999999h',
    // They are two days newer than the tests' time: sessions of the future would end.
    FAULTS_CLOCK: String(testClockAhead() + 7 * DAY_MS),
    ...env,
  }
  const server = await startProcess(all)
  await server.ready()
  return { data, all, server }
}
const events = ({ output }: ServerProcess) =>
  output.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => z.looseObject({ event: z.string() }).parse(JSON.parse(line)))
    .filter(({ event }) => event !== 'request')

let upgraded: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  upgraded = await start()
})
afterAll(() => upgraded.server.signal('SIGKILL'))

test('users stay signed in and keep what they have saved', async () => {
  const { send, output } = upgraded.server
  for (const { cookie, principal, preferences } of people) {
    const who = session.parse(await (await send('/api/session', { cookie })).json())
    expect(who.principal).toBe(principal)
    const answer: unknown = await (await send('/api/preferences', { cookie })).json()
    expect(answer).toEqual(preferences)
    // All of it is understood, not only stored.
    expect(preferencesAnswer.parse(answer)).toEqual(preferences)
  }
  expect(output.stderr).toBe('')
})

test('what an earlier version left open to others, and all that is written now, is its owner’s only', () => {
  const { data } = upgraded
  const open = readdirSync(data).filter((name) => (statSync(join(data, name)).mode & 0o077) !== 0)
  expect(open).toEqual([])
  // SQLite's companion files during writes.
  expect(readdirSync(data)).toEqual(expect.arrayContaining(['callboard.sqlite-wal', 'callboard.sqlite-shm']))
})

test('sessions were sealed again: bound to their person and their beginning, and again at the next start', async () => {
  const { data, all, server } = await start()
  await server.signal('SIGTERM')
  const database = new DatabaseSync(join(data, 'callboard.sqlite'))
  const rows = database.prepare('select principal, sealed from sessions').all()
  expect(new Set(rows.map(({ principal }) => principal))).toEqual(
    new Set(people.map(({ principal }) => principal)),
  )
  database.exec("update sessions set created = created + 1 where principal = '" + made.igor.principal + "'")
  database.close()
  await using again = await startProcess(all)
  await again.ready()
  expect(events(again)).toContainEqual(expect.objectContaining({ event: 'sessions-discarded', count: 1 }))
  expect((await again.send('/api/v2/objs/', { cookie: made.igor.cookie })).status).toBe(401)
  expect((await again.send('/api/v2/agency', { cookie: made.anna.cookie })).status).toBe(200)
})

test('who signs in anew is the account that has the preferences', async () => {
  const { send, enter } = upgraded.server
  const cookie = await enter('igor@domograd.ru', 'domograd')
  expect(await (await send('/api/preferences', { cookie })).json()).toEqual(made.igor.preferences)
})

test('what they have pinned is there: objects and clients are the same ones', async () => {
  const { send } = upgraded.server
  const { cookie } = made.igor
  const { objs } = objectsAnswer.lenient.parse(await (await send('/api/v2/objs/', { cookie })).json())
  const oids = objs.filter(isReadable).map(({ oid }) => oid)
  const { pins } = preferencesAnswer.parse(made.igor.preferences).preferences
  expect(oids).toEqual(expect.arrayContaining(pins?.objects ?? ['none']))
  const agencies = await (await send('/api/v2/agency', { cookie: made.anna.cookie })).json()
  const clients = agencyAnswer.lenient.parse(agencies)[0]?.clients ?? []
  const [pinned] = preferencesAnswer.parse(made.anna.preferences).preferences.pins?.clients ?? []
  expect(clients.filter(isReadable).map((client) => client.client)).toContain(pinned)
})

test('sample data are made again, once, and the log says so', async () => {
  const { cookie } = made.igor
  const total = async (server: ServerProcess) => {
    const answer = await server.send('/api/v2/calls?period=all', { cookie })
    return allCallsAnswer.lenient.parse(await answer.json()).meta?.pagination?.total_objects
  }
  // The fixture has only the newest hundred of all accounts.
  const contacts = await total(upgraded.server)
  expect(contacts).toBeGreaterThan(200)
  expect(events(upgraded.server)).toEqual([expect.objectContaining({ event: 'sample-renewed' })])

  await upgraded.server.signal('SIGTERM')
  await using again = await startProcess(upgraded.all)
  await again.ready()
  expect(again.output.stdout).not.toContain('sample')
  expect(await total(again)).toBe(contacts)
})

test('fault-secret: with another secret beside the one before, users stay signed in, and find what they saved without it too', async () => {
  const before = readFileSync(join(FIXTURE, 'session-secret'), 'utf8').trim()
  const SESSION_SECRET = 'another secret, long enough to be one'
  const { all, server } = await start({ SESSION_SECRET, SESSION_SECRET_PREVIOUS: before })
  expect(events(server).map(({ event }) => event)).toEqual(['sample-renewed'])
  expect((await server.send('/api/v2/objs/', { cookie: made.igor.cookie })).status).toBe(200)
  await server.enter('igor@domograd.ru', 'domograd')
  await server.signal('SIGTERM')
  await using after = await startProcess({ ...all, SESSION_SECRET_PREVIOUS: '' })
  await after.ready()
  const cookie = await after.enter('igor@domograd.ru', 'domograd')
  expect(await (await after.send('/api/preferences', { cookie })).json()).toEqual(made.igor.preferences)
})

test('with another secret everybody signs in again, and the log says so', async () => {
  const { server } = await start({ SESSION_SECRET: 'another secret, long enough to be one' })
  await using _ = server
  expect(events(server)).toContainEqual(expect.objectContaining({ event: 'sessions-discarded', count: 2 }))
  for (const { cookie } of people) expect((await server.send('/api/v2/objs/', { cookie })).status).toBe(401)
})
