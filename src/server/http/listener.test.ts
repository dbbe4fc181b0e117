import { wav } from '#/server/faults/wav.ts'
import { parseRange, partOf } from './bytes.ts'
import { once } from 'node:events'
import { Agent, request, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '#/server/app.ts'
import type { CreateAppOptions } from '#/server/parts.ts'
import { createHarness, json, PAGE_HEADERS } from '#/server/testing.ts'
import { createHttpServer, drain, listen, listenerOf } from './listener.ts'

let server: Server | null = null
afterEach(async () => {
  if (server?.listening) await drain(server, { noticeMs: 0, cutMs: 0 })
})

/** The app on a real socket. */
const serve = async (overrides: Partial<CreateAppOptions> = {}) => {
  const harness = await createHarness({}, overrides)
  server = createHttpServer(listenerOf(createApp(harness.options)))
  await listen(server, 0, '127.0.0.1')
  const { port } = server.address() as AddressInfo
  const cookie = await harness.enter()
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'x-requested-by': 'callboard', cookie, ...headers },
    })
  /** Sends raw bytes; resolves with everything received until the server closed. */
  const raw = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(bytes)
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    await new Promise((resolve) => socket.on('close', resolve))
    return answer
  }
  return { ...harness, server, port, cookie, get, raw }
}

test('large JSON is compressed on the wire, small is not', async () => {
  const { port, cookie, handlers, get } = await serve()
  const objs = Array.from({ length: 200 }, (_, index) => ({ oid: `object-${index}`, title: 'A title' }))
  handlers['GET /v2/objs/'] = () => json({ objs })
  const outgoing = request(`http://127.0.0.1:${port}/api/v2/objs/`, {
    headers: { 'x-requested-by': 'callboard', cookie, 'accept-encoding': 'gzip, br' },
  }).end()
  const [incoming] = await once(outgoing, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  expect(incoming.headers['content-encoding']).toBe('br')
  expect(incoming.headers.vary).toContain('Accept-Encoding')
  expect(JSON.parse(brotliDecompressSync(Buffer.concat(chunks)).toString())).toMatchObject({ objs })
  expect((await get('/api/v2/calls')).headers.get('content-encoding')).toBeNull()
})

test('a recording by range', async () => {
  const { handlers, get } = await serve()
  handlers['GET /v2/objs/site/calls/1'] = () =>
    json({ call: { id: 1, record_url: 'https://api.test/base/1.wav' } })
  const file = wav({ seconds: 1 })
  handlers['GET /1.wav'] = (request) => {
    const part = partOf(file, parseRange(request.headers.get('range') ?? undefined))!
    return new Response(part.bytes, {
      status: 206,
      headers: {
        'content-type': 'audio/wav',
        'content-range': part.contentRange!,
        'content-length': String(part.bytes.length),
      },
    })
  }
  const response = await get('/api/recordings/site/1', { range: 'bytes=2-3' })
  expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
    206,
    `bytes 2-3/${file.length}`,
    'FF',
  ])
})

