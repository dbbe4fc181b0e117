import { once } from 'node:events'
import { request, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer, listen, listenerOf } from '#/server/http/listener.ts'
import { behindPlain, PROXY_SECRET, SECRET_HEADER, USER_HEADER } from './proxy-testing.ts'

const ANNA = 'anna@example.com'
const SECRET = { [SECRET_HEADER]: PROXY_SECRET }

/** A server on a socket of its own, since what matters is what Node makes of a message. */
const started = async (env: Record<string, string>) => {
  const { app, log } = await behindPlain(env)
  const server = createHttpServer(listenerOf(app))
  await listen(server, 0, '127.0.0.1')
  const { port } = server.address() as AddressInfo
  const ask = async (headers: OutgoingHttpHeaders | readonly string[], path = '/api/session') => {
    const own = ['host', `localhost:${port}`, 'x-requested-by', 'callboard']
    const flat = Array.isArray(headers)
      ? headers
      : Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
    const sent = request({ port, host: '127.0.0.1', path, headers: [...own, ...flat] }).end()
    const [answer] = await once(sent, 'response')
    return { status: Number(answer.statusCode), body: await text(answer) }
  }
  return { server, ask, log }
}

let near: Awaited<ReturnType<typeof started>>
let far: Awaited<ReturnType<typeof started>>
beforeAll(async () => {
  near = await started({ AUTH_PROXY_TRUSTED: '127.0.0.1' })
  // Whoever asks here asks from an address that is not the proxy's.
  far = await started({ AUTH_PROXY_TRUSTED: '10.1.2.3' })
})
afterAll(() => {
  near.server.close()
  far.server.close()
})

test('what the proxy itself says is believed', async () => {
  const { status, body } = await near.ask({ [USER_HEADER]: ANNA, ...SECRET })
  expect([status, JSON.parse(body)]).toMatchObject([200, { user: { email: ANNA } }])
})

const spoofs: Record<string, OutgoingHttpHeaders | string[]> = {
  'directly, without the secret': { [USER_HEADER]: ANNA },
  'a wrong secret': { [USER_HEADER]: ANNA, [SECRET_HEADER]: PROXY_SECRET.replace('a', 'b') },
  'a longer secret': { [USER_HEADER]: ANNA, [SECRET_HEADER]: `${PROXY_SECRET}x` },
  'an empty secret': { [USER_HEADER]: ANNA, [SECRET_HEADER]: '' },
  'the secret twice': [USER_HEADER, ANNA, SECRET_HEADER, PROXY_SECRET, SECRET_HEADER, PROXY_SECRET],
  'the secret in a twin': { [USER_HEADER]: ANNA, x_callboard_proxy: PROXY_SECRET },
  'a twin with underscores': { x_auth_request_email: ANNA, ...SECRET },
  'a twin beside the header': { [USER_HEADER]: ANNA, X_Auth_Request_Email: ANNA, ...SECRET },
  'a twin with one underscore': { [USER_HEADER]: ANNA, 'x-auth_request-email': 'x@y.z', ...SECRET },
  'the header of another proxy': { 'x-auth-request-user': ANNA, 'remote-user': ANNA, ...SECRET },
  'the header twice': [USER_HEADER, ANNA, USER_HEADER, ANNA, SECRET_HEADER, PROXY_SECRET],
  'the header twice, in another case': [
    USER_HEADER,
    ANNA,
    USER_HEADER.toUpperCase(),
    'boris@example.com',
    SECRET_HEADER,
    PROXY_SECRET,
  ],
  'two names in one value': { [USER_HEADER]: `${ANNA}, boris@example.com`, ...SECRET },
  'two names without a space': { [USER_HEADER]: `${ANNA},boris@example.com`, ...SECRET },
  'a space inside': { [USER_HEADER]: `${ANNA} boris@example.com`, ...SECRET },
  'a tab inside': { [USER_HEADER]: `anna\t@example.com`, ...SECRET },
  'UTF-8 as bytes': { [USER_HEADER]: Buffer.from('аnna@example.com').toString('latin1'), ...SECRET },
  'Latin-1': { [USER_HEADER]: 'ann\u00e4@example.com', ...SECRET },
  'percent-encoded': { [USER_HEADER]: 'anna%40example.com', ...SECRET },
  'an encoded word': { [USER_HEADER]: '=?UTF-8?B?YW5uYUBleGFtcGxlLmNvbQ==?=', ...SECRET },
  quoted: { [USER_HEADER]: `"${ANNA}"`, ...SECRET },
  empty: { [USER_HEADER]: '', ...SECRET },
  'spaces only': { [USER_HEADER]: '   ', ...SECRET },
  'no header at all': SECRET,
  'eight KiB': { [USER_HEADER]: `${'a'.repeat(8 * 1024)}@example.com`, ...SECRET },
  'groups twice': [
    USER_HEADER,
    ANNA,
    SECRET_HEADER,
    PROXY_SECRET,
    'x-auth-request-groups',
    'staff',
    'x-auth-request-groups',
    'sales',
  ],
  'an address that only X-Forwarded-For has': { 'x-forwarded-for': '127.0.0.1', [USER_HEADER]: ANNA },
}

test.each(Object.entries(spoofs))('header-spoof-matrix: %s', async (_, headers) => {
  for (const path of ['/api/session', '/api/v2/calls']) {
    const { status, body } = await near.ask(headers, path)
    expect([path, status]).toEqual([path, 401])
    expect(JSON.parse(body)).toMatchObject({ error: 'no_identity' })
  }
})

test.each([
  ['without the secret', { [USER_HEADER]: ANNA }],
  ['with the secret', { [USER_HEADER]: ANNA, ...SECRET }],
  ['who says it comes from the proxy', { [USER_HEADER]: ANNA, ...SECRET, 'x-forwarded-for': '10.1.2.3' }],
])('header-spoof-matrix: an address that is not the proxy’s, %s', async (_, headers) => {
  expect((await far.ask(headers)).status).toBe(401)
  expect(far.log).toContainEqual(expect.objectContaining({ event: 'no-identity', reason: 'address' }))
})
