/** @module-tag all */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import {
  createServer,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, afterEach, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { createApp } from '#/server/app.ts'
import { createHttpServer, listen, listenerOf } from '#/server/http/listener.ts'
import { startProcess } from './start-process.ts'
import { createHarness, EMAIL, PASSWORD, signedInUser } from '#/server/testing.ts'

// Starts a process, maybe on a busy machine.

const MB = 1024 * 1024
const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections()
})
const folder = mkdtempSync(join(tmpdir(), 'callboard-hostile-'))
afterAll(() => rmSync(folder, { recursive: true }))

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const onLoopback = async (listener: RequestListener) => {
  const server = createServer(listener)
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return originOf(server)
}
const JSON_TYPE = { 'content-type': 'application/json' }
const answer = (response: ServerResponse, body: unknown, headers: OutgoingHttpHeaders = {}) =>
  void response.writeHead(200, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body))
/** An API on a real socket: accepts every sign-in, other requests go to `listener`. */
const upstream = (listener: RequestListener) =>
  onLoopback((request, response) =>
    request.url === '/v2/users/sign_in' ? answer(response, signedInUser()) : listener(request, response),
  )
/** This process's app with the real fetch. */
const networked = (base: string, limits?: { headersMs: number; totalMs: number; bytes: number }) =>
  createHarness({ API_BASE_URL: base }, { fetch: (request) => fetch(request), ...(limits && { limits }) })

test('bomb-1GiB-rss-under-256MiB: an answer that unpacks to 1 GiB is given up, others are answered meanwhile', async () => {
  // A gzip file may consist of several; the first eight stay below the limit.
  const piece = gzipSync(Buffer.alloc(MB, 0x20))
  const pieces = (count: number) => Buffer.concat(Array.from({ length: count }, () => piece))
  const ticking = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const base = await upstream((request, response) => {
    if (request.url !== '/v2/calls') return answer(response, { objs: [] })
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' })
    response.write(pieces(8), () => ticking.resolve())
    return answered.promise.then(() => response.end(pieces(1024 - 8)))
  })
  await using server = await startProcess({
    API_BASE_URL: base,
    SESSION_SECRET: 'x'.repeat(32),
    DATA_DIR: join(folder, 'bomb'),
  })
  await server.ready()
  const [mine, theirs] = [await server.enter(EMAIL, PASSWORD), await server.enter('b@example.com', PASSWORD)]
  const bomb = server.send('/api/v2/calls', { cookie: mine })
  await ticking.promise
  expect((await server.send('/api/v2/objs/', { cookie: theirs })).status).toBe(200)
  answered.resolve()
  const refused = await bomb
  expect(refused.status).toBe(502)
  expect(await refused.json()).toMatchObject({ error: 'upstream_too_large' })
  expect((await server.send('/api/v2/objs/', { cookie: mine })).status).toBe(200)
  expect(await server.peakMemory()).toBeLessThan(256 * MB)
})

test('slow-drip-504: a byte now and then does not put off the end, and the API sees us go', async () => {
  const gone = Promise.withResolvers<void>()
  const base = await upstream((_, response) => {
    response.writeHead(200, JSON_TYPE)
    const drip = setInterval(() => response.write(' '), 10)
    response.on('close', () => {
      clearInterval(drip)
      gone.resolve()
    })
  })
  const { options, enter, send } = await networked(base, { headersMs: 200, totalMs: 400, bytes: MB })
  const server = createHttpServer(listenerOf(createApp(options)))
  open.push(server)
  await listen(server, 0, '127.0.0.1')
  const cookie = await enter()
  const response = await fetch(`${originOf(server)}/api/v2/objs/`, {
    headers: { cookie, 'x-requested-by': 'callboard' },
  })
  expect(response.status).toBe(504)
  expect(await response.json()).toMatchObject({ error: 'upstream_timeout' })
  await gone.promise
  expect((await send('/api/session', { cookie })).status).toBe(200)
})

test('never-other-host: no path, redirect, page or recording of the API leads anywhere but to the API', async () => {
  let trapped = 0
  const trap = await onLoopback((_, response) => {
    trapped++
    answer(response, { objs: [] })
  })
  const { host } = new URL(trap)
  let requested = 0
  const base = await upstream((request, response) => {
    requested++
    const path = request.url ?? ''
    if (/\/calls\/\d+$/.test(path)) answer(response, { call: { id: 1, record_url: trap } })
    else if (path.endsWith('/objs/')) {
      const pagination = { current_page: 1, next_page: trap, total_pages: 2, total_objects: 2 }
      const headers = { link: `<${trap}>; rel=next`, refresh: `0; url=${trap}` }
      answer(response, { objs: [{ oid: 'a', site_url: trap }], meta: { pagination } }, headers)
    } else response.writeHead(302, { location: `${trap}/v2/objs/` }).end()
  })
  const { enter, send } = await networked(base)
  const cookie = await enter()
  const segment = fc.oneof(
    fc.constantFrom(`@${host}`, `/${host}`, `//${host}`, `\\\\${host}`, encodeURIComponent(trap), trap),
    fc.constantFrom('..', '.', '%2e%2e', '%2f', '%5c', '%00', '%0d%0aHost:%20' + host, ';', '#', '?', ':80'),
    fc.constantFrom('v1', 'v2', 'objs', 'calls', 'clients', 'agency', '1', 'filters', 'geo'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/api/v2/', '/api/v1/', '/api/', '/api/recordings/'),
      fc.array(segment, { maxLength: 5 }),
      async (start, segments) => {
        await send(start + segments.join('/'), { cookie })
      },
    ),
    runs(500, 20_000),
  )
  for (const path of ['/api/v2/objs/', '/api/v2/calls', '/api/v1/geo', '/api/recordings/a/1'])
    await send(path, { cookie, headers: { host, 'x-forwarded-host': host, forwarded: `host=${host}` } })
  expect(requested).toBeGreaterThan(4)
  expect(trapped).toBe(0)
})
