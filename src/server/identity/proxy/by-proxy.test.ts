import { expect, test } from 'vitest'
import { session as sessionAnswer } from '#/contract/session.ts'
import { cookieOf } from '#/server/testing.ts'
import { behindPlain } from './proxy-testing.ts'

const sessionOf = async (response: Response) => sessionAnswer.parse(await response.json())

test('whom the proxy names is signed in with the first page, with the account’s key and their rights', async () => {
  const { send, as, requests } = await behindPlain()
  const arrival = await send('/api/session', as('Anna@Example.com'))
  expect(arrival.status).toBe(200)
  const cookie = cookieOf(arrival)
  expect(cookie).toMatch(/^__Host-callboard=/)
  expect(await sessionOf(arrival)).toMatchObject({
    user: { email: 'anna@example.com' },
    rights: ['export'],
    sign_in: 'proxy',
    sign_out: true,
    refused: null,
    refused_because: null,
  })
  const calls = await send('/api/v2/calls', { ...as('anna@example.com'), cookie })
  expect(calls.status).toBe(200)
  expect(atob(requests.at(-1)?.headers.get('authorization')?.slice(6) ?? '')).toBe('NORTH_CANARY:')
})

test('a cookie without the person, and a person without the cookie, open nothing', async () => {
  const { send, as } = await behindPlain()
  const cookie = cookieOf(await send('/api/session', as('anna@example.com')))
  for (const path of ['/api/v2/calls', '/api/session', '/api/preferences']) {
    const response = await send(path, { ...as(null), cookie })
    expect([path, response.status]).toEqual([path, 401])
    expect(await response.json()).toMatchObject({ error: 'no_identity' })
    expect(response.headers.get('x-callboard-principal')).toBeNull()
  }
  expect((await send('/api/v2/calls', as('anna@example.com'))).status).toBe(401)
})

test('neither password nor key opens anything behind a proxy', async () => {
  const { send, as, requests } = await behindPlain()
  const post = {
    method: 'POST',
    body: JSON.stringify({ api_key: 'k', user: { email: 'a@b.c', password: 'p' } }),
  }
  expect((await send('/api/session', { ...as('anna@example.com'), ...post })).status).toBe(404)
  expect((await send('/api/v2/users/sign_in', { ...as('anna@example.com'), ...post })).status).toBe(404)
  expect(requests).toHaveLength(0)
})

test('proxy-user-change: another person with the same cookie gets nothing of the one before', async () => {
  const { send, as, requests } = await behindPlain()
  const arrival = await send('/api/session', as('anna@example.com'))
  const cookie = cookieOf(arrival)
  const { principal } = await sessionOf(arrival)
  const ofAnna = { 'x-callboard-principal': principal ?? '' }
  requests.length = 0
  for (const path of ['/api/v2/calls', '/api/preferences', '/api/v2/objs/']) {
    const response = await send(path, { ...as('boris@example.com', ofAnna), cookie })
    expect([path, response.status]).toEqual([path, 409])
    expect(await response.json()).toMatchObject({ error: 'principal_changed' })
    expect(response.headers.get('x-callboard-principal')).toBeNull()
  }
  expect(requests).toHaveLength(0)
  // Anna's session has ended for her too.
  const back = await send('/api/v2/calls', { ...as('anna@example.com', ofAnna), cookie })
  expect(back.status).toBe(401)
  expect(await back.json()).toMatchObject({ error: 'session_ended' })
})

test('another person’s first page ends the session before and opens their own', async () => {
  const { send, as } = await behindPlain()
  const anna = await send('/api/session', as('anna@example.com'))
  const cookie = cookieOf(anna)
  const boris = await send('/api/session', { ...as('boris@example.com'), cookie })
  expect(cookieOf(boris)).not.toBe(cookie)
  const [first, second] = [await sessionOf(anna), await sessionOf(boris)]
  expect(second).toMatchObject({ user: { email: 'boris@example.com' }, rights: [] })
  expect(second.principal).not.toBe(first.principal)
  expect((await send('/api/v2/calls', { ...as('anna@example.com'), cookie })).status).toBe(401)
})

