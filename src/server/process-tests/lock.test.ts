/** @module-tag all */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { startProcess } from './start-process.ts'

// Starts a process, maybe on a busy machine.

const [EMAIL, PASSWORD] = ['igor@domograd.ru', 'domograd']
const folder = mkdtempSync(join(tmpdir(), 'callboard-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('lock-held-9s: another process writes and does not end; pages, data and sign-out do not wait for it', async () => {
  await using server = await startProcess({ DATA_DIR: folder, SAMPLE_CONTACTS: '1000' })
  await server.ready()
  const [cookie, leaving] = [await server.enter(EMAIL, PASSWORD), await server.enter(EMAIL, PASSWORD)]
  const others = ['callboard.sqlite', 'reference.sqlite'].map((name) => {
    const other = new DatabaseSync(join(folder, name))
    other.exec('BEGIN EXCLUSIVE')
    return other
  })
  const save = () =>
    server.send('/api/preferences', {
      method: 'PUT',
      cookie,
      body: { base_version: 0, preferences: { won_statuses: ['Paid'] } },
    })
  const entering = server.send('/api/v2/users/sign_in', {
    method: 'POST',
    body: { user: { email: EMAIL, password: PASSWORD } },
  })
  const requested = [
    ['/', undefined],
    ['/api/session', cookie],
    ['/api/preferences', cookie],
    ['/api/v2/objs/', cookie],
    ['/api/v2/calls?period=month', cookie],
  ] as const
  const saving: Promise<Response>[] = []
  for (const [path, who] of requested) {
    // A write waits until its timeout; three times that would be too late.
    const write = save()
    saving.push(write)
    const answers = (async () => {
      const statuses: (string | number)[] = []
      for (let round = 0; round < 3; round++)
        statuses.push((await server.send(path, who === undefined ? {} : { cookie: who })).status)
      return statuses
    })()
    const first = await Promise.race([answers, write.then(() => 'the write')])
    expect([path, first]).toEqual([path, [200, 200, 200]])
  }
  const health = await server.send('/healthz')
  expect([health.status, await health.json()]).toMatchObject([200, { status: 'degraded', storage: 'locked' }])
  expect((await server.send('/api/session', { method: 'DELETE', cookie: leaving })).status).toBe(204)
  expect((await server.send('/api/v2/objs/', { cookie: leaving })).status).toBe(401)
  // Beyond the timeout: these are refused.
  for (const refused of await Promise.all([...saving, entering]))
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'storage_unavailable' }])

  for (const other of others) other.close()
  const third = await server.enter(EMAIL, PASSWORD)
  expect((await server.send('/api/v2/objs/', { cookie: leaving })).status).toBe(401)

  // Actions that require a log entry wait longer than others: a sign-out is through before.
  const busy = new DatabaseSync(join(folder, 'callboard.sqlite'))
  busy.exec('BEGIN EXCLUSIVE')
  const exporting = server.send('/api/audit/exports', {
    method: 'POST',
    cookie,
    body: { what: 'contacts', format: 'csv', client: null, rows: 1 },
  })
  expect((await server.send('/api/session', { method: 'DELETE', cookie: third })).status).toBe(204)
  busy.close()
  expect((await exporting).status).toBe(204)
})

test('two servers that start at once on a new folder both serve, over the same tables', async () => {
  const env = { DATA_DIR: join(folder, 'two'), SAMPLE_CONTACTS: '1000', SAMPLE_NEW_CONTACTS: '0' }
  await using one = await startProcess(env)
  await using other = await startProcess(env)
  await Promise.all([one.ready(), other.ready()])
  const cookie = await one.enter(EMAIL, PASSWORD)
  expect((await other.send('/api/v2/objs/', { cookie })).status).toBe(200)
  expect([one.output.stderr, other.output.stderr]).toEqual(['', ''])
})
