/** @module-tag all */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { createFront } from './front.ts'
import { freePort, startProcess } from './start-process.ts'
import { isLongSuite } from '#/test/suite.ts'

const A_SECOND = 200
const SECONDS = isLongSuite ? 60 : 10
/** By the restarted server, before the test ends. */
const ANSWERED_AGAIN = 50
const root = mkdtempSync(join(tmpdir(), 'callboard-restart-'))
afterAll(() => rmSync(root, { recursive: true }))
const REQUESTS = [
  { method: 'GET', path: '/api/session', status: 200 },
  { method: 'GET', path: '/', status: 200 },
  { method: 'GET', path: '/api/v2/objs/?page=1', status: 200 },
  // Not for this user, whose answers wait for the disk.
  {
    method: 'POST',
    path: '/api/audit/exports',
    status: 403,
    body: { what: 'audit', format: 'csv', client: null, rows: 1 },
  },
  {
    method: 'PUT',
    path: '/api/preferences',
    status: 200,
    body: { base_version: 0, preferences: { won_statuses: ['Paid'] } },
  },
] as const
/** A build's files: a page and its assets, with unique names. */
const makeSite = (build: string): string => {
  const site = join(root, `site-${build}`)
  mkdirSync(join(site, 'assets'), { recursive: true })
  const parts = ['index', 'shared', 'journal'].map((name) => `/assets/${name}-${build}abcde.js`)
  for (const part of parts) writeFileSync(join(site, part), `/* ${build} */ `.repeat(500))
  writeFileSync(
    join(site, 'index.html'),
    parts.map((part) => `<script type="module" src="${part}"></script>`).join('\n'),
  )
  return site
}

/** Mostly reads. */
const MIX = [0, 1, 0, 2, 0, 0, 1, 0, 2, 3, 0, 1, 0, 2, 0, 0, 1, 0, 2, 4].map(
  (nth) => REQUESTS[nth] ?? REQUESTS[0],
)

test(`graceful-restart: of two servers behind nginx one is updated at ${A_SECOND} requests a second, and none fails, nor do the parts of either build`, async () => {
  const [portA, portB] = [await freePort(), await freePort()]
  const front = await createFront(join(root, 'nginx'), [portA, portB])
  await using api = await startProcess({
    DATA_DIR: join(root, 'api'),
    SAMPLE_CONTACTS: '1000',
    SAMPLE_NEW_CONTACTS: '0',
  })
  await api.ready()
  const environment = {
    DATA_DIR: join(root, 'data'),
    API_BASE_URL: api.origin,
    SESSION_SECRET: 'a secret that both of the servers know',
    PUBLIC_URL: front.origin,
    TRUSTED_PROXY: '127.0.0.1',
    STOP_NOTICE: '5s',
  }
  const start = (port: number, site: string) =>
    startProcess({ ...environment, PORT: String(port), SITE: site })
  const former = makeSite('one')
  await using serverA = await start(portA, former)
  await serverA.ready()
  await using serverB = await start(portB, former)
  await serverB.ready()

  await front.start()
  const { send } = front
  const cookie = await front.enter('igor@domograd.ru', 'domograd')

  const failed: string[] = []
  const underWay = new Set<Promise<unknown>>()
  let sent = 0
  /** Assets of every received page, requested at once from any server. */
  const parts = new Set<string>()
  const ask = (...requested: Parameters<typeof send>) => {
    sent++
    const [method, path] = requested
    const expected = REQUESTS.find((one) => one.method === method && one.path === path)?.status ?? 200
    // Of two saves at once one is told what the other has saved.
    const isConflict = (status: number) => method === 'PUT' && status === 409
    const pending = send(...requested)
      .then(
        ({ status, body }) => {
          if (status !== expected && !isConflict(status)) failed.push(`${method} ${path}: ${status}`)
          return path === '/' ? body : ''
        },
        (error: unknown) => {
          failed.push(`${method} ${path}: ${String(error)}`)
          return ''
        },
      )
      .then((page) => {
        for (const [, part = ''] of page.matchAll(/src="([^"]+)"/g)) {
          parts.add(part)
          ask('GET', part, cookie)
        }
        return undefined
      })
      .finally(() => underWay.delete(pending))
    underWay.add(pending)
  }
  const end = new AbortController()
  const load = async () => {
    const started = performance.now()
    const isOver = () => end.signal.aborted && sent >= SECONDS * A_SECOND
    while (!isOver()) {
      const due = Math.floor(((performance.now() - started) / 1_000) * A_SECOND) - sent
      for (let nth = 0; nth < due; nth++) {
        const { method, path, ...rest } = MIX[sent % MIX.length] ?? REQUESTS[0]
        ask(method, path, cookie, 'body' in rest ? rest.body : undefined)
      }
      await wait(5)
    }
    while (underWay.size > 0) await Promise.all(underWay)
  }
  const answeredBy = (server: { readonly output: { readonly stdout: string } }) =>
    server.output.stdout.split('"event":"request"').length - 1

  const loaded = load()
  await vi.waitUntil(
    () => answeredBy(serverA) > ANSWERED_AGAIN && answeredBy(serverB) > ANSWERED_AGAIN,
    60_000,
  )
  await serverA.signal('SIGTERM')
  expect([await serverA.ended, serverA.output.stderr]).toEqual([0, ''])
  await using again = await start(portA, makeSite('two'))
  await again.ready()
  await vi.waitUntil(() => answeredBy(again) > ANSWERED_AGAIN, 60_000)
  end.abort()
  await loaded
  await front.stop()

  expect(failed).toEqual([])
  expect(parts.size, 'parts of both builds').toBe(6)
  expect(sent).toBeGreaterThanOrEqual(SECONDS * A_SECOND)
  // Queries may contain callers' numbers.
  const log = front.log()
  expect(log).toContain(' GET /api/v2/objs/ 200 ')
  expect(log).not.toContain('?')
})
