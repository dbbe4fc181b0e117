/** @module-tag all */
import { inJson, readDaysOf } from '#/server/archive/figures/figures-testing.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { makeCertificate } from '../../../scripts/nginx.ts'
import {
  ensurePostgres,
  removePostgres,
  restartPostgres,
  startPostgres,
  stopPostgres,
  type TestPostgres,
} from '../../../scripts/postgres.ts'
import { queryPostgres } from '#/server/database/testing/postgres.ts'
import { DAY_MS } from '#/contract/day.ts'
import { startProcess, type ServerProcess } from './start-process.ts'

// Starts processes, maybe on a busy machine.

const [EMAIL, PASSWORD] = ['igor@domograd.ru', 'domograd']
const SESSION_SECRET = 'a secret of the tests, long enough to be one'
const root = mkdtempSync(join(tmpdir(), 'callboard-shared-'))
const key = join(root, 'server.key')
const certificate = join(root, 'server.crt')

let postgres: TestPostgres
let url: string
beforeAll(async () => {
  makeCertificate(key, certificate)
  postgres = await startPostgres(mkdtempSync(join(tmpdir(), 'callboard-postgres-')), { key, certificate })
  await queryPostgres(`${postgres.url}/postgres`, 'create database callboard')
  url = `${postgres.url}/callboard`
})
afterAll(() => {
  removePostgres(postgres)
  rmSync(root, { recursive: true, force: true })
})

const start = (name: string, env: Readonly<Record<string, string>> = {}) =>
  startProcess({
    DATA_DIR: join(root, name),
    DATABASE_URL: url,
    SESSION_SECRET,
    SAMPLE_CONTACTS: '1000',
    ...env,
  })

const words = async (server: ServerProcess, cookie: string) => {
  const response = await server.send('/api/preferences', { cookie })
  const { preferences } = (await response.json()) as { preferences: { won_statuses?: string[] } }
  return preferences.won_statuses
}
const save = async (server: ServerProcess, cookie: string, word: string) => {
  const stored = await server.send('/api/preferences', { cookie })
  if (!stored.ok) return stored
  const { version } = (await stored.json()) as { version: number }
  const body = { base_version: version, preferences: { won_statuses: [word] } }
  return server.send('/api/preferences', { method: 'PUT', cookie, body })
}

test('two servers that start at once on an empty database share sessions, what is saved, the log and the sample data', async () => {
  await using one = await start('one')
  await using other = await start('other')
  await Promise.all([one.ready(), other.ready()])
  const cookie = await one.enter(EMAIL, PASSWORD)
  expect((await save(one, cookie, 'Paid')).status).toBe(200)
  expect(await words(other, cookie)).toEqual(['Paid'])
  const objects = async (server: ServerProcess) => (await server.send('/api/v2/objs/', { cookie })).json()
  expect(await objects(one)).toMatchObject((await objects(other)) as object)
  expect((await other.send('/api/session', { method: 'DELETE', cookie })).status).toBe(204)
  expect((await one.send('/api/v2/objs/', { cookie })).status).toBe(401)
  const contacts = await queryPostgres(
    url,
    'select count(*)::int as contacts from callboard_reference.contacts',
  )
  expect(contacts).toEqual([{ contacts: 1000 }])
  const signIns = await queryPostgres(url, `select who from callboard.audit where event = 'signed_in'`)
  expect(signIns).toEqual([{ who: EMAIL }])
})

test('a server on another machine serves the parts of the build that this one was updated to, and of the one before', async () => {
  const partOf = (build: string) => `/assets/index-${build}abcde.js`
  const builtAs = (build: string) => {
    const site = join(root, `site-${build}`)
    mkdirSync(join(site, 'assets'), { recursive: true })
    writeFileSync(join(site, 'index.html'), `<script type="module" src="${partOf(build)}"></script>`)
    writeFileSync(join(site, partOf(build)), `/* ${build} */`)
    return { SITE: site }
  }
  await using former = await start('one', builtAs('former'))
  await former.ready()
  await using updated = await start('other', builtAs('updated'))
  await updated.ready()
  for (const server of [former, updated])
    for (const build of ['former', 'updated'])
      expect(await (await server.send(partOf(build))).text()).toBe(`/* ${build} */`)
  expect([former.output.stderr, updated.output.stderr]).toEqual(['', ''])
})

