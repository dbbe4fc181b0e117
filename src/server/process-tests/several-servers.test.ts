/** @module-tag all */
import { numbered } from '#/server/archive/figures/figures-testing.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#/contract/day.ts'
import { queryPostgres, newPostgresDatabase } from '#/server/database/testing/postgres.ts'
import { createFront, type FrontAnswer } from './front.ts'
import { freePort, startProcess, type ServerProcess } from './start-process.ts'
import { isLongSuite } from '#/test/suite.ts'

const A_SECOND = 100
const KILLS = isLongSuite ? 12 : 2
const KILL_MS = isLongSuite ? 5_000 : 2_000
const SERVERS = 3
const REQUESTS = (KILLS * KILL_MS * A_SECOND) / 1_000
/** A busy machine sends them later, and not all at once. */
const MOST_UNDER_WAY = 2 * A_SECOND
const IDLE_MS = 60_000
/** After this time a sign-out is answered before the database has written it: session/store.ts. */
const END_ANSWERED_MS = 1_000
const root = mkdtempSync(join(tmpdir(), 'callboard-several-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Records every change of the map of days. */
const NOTE_DAYS = `
  create table public.days_seen (nth serial, account bigint, day bigint, state text, read_at bigint);
  create function public.note_day() returns trigger language plpgsql as $$
    begin
      insert into public.days_seen (account, day, state, read_at) values (new.account, new.day, new.state, new.read_at);
      return new;
    end $$;
  create trigger note_day after insert or update on callboard_archive.archive_days
    for each row execute function public.note_day()`
/** Complete days that were read again. */
const READ_TWICE = `select distinct later.account, later.day from public.days_seen later join public.days_seen whole
  using (account, day) where whole.state = 'complete' and later.nth > whole.nth
  and (later.state <> 'complete' or later.read_at <> whole.read_at)`
const WHOLE = `select count(*)::int as days from callboard_archive.archive_days where state = 'complete'`

test(`three servers over one PostgreSQL, one killed every ${KILL_MS / 1000} s at ${A_SECOND} requests a second: no acknowledged write is lost, no day is read twice, and only cut connections fail`, async () => {
  const url = await newPostgresDatabase()
  await using api = await startProcess({
    DATA_DIR: join(root, 'api'),
    SAMPLE_CONTACTS: isLongSuite ? '20000' : '5000',
    SAMPLE_NEW_CONTACTS: '0',
  })
  await api.ready()
  const ports = await Promise.all(Array.from({ length: SERVERS }, freePort))
  const front = await createFront(join(root, 'nginx'), ports)
  const start = (nth: number) =>
    startProcess({
      PORT: String(ports[nth]),
      DATA_DIR: join(root, `data-${nth}`),
      DATABASE_URL: url,
      DATABASE_CONNECTIONS: '12',
      SESSION_SECRET: 'a secret that all of the servers know',
      API_BASE_URL: api.origin,
      PUBLIC_URL: front.origin,
      TRUSTED_PROXY: '127.0.0.1',
    })
  const servers: ServerProcess[] = await Promise.all(ports.map((_, nth) => start(nth)))
  await using afterwards = new AsyncDisposableStack()
  afterwards.defer(async () => void (await Promise.all(servers.map((one) => one.signal('SIGKILL')))))
  await Promise.all(servers.map((server) => server.ready()))
  await queryPostgres(url, NOTE_DAYS)
  await front.start()
  afterwards.defer(front.stop)

  const cookie = await front.enter('anna.kovaleva@northline.ru', 'northline')
  const agency = (await front.send('GET', '/api/v2/agency', cookie)).body
  const clients = [...agency.matchAll(/"client":"([^"]+)"/g)].map(([, name]) => name ?? '')
  expect(clients.length).toBeGreaterThan(1)
  const end = new AbortController()
  const wrong: string[] = []
  const cut: string[] = []
  const acknowledged = new Set<number>()
  const underWay = new Set<Promise<void>>()
  let [sent, answered] = [0, 0]

  /** nginx's answer for a dead server, or a connection cut in between. */
  const requested = async (
    what: string,
    pending: Promise<FrontAnswer>,
    isGood: (answer: FrontAnswer) => boolean,
  ) => {
    try {
      const answer = await pending
      if (answer.status === 502) cut.push(`${what}: 502`)
      else if (!isGood(answer)) wrong.push(`${what}: ${answer.status} ${answer.body.slice(0, 200)}`)
    } catch (error) {
      cut.push(`${what}: ${String(error)}`)
    }
    answered++
  }
  const write = (nth: number) =>
    requested(
      `write ${nth}`,
      front.send('PUT', `/api/clients/${clients[0]}/marks/site/${nth}`, cookie, {
        version: 0,
        note: `note ${nth}`,
      }),
      ({ status, body }) => {
        // nginx has retried at a second server, since the first died after writing.
        const isWritten = status === 200 || (status === 409 && body.includes(`"note ${nth}"`))
        if (isWritten) acknowledged.add(nth)
        return isWritten
      },
    )
  const READS = [
    '/api/session',
    `/api/clients/${clients[0]}/marks?since=9000000000000`,
    '/api/session',
    `/api/v2/clients/${clients[0]}/objs/?page=1`,
  ]
  const one = (nth: number) => {
    const read = READS[nth % READS.length]!
    return nth % 3 === 0
      ? write(nth)
      : requested(read, front.send('GET', read, cookie), ({ status }) => status === 200)
  }
  const load = async () => {
    const started = performance.now()
    while (!end.signal.aborted || sent < REQUESTS) {
      const due = Math.floor(((performance.now() - started) / 1_000) * A_SECOND)
      while (sent < due && underWay.size < MOST_UNDER_WAY) {
        const pending: Promise<void> = one(++sent).finally(() => underWay.delete(pending))
        underWay.add(pending)
      }
      await wait(5)
    }
    await Promise.all(underWay)
  }

  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
  /** People look at one client after another; interrupted requests are repeated. */
  const look = async (turn: number) => {
    for (let nth = turn; !end.signal.aborted; nth += 2) {
      const months = 1 + Math.floor(nth / clients.length)
      const path = `/api/clients/${clients[nth % clients.length]}/figures/reading`
      const job = {
        oid: null,
        days: numbered({ from: day(5 + 30 * months), to: day(5) }),
        comparedDays: null,
      }
      await requested('reading', front.send('POST', path, cookie, job), ({ status }) => status === 200)
    }
  }

  /**
   * Never resolves while answers arrive.
   * @throws after a minute without any
   */
  const answersCome = async (signal: AbortSignal) => {
    for (let before = -1; answered > before;) {
      before = answered
      await wait(IDLE_MS, undefined, { signal })
    }
    throw new Error(`nothing was answered for ${IDLE_MS / 1_000} s: ${answered} of ${sent}`)
  }

  const killAll = async () => {
    const started = performance.now()
    for (let kills = 0; kills < KILLS; kills++) {
      await wait(Math.max(0, started + (kills + 1) * KILL_MS - performance.now()))
      const nth = kills % SERVERS
      await servers[nth]!.signal('SIGKILL')
      servers[nth] = await start(nth)
      await servers[nth].ready()
      // A sign-out at one server counts at all.
      const other = await front.enter('igor@domograd.ru', 'domograd').catch(() => '')
      const requested = performance.now()
      const out = await front.send('DELETE', '/api/session', other).catch(() => null)
      const isWritten = performance.now() - requested < END_ANSWERED_MS
      if (out?.status !== 204) continue
      const headers = { cookie: other, origin: front.origin, 'x-requested-by': 'callboard' }
      const seen = async () => {
        const answers = ports.map((port) => fetch(`http://127.0.0.1:${port}/api/v2/objs/`, { headers }))
        return (await Promise.all(answers)).map(({ status }) => status)
      }
      if (isWritten) expect(await seen()).toEqual(ports.map(() => 401))
      // The row is deleted as soon as the database allows.
      else await expect.poll(seen, { timeout: IDLE_MS }).toEqual(ports.map(() => 401))
    }
    end.abort()
  }
  const watch = new AbortController()
  afterwards.defer(() => {
    watch.abort()
    end.abort()
  })
  await Promise.race([Promise.all([load(), look(0), look(1), killAll()]), answersCome(watch.signal)])

  expect(wrong).toEqual([])
  const stored = await queryPostgres(url, 'select contact::int as nth, note from callboard.contact_marks')
  const notes = new Map(stored.map(({ nth, note }) => [Number(nth), note]))
  expect([...acknowledged].filter((nth) => notes.get(nth) !== `note ${nth}`)).toEqual([])
  expect(acknowledged.size).toBeGreaterThan((KILLS * KILL_MS * A_SECOND) / 6_000)
  expect(cut.length, cut.join('\n')).toBeLessThan(sent / 10)
  expect(await queryPostgres(url, READ_TWICE)).toEqual([])
  const [whole] = await queryPostgres(url, WHOLE)
  expect(whole?.['days']).toBeGreaterThan(30)
  for (const server of servers) expect(server.output.stderr).toBe('')
  if (isLongSuite)
    console.log(
      `${sent} requests, ${acknowledged.size} writes acknowledged, ${KILLS} kills, ${cut.length} connections cut, ${Number(whole?.['days'])} days read`,
    )
})