const HOST = 'Host: localhost\r\n'
test.each([
  ['TRACE', `TRACE /api/session HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 405],
  ['CONNECT', `CONNECT evil.test:443 HTTP/1.1\r\n${HOST}\r\n`, 405],
  ['an unknown method', `BREW / HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  [
    'length and chunked',
    `POST /api/session HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
    400,
  ],
  [
    'two lengths',
    `POST /api/session HTTP/1.1\r\n${HOST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
    400,
  ],
  [
    'chunked not last',
    `POST /api/session HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    400,
  ],
  [
    'a broken chunk',
    `POST /api/csp-report HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
    400,
  ],
  ['a folded header', `GET / HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n`, 400],
  ['a space before the colon', `GET / HTTP/1.1\r\nHost : localhost\r\n\r\n`, 400],
  ['long headers', `GET / HTTP/1.1\r\n${HOST}X: ${'a'.repeat(60_000)}\r\n\r\n`, 431],
  ['a bare CR', `GET / HTTP/1.1\r\n${HOST}X: a\rb\r\n\r\n`, 400],
])('raw-socket-matrix: %s', async (_name, bytes, status) => {
  const { raw } = await serve()
  expect((await raw(bytes)).slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
})

test('takes the headers of a proxy, and answers larger ones with a page that says what to do', async () => {
  const { raw } = await serve()
  const sent = (length: number) =>
    raw(`GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\nX: ${'a'.repeat(length)}\r\n\r\n`)
  expect(await sent(40_000)).toMatch(/^HTTP\/1.1 200/)
  const refused = Buffer.from(await sent(60_000), 'latin1').toString()
  expect(refused).toMatch(/^HTTP\/1.1 431 /)
  expect(refused).toContain('Content-Type: text/html; charset=utf-8')
  expect(refused).toContain('Delete this site’s cookies')
  expect(refused).toContain('Удалите файлы cookie')
})

test.each([
  ["a neighbour's name", 'Host: evil.test\r\n', 421],
  ['PUBLIC_URL itself', 'Host: localhost:8080\r\n', 200],
  ['loopback over loopback', 'Host: 127.0.0.1:9999\r\n', 200],
  ['a name that only looks like it', 'Host: localhost.evil.test\r\n', 421],
  ['two names', 'Host: localhost\r\nHost: evil.test\r\n', 400],
  ['the same name twice', 'Host: localhost\r\nHost: localhost\r\n', 400],
])('the Host of a request: %s', async (_name, host, status) => {
  const { raw } = await serve()
  for (const path of ['/', '/api/session'])
    expect(
      (
        await raw(`GET ${path} HTTP/1.1\r\n${host}X-Requested-By: callboard\r\nConnection: close\r\n\r\n`)
      ).slice(0, 12),
    ).toBe(`HTTP/1.1 ${status}`)
  const absolute = await raw(`GET http://evil.test/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(absolute.slice(0, 12)).toBe('HTTP/1.1 421')
})

test('a browser that hangs up ends the call to the API', async () => {
  const { handlers, port, cookie } = await serve()
  const aborted = new Promise<void>((resolve) => {
    handlers['GET /v2/objs/'] = (request) => {
      request.signal.addEventListener('abort', () => resolve())
      socket.destroy()
      return new Promise(() => undefined)
    }
  })
  const socket = connect(port, '127.0.0.1')
  const headers = Object.entries({ ...PAGE_HEADERS, cookie, host: 'localhost' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.write(`GET /api/v2/objs/ HTTP/1.1\r\n${headers.join('')}\r\n`)
  await aborted
})

test('shutdown: the health says so first, every answer closes its connection, what is under way finishes', async () => {
  let isStopping = false
  const { handlers, get, server, port } = await serve({ isStopping: () => isStopping })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** On one kept-alive connection, like a load balancer. */
  const probe = async () => {
    const outgoing = request(`http://127.0.0.1:${port}/healthz`, { agent }).end()
    const [incoming] = await once(outgoing, 'response')
    incoming.resume()
    await once(incoming, 'end')
    return [incoming.statusCode, incoming.headers.connection, outgoing.reusedSocket]
  }
  expect(await probe()).toEqual([200, 'keep-alive', false])
  let finish = () => {}
  const arrived = new Promise<void>((resolve) => {
    handlers['GET /v2/objs/'] = () =>
      new Promise((answer) => {
        finish = () => answer(json({ objs: [] }))
        resolve()
      })
  })
  const underWay = get('/api/v2/objs/')
  await arrived
  isStopping = true
  const drained = drain(server)
  expect(await probe()).toEqual([503, 'close', true])
  finish()
  const answer = await underWay
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await drained
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
})

test('shutdown: what does not finish in time is cut', async () => {
  const { handlers, get, server } = await serve()
  const arrived = new Promise<void>((resolve) => {
    handlers['GET /v2/objs/'] = () => {
      resolve()
      return new Promise(() => undefined)
    }
  })
  const underWay = get('/api/v2/objs/')
  underWay.catch(() => undefined)
  await arrived
  await drain(server, { noticeMs: 0, cutMs: 10 })
  await expect(underWay).rejects.toThrow()
})

test('a port that is taken is a reported error', async () => {
  const { port } = await serve()
  const second = createHttpServer(() => undefined)
  await expect(listen(second, port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
