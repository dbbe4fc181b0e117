import { once } from 'node:events'
import type { lookup as systemLookup } from 'node:dns'
import { createServer } from 'node:http'
import { createServer as createRawServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress } from '#/server/upstream/checked-fetch.ts'
import { createCheckedFetch } from './checked-fetch.ts'

let hits = 0
const server = createServer((request, response) => {
  hits++
  response.writeHead(200, { 'content-type': 'audio/wav', 'x-range': request.headers.range ?? '' }).end('RIFF')
})
let port = 0
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

/** A resolver that returns each of `answers` in turn, then the last one. */
const resolver = (...answers: string[][]) => {
  let requested = 0
  const lookup = ((_name: string, _options: unknown, callback: (error: null, addresses: unknown) => void) => {
    const addresses = answers[Math.min(requested++, answers.length - 1)] ?? []
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof systemLookup
  return { lookup, lookups: () => requested }
}

test.each([
  '127.0.0.1',
  '127.255.0.3',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'fd00::1',
  'fe80::1',
  'ff02::1',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '127.0.0.1',
  '2130706433',
  '0177.0.0.1',
  '0x7f.1',
  '127.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[fd00::1]',
  '169.254.169.254',
])('ssrf-matrix: http://%s is refused without a connection', async (host) => {
  const before = hits
  await expect(createCheckedFetch()(new Request(`http://${host}:${port}/`))).rejects.toMatchObject({
    name: 'RefusedAddress',
  })
  expect(hits).toBe(before)
})

test.each([[['127.0.0.1']], [['93.184.216.34', '127.0.0.1']], [['::1']], [[]]])(
  'ssrf-matrix: a name that resolves to %j is refused',
  async (addresses) => {
    const before = hits
    const { lookup } = resolver(addresses)
    await expect(
      createCheckedFetch({ lookup })(new Request(`http://media.test:${port}/`)),
    ).rejects.toMatchObject({ name: 'RefusedAddress' })
    expect(hits).toBe(before)
  },
)

test('ssrf-matrix: a name is resolved once and the socket goes where the check looked', async () => {
  const { lookup, lookups } = resolver(['127.0.0.1'], ['10.0.0.1'])
  const isAllowed = (address: string) => address === '127.0.0.1'
  const response = await createCheckedFetch({ lookup, isAllowed })(
    new Request(`http://media.test:${port}/`, { headers: { range: 'bytes=0-' } }),
  )
  expect([response.status, response.headers.get('x-range'), await response.text()]).toEqual([
    200,
    'bytes=0-',
    'RIFF',
  ])
  expect(lookups()).toBe(1)
})

/** Writes raw bytes, as a hostile server could. */
const answering = async (answer: string) => {
  const raw = createRawServer((socket) => void socket.once('data', () => socket.end(answer)))
  raw.listen(0, '127.0.0.1')
  await once(raw, 'listening')
  const { lookup } = resolver(['127.0.0.1'])
  const requested = createCheckedFetch({ lookup, isAllowed: () => true })(
    new Request(`http://media.test:${(raw.address() as AddressInfo).port}/`),
  )
  return requested.finally(() => raw.close())
}

test.each([204, 205, 304])('an answer of %i, which has no body, is one', async (status) => {
  const response = await answering(`HTTP/1.1 ${status} Fine\r\nx-is: it\r\nconnection: close\r\n\r\n`)
  expect([response.status, response.headers.get('x-is'), response.body]).toEqual([status, 'it', null])
})

test.each([600, 999])(
  'a status of %i, which there is none of, fails its request and nothing else',
  async (status) => {
    await expect(answering(`HTTP/1.1 ${status} Odd\r\nconnection: close\r\n\r\n`)).rejects.toThrow(RangeError)
  },
)
