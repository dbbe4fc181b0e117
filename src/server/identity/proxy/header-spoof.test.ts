import { once } from 'node:events'
import { request, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer, listen, listenerOf } from '#/server/http/listener.ts'
import { behindPlain, PROXY_SECRET, SECRET_HEADER, USER_HEADER } from './proxy-testing.ts'

const ANNA = 'anna@example.com'
const SECRET = { [SECRET_HEADER]: PROXY_SECRET }

/** UTF-8 bytes as Node writes them. */
const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

/** A server on its own socket, to test Node's header parsing. */
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
  // Requests here come from another address than the proxy's.
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
  'Latin-1': { [USER_HEADER]: 'ann\u00e4@example.com', ...SECRET },
  'percent-encoded': { [USER_HEADER]: 'anna%40example.com', ...SECRET },
  'an encoded word': { [USER_HEADER]: '=?UTF-8?B?YW5uYUBleGFtcGxlLmNvbQ==?=', ...SECRET },
  quoted: { [USER_HEADER]: `"${ANNA}"`, ...SECRET },
  empty: { [USER_HEADER]: '', ...SECRET },
  'spaces only': { [USER_HEADER]: '   ', ...SECRET },
  'no header at all': SECRET,
  'eight KiB': { [USER_HEADER]: `${'a'.repeat(8 * 1024)}@example.com`, ...SECRET },
  'a NUL in UTF-8': { [USER_HEADER]: "UTF-8''anna%40example.com%00", ...SECRET },
  'a zero width space': { [USER_HEADER]: latin1('anna@example.com\u200b'), ...SECRET },
  'a byte order mark': { [USER_HEADER]: latin1('\ufeffanna@example.com'), ...SECRET },
  'wide letters': { [USER_HEADER]: latin1('ａnna@example.com'), ...SECRET },
  'a bad escape': { [USER_HEADER]: "UTF-8''anna%4", ...SECRET },
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

const rights = async (headers: OutgoingHttpHeaders | readonly string[]) => {
  const { body } = await near.ask(headers)
  const { user, refused, rights } = JSON.parse(body)
  return { email: user?.email ?? null, refused, rights }
}
const GROUPS = 'x-auth-request-groups'

test('a name that is not ASCII is decoded: UTF-8 as bytes, or by RFC 8187', async () => {
  for (const name of [latin1('борис@example.com'), "UTF-8''%D0%B1%D0%BE%D1%80%D0%B8%D1%81%40example.com"])
    expect(await rights({ [USER_HEADER]: name, ...SECRET })).toMatchObject({ email: 'борис@example.com' })
  // A look-alike letter makes another person.
  expect(await rights({ [USER_HEADER]: latin1('аnna@example.com'), ...SECRET })).toMatchObject({
    email: null,
    refused: 'аnna@example.com',
  })
})

test('groups are decoded one by one; what cannot be read counts as none and is logged by its cause', async () => {
  const problems = () => near.log.filter(({ event }) => event === 'identity-groups').splice(-1)
  const as = async (groups: string | readonly string[]) =>
    (
      await rights([
        USER_HEADER,
        ANNA,
        SECRET_HEADER,
        PROXY_SECRET,
        ...[groups].flat().flatMap((one) => [GROUPS, one]),
      ])
    ).rights
  expect(await as(latin1('Маркетинг, staff'))).toEqual(['export', 'numbers'])
  expect(await as('sales,\xff\xfe')).toEqual(['export', 'listen'])
  expect(problems()).toMatchObject([{ problem: 'undecodable' }])
  expect(await as(latin1('sales\u200b'))).toEqual(['export'])
  expect(problems()).toMatchObject([{ problem: 'odd_identity' }])
  expect(await as(['staff', 'sales'])).toEqual(['export'])
  expect(problems()).toMatchObject([{ problem: 'repeated' }])
})

test('says by a word what the proxy did not pass on', async () => {
  const detail = async (headers: OutgoingHttpHeaders) => JSON.parse((await near.ask(headers)).body).detail
  expect(await detail({ [USER_HEADER]: ANNA })).toBe('secret')
  expect(await detail(SECRET)).toBe('header_missing')
  expect(await detail({ [USER_HEADER]: 'ann\u00e4@example.com', ...SECRET })).toBe('header_undecodable')
  expect(await detail({ [USER_HEADER]: latin1('anna@example.com\u200b'), ...SECRET })).toBe(
    'header_odd_identity',
  )
})
