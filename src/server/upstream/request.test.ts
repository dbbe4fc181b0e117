import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { EndpointName } from '#/contract/endpoints.ts'
import { Failure } from '#/server/http/failure.ts'
import { NO_FAULTS } from '#/server/faults.ts'
import { createUpstream, LIMITS, type UpstreamFetch } from './request.ts'

const dialect = { auth: 'basic', pageParam: 'page', pageSizeParam: null, clientAccess: 'auto' } as const
const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
  vi.useRealTimers()
})

const address = async (server: Server) => {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const serving = (listener: RequestListener) => address(createHttpServer(listener))
/** Answers each connection with raw bytes. */
const answering = (onConnection: (socket: Socket, nth: number) => void) => {
  let nth = 0
  return address(
    createServer((socket) =>
      socket.on('error', () => undefined).once('data', () => onConnection(socket, ++nth)),
    ),
  )
}

interface SendOptions {
  readonly fetch?: UpstreamFetch
  readonly name?: EndpointName
}
const ask = async (
  baseUrl: string,
  { fetch = (request) => globalThis.fetch(request), name = 'objects' }: SendOptions = {},
) => {
  const upstream = createUpstream({ fetch, baseUrl, dialect })
  try {
    return await upstream({ name, key: 'k' }, { signal: new AbortController().signal, faults: NO_FAULTS })
  } catch (error) {
    if (error instanceof Failure) return error.error
    throw error
  }
}
const answer = (contentType: string | null, body: string, status = 200) =>
  ask('https://api.test', {
    fetch: async () => {
      const response = new Response(body, { status })
      response.headers.delete('content-type')
      if (contentType !== null) response.headers.set('content-type', contentType)
      return response
    },
  })

test.each([
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/problem+json',
  'application/vnd.api+json',
])('%s is JSON', async (type) => {
  expect(await answer(type, '{"objs":[]}')).toMatchObject({ status: 200, body: { objs: [] } })
})

test('wide-answer: an answer of 18 MB and 1.5 million names is refused before it is parsed', async () => {
  const names = Array.from({ length: 1_500_000 }, (_, nth) => `"k${nth}":1`).join(',')
  const body = Buffer.from(`{"calls":[{${names}}]}`)
  const base = await serving((_request, response) => {
    response.setHeader('content-type', 'application/json').end(body)
  })
  const parse = vi.spyOn(JSON, 'parse')
  expect(await ask(base)).toBe('upstream_too_large')
  expect(parse.mock.calls.filter(([text]) => text.length > 1_000_000)).toEqual([])
  parse.mockRestore()
})

test('fault-bytes: a byte order mark, broken UTF-8 and repeated keys are read', async () => {
  const bytes = Buffer.concat([
    Buffer.from('\ufeff{"a":1,"a":2,"b":"'),
    Buffer.from([0xff]),
    Buffer.from('"}'),
  ])
  const base = await serving((_, response) =>
    response.setHeader('content-type', 'application/json').end(bytes),
  )
  expect(await ask(base)).toMatchObject({ body: { a: 2, b: '\ufffd' } })
})

test('fault-redirect: a redirect is not followed', async () => {
  let requested = 0
  const base = await serving((_, response) => {
    requested++
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect(await ask(base)).toBe('upstream_bad_response')
  expect(requested).toBe(1)
})

test('no server listens at the address', async () => {
  const server = createServer()
  const base = await address(server)
  server.close()
  await once(server, 'close')
  expect(await ask(base)).toBe('upstream_unreachable')
})

test('fault-keep-alive: a connection reset before the first byte is tried once more, for a read only', async () => {
  let connections = 0
  const base = await answering((socket, nth) => {
    connections = nth
    if (nth === 1) socket.resetAndDestroy()
    else
      socket.end(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
      )
  })
  expect(await ask(base)).toMatchObject({ status: 200 })
  expect(connections).toBe(2)
  let writes = 0
  const resetting = await answering((socket, nth) => {
    writes = nth
    socket.resetAndDestroy()
  })
  expect(await ask(resetting, { name: 'sign_in' })).toBe('upstream_unreachable')
  expect(writes).toBe(1)
})

test.each([
  ['103 Early Hints\r\nLink: </v2/objs/>; rel=preload', { status: 200, body: { objs: [] } }],
  ['102 Processing', { status: 200, body: { objs: [] } }],
  // Node's fetch treats it as a broken answer (undici, lib/dispatcher/client-h1.js).
  ['100 Continue', 'upstream_unreachable'],
])('fault-keep-alive: what an answer begins with: %s', async (first, expected) => {
  const base = await answering((socket) =>
    socket.end(
      `HTTP/1.1 ${first}\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\nConnection: close\r\n\r\n{"objs":[]}`,
    ),
  )
  const answered = await ask(base)
  if (typeof expected === 'string') expect(answered).toBe(expected)
  else expect(answered).toMatchObject(expected)
})

test('fault-truncated: an answer cut off in the middle is a bad one, not a short one', async () => {
  const base = await answering((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"objs":[]}'),
  )
  expect(await ask(base)).toBe('upstream_bad_response')
})

test('fault-too-large: too large, counted after decompression', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20))
  const base = await serving((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
  )
  expect(bomb.byteLength).toBeLessThan(100_000)
  expect(await ask(base)).toBe('upstream_too_large')
})

describe('chained-encodings', () => {
  const encodedAs = (encoding: string, body: string | Buffer) =>
    serving((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body),
    )

  test.each(['gzip, gzip', 'br, gzip', Array(100).fill('gzip').join(', ')])(
    'that are none are a bad answer: %s',
    async (encoding) => {
      expect(await ask(await encodedAs(encoding, '{}'))).toBe('upstream_bad_response')
    },
  )

  test('more than any list needs are a bad answer, though each is one', async () => {
    const packed = Array.from({ length: 40 }).reduce<Buffer>((inner) => gzipSync(inner), Buffer.from('{}'))
    const base = await encodedAs(Array(40).fill('gzip').join(', '), packed)
    expect(await ask(base)).toBe('upstream_bad_response')
  })

  test('two that are true are read, and what they unpack to is counted', async () => {
    expect(await ask(await encodedAs('gzip, gzip', gzipSync(gzipSync('{}'))))).toMatchObject({ status: 200 })
    const bomb = gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)))
    expect(await ask(await encodedAs('gzip, gzip', bomb))).toBe('upstream_too_large')
  })
})

test('no headers in ten seconds', async () => {
  vi.useFakeTimers()
  let signal: AbortSignal | undefined
  const requested = ask('https://api.test', {
    fetch: (request) => {
      signal = request.signal
      return new Promise(() => undefined)
    },
  })
  await vi.advanceTimersByTimeAsync(LIMITS.headersMs - 1)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await requested).toBe('upstream_timeout')
  expect(signal?.aborted).toBe(true)
})

test('a byte a second does not put off the end after twenty-five', async () => {
  vi.useFakeTimers()
  const drip = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      controller.enqueue(new Uint8Array([0x20]))
    },
  })
  const requested = ask('https://api.test', {
    fetch: async () => new Response(drip, { headers: { 'content-type': 'application/json' } }),
  })
  await vi.advanceTimersByTimeAsync(LIMITS.totalMs)
  expect(await requested).toBe('upstream_timeout')
})
