import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT, UnsecuredJWT, exportSPKI, importJWK } from 'jose'
import { beforeAll, expect, test, vi } from 'vitest'
import { ConfigError } from '#/server/config/variables.ts'
import { cookieOf } from '#/server/testing.ts'
import { behindSigning, signer } from './proxy-testing.ts'

type Signer = Awaited<ReturnType<typeof signer>>
let es: Signer
let rs: Signer
let stranger: Signer
beforeAll(async () => {
  ;[es, rs, stranger] = await Promise.all([
    signer('ES256', 'e1'),
    signer('RS256', 'r1'),
    signer('ES256', 'e1'),
  ])
})

test.each(['ES256', 'RS256'])('an assertion signed with %s says who asks', async (alg) => {
  const one = alg === 'ES256' ? es : rs
  const { sendWith, claims, send, log } = await behindSigning({ keys: [es.jwk, rs.jwk] })
  const token = await one.sign(claims({ name: 'Anna', groups: ['sales'] }))
  const arrival = await sendWith(token)
  expect(await arrival.json()).toMatchObject({
    user: { email: 'anna@example.com', contact_name: 'Anna' },
    rights: ['export', 'listen'],
    sign_in: 'proxy',
    sign_out: false,
  })
  const headers = { 'cf-access-jwt-assertion': `Bearer ${token}` }
  expect((await send('/api/v2/calls', { headers, cookie: cookieOf(arrival) })).status).toBe(200)
  expect(JSON.stringify(log)).not.toContain('anna')
})

test.each([false, 'false', 0])(
  'verified-as-text: an address with %j is no user of ours',
  async (verified) => {
    const { sendWith, claims } = await behindSigning({ keys: [es.jwk] })
    const answer = await sendWith(await es.sign(claims({ email_verified: verified })))
    expect(await answer.json()).toMatchObject({ principal: null, refused: 'https://login.example.com|4711' })
  },
)

test('clocks may differ by a minute, not by two', async () => {
  const { sendWith, claims, at } = await behindSigning({ keys: [es.jwk] })
  const statuses = []
  for (const rest of [{ exp: at - 50 }, { exp: at - 70 }, { nbf: at + 50 }, { nbf: at + 70 }])
    statuses.push((await sendWith(await es.sign(claims(rest)))).status)
  expect(statuses).toEqual([200, 401, 200, 401])
})

test('a clock 45 s ahead may sign, one 10 min ahead may not', async () => {
  const { sendWith, claims, at } = await behindSigning({ keys: [es.jwk] })
  expect((await sendWith(await es.sign(claims({ iat: at + 45 })))).status).toBe(200)
  expect((await sendWith(await es.sign(claims({ iat: at + 600 })))).status).toBe(401)
})

test.each(['anna@example.com\0', 'anna@exam\u200bple.com'])('odd-identity: %j is nobody', async (email) => {
  const { sendWith, claims, log } = await behindSigning({ keys: [es.jwk] })
  const answer = await sendWith(await es.sign(claims({ email })))
  expect([answer.status, await answer.json()]).toMatchObject([
    401,
    { error: 'no_identity', detail: 'assertion_odd_identity' },
  ])
  expect(log).toContainEqual(expect.objectContaining({ event: 'no-identity', code: 'odd_identity' }))
})

test('names both spellings of an issuer that differs by a slash at the end', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { sendWith, claims } = await behindSigning({ keys: [es.jwk] })
  const token = await es.sign(claims({ iss: 'https://login.example.com/' }))
  expect(await (await sendWith(token)).json()).toMatchObject({ detail: 'assertion_issuer_slash' })
  await sendWith(token)
  expect(consoleError.mock.calls).toEqual([
    [
      'AUTH_PROXY_ISSUER is https://login.example.com, but assertions name https://login.example.com/: the two must be the same',
    ],
  ])
})

test('one text is one group', async () => {
  const { sendWith, claims } = await behindSigning({ keys: [es.jwk] })
  const answer = await sendWith(await es.sign(claims({ groups: 'sales' })))
  expect(await answer.json()).toMatchObject({ rights: ['export', 'listen'] })
})

test.each([
  ['another issuer', { iss: 'https://evil.example.com' }],
  ['another audience', { aud: 'other' }],
  ['no audience', { aud: undefined }],
  ['no end', { exp: undefined }],
  ['nobody', { sub: undefined }],
  ['an empty name', { sub: '' }],
])('a lying assertion is 401: %s', async (_, rest) => {
  const { sendWith, claims } = await behindSigning({ keys: [es.jwk] })
  const answer = await sendWith(await es.sign(claims(rest)))
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ error: 'no_identity' })
})

test('a lying assertion is 401: unsigned, signed by another, with the public key as a secret, cut, or none', async () => {
  const { sendWith, claims, send } = await behindSigning({ keys: [es.jwk, rs.jwk] })
  const good = await es.sign(claims())
  const [head, , signature] = good.split('.')
  const publicKey = await importJWK(rs.jwk, 'RS256', { extractable: true })
  if (publicKey instanceof Uint8Array) throw new Error('not a public key')
  const hs = new SignJWT(claims())
    .setProtectedHeader({ alg: 'HS256', kid: 'r1' })
    .sign(new TextEncoder().encode(await exportSPKI(publicKey)))
  const tokens = [
    new UnsecuredJWT(claims()).encode(),
    await stranger.sign(claims()),
    await hs,
    `${head}.${btoa(JSON.stringify(claims({ email: 'boris@example.com' })))}.${signature}`,
    good.slice(0, -4),
    'x',
    '',
    `${good}, ${good}`,
  ]
  for (const token of tokens) expect([token, (await sendWith(token)).status]).toEqual([token, 401])
  expect((await send('/api/session')).status).toBe(401)
})

test('keys from an address are asked for once, whatever keys are named; while they cannot be had no user is let in', async () => {
  let keys: object[] = [es.jwk]
  let status = 503
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const { sendWith, claims } = await behindSigning(`http://127.0.0.1:${port}/certs`)
    const token = await es.sign(claims())
    const away = await sendWith(token)
    expect([away.status, await away.json()]).toMatchObject([503, { error: 'sign_in_unavailable' }])
    status = 200
    for (let nth = 0; nth < 5; nth++) expect((await sendWith(token)).status).toBe(200)
    expect(requests).toBe(2)
    // Unknown keys must not trigger repeated requests.
    keys = [es.jwk, rs.jwk]
    for (let nth = 0; nth < 5; nth++) expect((await sendWith(await rs.sign(claims()))).status).toBe(401)
    expect(requests).toBe(2)
  } finally {
    server.close()
  }
})

test('a file without keys ends the start', async () => {
  await expect(behindSigning('/nowhere/jwks.json')).rejects.toThrow(ConfigError)
})