test('what one server has read is answered by the other, from columns of all its days', async () => {
  await using one = await start('one')
  await using other = await start('other')
  await Promise.all([one.ready(), other.ready()])
  const cookie = await one.enter(EMAIL, PASSWORD)
  const today = Date.now()
  const day = (ago: number) => new Date(today - ago * DAY_MS).toISOString().slice(0, 10)
  const listed = await one.send(`/api/v2/calls?period=custom&date_from=${day(40)}&date_to=${day(1)}`, {
    cookie,
  })
  const { meta } = (await listed.json()) as { meta: { pagination: { total_objects: number } } }
  expect(meta.pagination.total_objects).toBeGreaterThan(0)
  for (const server of [one, other]) {
    const state = await readDaysOf(inJson(server.send), cookie, { from: day(40), to: day(1) })
    expect([state.is, state.current.loaded]).toEqual(['loaded', meta.pagination.total_objects])
  }
  const requested = async () => {
    const rows = await queryPostgres(
      url,
      'select sum(requests)::int as asked from callboard_archive.archive_requests',
    )
    return Number(rows[0]?.['asked'])
  }
  const before = await requested()
  expect(before).toBeGreaterThan(0)
  // Days read by one are not requested by the other, whose counting thread finds their contacts.
  const body = { date_from: day(40), date_to: day(1) }
  const found = await other.send('/api/archive/contacts', { cookie, method: 'POST', body })
  expect([found.status, await found.json()]).toMatchObject([200, { total: expect.any(Number) }])
  expect(await requested()).toBe(before)
})

test('what was acknowledged is there after kill -9', async () => {
  const first = await start('one')
  await first.ready()
  const cookie = await first.enter(EMAIL, PASSWORD)
  expect((await save(first, cookie, 'Before the end')).status).toBe(200)
  await first.signal('SIGKILL')
  await using second = await start('one')
  await second.ready()
  expect(await words(second, cookie)).toEqual(['Before the end'])
})

test('a backup made while a server goes on is restored into another database: who was signed in is, and what was saved is there', async () => {
  await using server = await start('one')
  await server.ready()
  const cookie = await server.enter(EMAIL, PASSWORD)
  expect((await save(server, cookie, 'Backed up')).status).toBe(200)
  const target = join(root, 'backup')
  const run = async (program: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, stdout: await stdout, stderr: await stderr }
  }
  const backup = (PATH: string, address: string) =>
    run(process.execPath, [join(import.meta.dirname, '../../../scripts/backup.ts'), target], {
      PATH,
      DATABASE_URL: address,
    })
  const programs = ensurePostgres()
  expect(await backup(programs, url)).toEqual({
    code: 0,
    stdout: `In ${target} now: callboard.dump\n`,
    stderr: '',
  })
  const dump = join(target, 'callboard.dump')
  expect(statSync(dump).mode & 0o777).toBe(0o600)
  // Nothing is overwritten, and errors do not contain the password.
  expect((await backup(programs, url)).stderr).toMatch(/^The backup is not complete: EEXIST/)
  rmSync(dump)
  expect((await backup(root, url)).stderr).toContain(
    'pg_dump is not in PATH: install the client of PostgreSQL',
  )
  const refused = await backup(programs, url.replace('postgres@', 'nobody:canary@'))
  expect(refused.stderr).toMatch(/^The backup is not complete: .*role "nobody" does not exist\n$/s)
  expect(refused.stderr).not.toContain('canary')
  expect(existsSync(dump)).toBe(false)

  expect((await backup(programs, url)).code).toBe(0)
  await queryPostgres(`${postgres.url}/postgres`, 'create database restored')
  const restored = `${postgres.url}/restored`
  const read = await run(join(programs, 'pg_restore'), ['--exit-on-error', `--dbname=${restored}`, dump], {})
  expect([read.code, read.stderr]).toEqual([0, ''])
  await using again = await start('restored', { DATABASE_URL: restored })
  await again.ready()
  expect(await words(again, cookie)).toEqual(['Backed up'])
  expect(again.output.stderr).toBe('')
})

test('PostgreSQL is started again, or goes for a while: requests are told so, the server stays and goes on', async () => {
  await using server = await start('one')
  await server.ready()
  const cookie = await server.enter(EMAIL, PASSWORD)
  // Cut while idle: the next request gets another connection.
  restartPostgres(postgres)
  expect((await server.send('/api/v2/objs/', { cookie })).status).toBe(200)

  stopPostgres(postgres, 'immediate')
  const refused = await server.send('/api/preferences', { cookie })
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'database_unreachable' }])
  const health = await server.send('/healthz')
  expect([health.status, await health.json()]).toMatchObject([
    503,
    { status: 'failing', database: 'failing', storage: 'inaccessible' },
  ])
  restartPostgres(postgres, 'start')
  expect((await save(server, cookie, 'Afterwards')).status).toBe(200)
  expect(await words(server, cookie)).toEqual(['Afterwards'])
  expect(server.output.stderr).toBe('')
})