test('groups count as the request says them: a right that was taken is gone with the next request', async () => {
  const { send, as } = await behindPlain()
  const groups = (names: string) => as('vera@example.com', { 'x-auth-request-groups': names })
  const arrival = await send('/api/session', groups('staff, sales'))
  const cookie = cookieOf(arrival)
  expect(await sessionOf(arrival)).toMatchObject({ rights: ['listen'] })
  expect((await send('/api/v2/calls', { ...groups('sales,staff'), cookie })).status).toBe(200)
  expect((await send('/api/v2/calls', { ...groups('staff'), cookie })).status).toBe(401)
})

test('a person without an account is told so, and by whom they could be let in', async () => {
  const { send, as } = await behindPlain(
    {},
    {
      site: {
        build: 'b1',
        fetch: async () => new Response('page', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      },
    },
  )
  const arrival = await send('/api/session', as('stranger@example.com'))
  expect(arrival.status).toBe(200)
  expect(arrival.headers.get('set-cookie')).toBeNull()
  expect(await sessionOf(arrival)).toMatchObject({
    principal: null,
    user: null,
    refused: 'stranger@example.com',
    ask: 'it@example.com',
  })
  expect((await send('/api/v2/calls', as('stranger@example.com'))).status).toBe(401)
  // The document itself is the same for everybody.
  const statuses = []
  for (const user of ['stranger@example.com', 'anna@example.com', null])
    statuses.push((await send('/overview', as(user))).status)
  expect(statuses).toEqual([403, 200, 200])
})

test('signing out leads to the proxy’s own sign-out; without one there is none', async () => {
  const { send, as } = await behindPlain()
  const cookie = cookieOf(await send('/api/session', as('anna@example.com')))
  const out = await send('/api/session', { ...as('anna@example.com'), cookie, method: 'DELETE' })
  expect(await out.json()).toEqual({ to: 'http://localhost:8080/oauth2/sign_out' })
  expect((await send('/api/v2/calls', { ...as('anna@example.com'), cookie })).status).toBe(401)
  const without = await behindPlain({ AUTH_PROXY_SIGNOUT: '' })
  const arrival = await without.send('/api/session', without.as('anna@example.com'))
  expect(await sessionOf(arrival)).toMatchObject({ sign_out: false })
})

test('the health needs no identity', async () => {
  const { send } = await behindPlain()
  expect((await send('/healthz')).status).toBe(200)
})

test('a key that the API does not accept is the administrator’s to mend: no sign-in helps, and the session stays', async () => {
  const { send, as, handlers, log, app, options } = await behindPlain()
  const refuse = () => Response.json({ error: 'unauthorized' }, { status: 401 })
  const { 'GET /v2/agency': agency } = handlers
  handlers['GET /v2/agency'] = refuse
  const arrival = await send('/api/session', as('anna@example.com'))
  expect(await sessionOf(arrival)).toMatchObject({
    principal: null,
    refused: 'anna@example.com',
    refused_because: 'key_refused',
    ask: 'it@example.com',
  })
  expect((await options.audit.read({})).entries).toMatchObject([
    { who: 'anna@example.com', what: { event: 'sign_in_refused', reason: 'key_refused' } },
  ])
  expect((await app.vitals()).keysRefused).toBe(1)
  if (agency) handlers['GET /v2/agency'] = agency
  const cookie = cookieOf(await send('/api/session', as('anna@example.com')))
  const { 'GET /v2/calls': calls } = handlers
  handlers['GET /v2/calls'] = refuse
  const refused = await send('/api/v2/calls', { ...as('anna@example.com'), cookie })
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: 'key_refused' }])
  expect((await app.vitals()).keysRefused).toBe(1)
  if (calls) handlers['GET /v2/calls'] = calls
  expect((await send('/api/v2/calls', { ...as('anna@example.com'), cookie })).status).toBe(200)
  expect((await app.vitals()).keysRefused).toBe(0)
  // One line at the beginning and one at the end.
  expect(log.filter(({ event }) => event === 'account-key')).toEqual([
    { event: 'account-key', state: 'refused', account: 'north' },
    { event: 'account-key', state: 'accepted', account: 'north' },
    { event: 'account-key', state: 'refused', account: 'north' },
    { event: 'account-key', state: 'accepted', account: 'north' },
  ])
})
