/** @module-tag all */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers'
import { afterAll, expect, test, vi } from 'vitest'
import { queryPostgres, newPostgresDatabase } from '#/server/database/testing/postgres.ts'
import { startMailServer } from '#/server/mail/mail-server-testing.ts'
import { freePort, startProcess, type ServerProcess } from './start-process.ts'
import { isLongSuite } from '#/test/suite.ts'

const SERVERS = 3
const KILLS = isLongSuite ? 4 : 1
const REPORTS = isLongSuite ? 24 : 8
/** Processing time of the mail server, so that servers are killed in between. */
const MAIL_MS = isLongSuite ? 400 : 150
const TO = ['olga@client.example', 'oleg@client.example', 'anna@client.example']
const root = mkdtempSync(join(tmpdir(), 'callboard-mails-'))
afterAll(() => rmSync(root, { recursive: true }))

interface Run {
  readonly schedule: string
  readonly due: string
  readonly state: string
  readonly reason: string | null
}

test('three servers over one PostgreSQL, killed while mails are due: no address gets one twice, and one that may have been sent is a run that has failed', async () => {
  const taken: { to: string; id: string }[] = []
  const mails = await startMailServer({
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const [, id = ''] = /^Message-ID: <([^@]+)@/im.exec(Buffer.concat(chunks).toString('utf8')) ?? []
        taken.push({ to: envelope.rcptTo[0]?.address ?? '', id })
        setTimeout(callback, MAIL_MS)
      })
    },
  })
  await using afterwards = new AsyncDisposableStack()
  afterwards.defer(mails.close)
  const url = await newPostgresDatabase()
  await using api = await startProcess({
    DATA_DIR: join(root, 'api'),
    SAMPLE_CONTACTS: '3000',
    SAMPLE_NEW_CONTACTS: '0',
  })
  await api.ready()
  const ports = await Promise.all(Array.from({ length: SERVERS }, freePort))
  const start = (nth: number) =>
    startProcess({
      PORT: String(ports[nth]),
      DATA_DIR: join(root, `data-${nth}`),
      DATABASE_URL: url,
      SESSION_SECRET: 'a secret that all of the servers know',
      API_BASE_URL: api.origin,
      PUBLIC_URL: `http://localhost:${ports[nth]}`,
      SMTP_URL: mails.url,
      MAIL_FROM: 'callboard@agency.example',
    })
  const servers: ServerProcess[] = await Promise.all(ports.map((_, nth) => start(nth)))
  afterwards.defer(async () => void (await Promise.all(servers.map((one) => one.signal('SIGKILL')))))
  await Promise.all(servers.map((server) => server.ready()))

  const first = servers[0]!
  const cookie = await first.enter('igor@domograd.ru', 'domograd')
  const post = async (method: string, path: string, body: unknown) => {
    const answer = await first.send(path, { method, cookie, body })
    expect(answer.status, await answer.clone().text()).toBe(200)
  }
  await post('PUT', '/api/standing', {})
  for (let nth = 0; nth < REPORTS; nth++)
    await post('POST', '/api/reports', {
      version: 0,
      settings: {
        client: null,
        object: null,
        timing: { every: 'week', weekday: 1, at: '09:00' },
        zone: 'Europe/Moscow',
        language: 'en',
        to: TO,
      },
    })
  // All due at once.
  await queryPostgres(url, `update callboard.schedules set next_due = ${Date.now()}`)

  let kills = 0
  for (; kills < KILLS; kills++) {
    const before = taken.length
    const isMore = await vi
      .waitFor(() => expect(taken.length).toBeGreaterThan(before), {
        // The first waits for counting; when no more come, the rest is leased by dead servers.
        timeout: kills === 0 ? 120_000 : 20_000,
        interval: 10,
      })
      .then(
        () => true,
        () => false,
      )
    if (!isMore) break
    const nth = kills % SERVERS
    await servers[nth]!.signal('SIGKILL')
    servers[nth] = await start(nth)
    await servers[nth].ready()
  }
  const runs = async () =>
    (await queryPostgres(
      url,
      'select schedule, due, state, reason from callboard.schedule_runs',
    )) as unknown as Run[]
  // A dead server's runs are free after their lease; then all end.
  const isOver = ({ state }: Run) =>
    state === 'done' || state === 'failed' || (!isLongSuite && state === 'held')
  await vi.waitFor(
    async () => {
      const all = await runs()
      expect(all).toHaveLength(REPORTS)
      expect(all.filter((run) => !isOver(run))).toEqual([])
    },
    { timeout: 200_000, interval: 200 },
  )

  expect(new Set(taken.map(({ to, id }) => `${to} ${id}`)).size).toBe(taken.length)
  expect(kills).toBeGreaterThan(0)
  const all = await runs()
  const done = all.filter(({ state }) => state === 'done').length
  // A finished run has reached everyone.
  expect(taken.length).toBeGreaterThanOrEqual(done * TO.length)
  for (const { state, reason } of all) if (state === 'failed') expect(reason).toBe('mail_uncertain')
  if (isLongSuite)
    console.log(
      `${REPORTS} reports to ${TO.length} people, ${kills} kills: ${taken.length} mails, none twice; ${done} runs done, ${all.length - done} failed and said so`,
    )
})