test('connections that are cut in the middle of a statement fail that request only', async () => {
  await using server = await start('one')
  await server.ready()
  const cookie = await server.enter(EMAIL, PASSWORD)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('begin; lock table callboard.preferences')
  const waiting = save(server, cookie, 'Cut off')
  const cut = `select pg_terminate_backend(pid) as cut from pg_stat_activity
    where query like 'select * from "preferences"%' and wait_event_type = 'Lock'`
  while ((await queryPostgres(url, cut)).length === 0) await wait(20)
  expect([(await waiting).status, await (await waiting).json()]).toMatchObject([
    503,
    { error: 'database_unreachable' },
  ])
  // A request that waits for a lock is answered in time; others do not wait.
  const locked = save(server, cookie, 'Locked')
  expect((await server.send('/api/v2/objs/', { cookie })).status).toBe(200)
  expect([(await locked).status, await (await locked).json()]).toMatchObject([
    503,
    { error: 'storage_unavailable' },
  ])
  await other.end()
  expect((await save(server, cookie, 'Free')).status).toBe(200)
})

test('a start that cannot go on says why in one line, and never the password', async () => {
  const lineOf = async (address: string) => {
    await using server = await start('refused', { DATABASE_URL: address })
    expect(await server.ended).toBe(1)
    expect(server.output.stderr).not.toContain('canary')
    return server.output.stderr
  }
  const { port } = postgres
  expect(await lineOf(`postgres://me:canary@127.0.0.1:1/callboard`)).toBe(
    'Callboard cannot start: PostgreSQL of DATABASE_URL cannot be reached: nothing listens there\n',
  )
  expect(await lineOf(`postgres://me:canary@nowhere.invalid/callboard`)).toMatch(
    /^Callboard cannot start: PostgreSQL of DATABASE_URL cannot be reached.*\n$/,
  )
  expect(await lineOf(`postgres://nobody:canary@127.0.0.1:${port}/callboard`)).toBe(
    'Callboard cannot start: PostgreSQL of DATABASE_URL does not accept its user or password\n',
  )
  expect(await lineOf(`${postgres.url}/missing`)).toBe(
    'Callboard cannot start: PostgreSQL of DATABASE_URL has no database of its name\n',
  )
  expect(await lineOf(`${url}?sslmode=verify-full`)).toBe(
    'Callboard cannot start: PostgreSQL of DATABASE_URL is not trusted: see sslmode and sslrootcert in docs/deploy.md\n',
  )
  // Another name than the certificate's.
  expect(await lineOf(`${url}?sslmode=verify-full&sslrootcert=${certificate}`)).toBe(
    'Callboard cannot start: PostgreSQL of DATABASE_URL is not trusted: see sslmode and sslrootcert in docs/deploy.md\n',
  )
})

test('beside a newer server on one PostgreSQL an older one does not start, and says so in one line', async () => {
  await using newer = await start('newer')
  await newer.ready()
  const later = `callboard.callboard_migration where name = '9999-later'`
  await queryPostgres(url, `insert into callboard.callboard_migration values ('9999-later', '2030-01-01')`)
  await using older = await start('older')
  expect([await older.ended, older.output.stderr]).toEqual([
    1,
    'Callboard cannot start: PostgreSQL of DATABASE_URL was used by a newer version of Callboard\n',
  ])
  expect((await newer.send('/healthz')).status).toBe(200)
  await queryPostgres(url, `delete from ${later}`)
})

test('with sslmode=verify-full every connection is encrypted, to the server of that name', async () => {
  const address = url.replace('127.0.0.1', 'localhost')
  await using server = await start('one', {
    DATABASE_URL: `${address}?sslmode=verify-full&sslrootcert=${certificate}`,
  })
  await server.ready()
  await server.enter(EMAIL, PASSWORD)
  const plain = `select count(*)::int as count from pg_stat_ssl join pg_stat_activity using (pid)
    where application_name = 'callboard' and not ssl`
  const encrypted = plain.replace('not ssl', 'ssl')
  expect(await queryPostgres(url, plain)).toEqual([{ count: 0 }])
  expect((await queryPostgres(url, encrypted))[0]?.['count']).toBeGreaterThan(0)
})
