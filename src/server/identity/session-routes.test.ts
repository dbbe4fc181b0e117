import { expect, test } from 'vitest'
import { session as sessionSchema } from '#/contract/session.ts'
import { API, cookieOf, createHarness, EMAIL, json, KEY, PASSWORD, signedInUser } from '#/server/testing.ts'

const MINUTE = 60_000

test('sign-in answers as documented, but never with the key', async () => {
  const { signIn, requests } = await createHarness()
  const response = await signIn()
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(JSON.parse(text)).toMatchObject({
    user: { email: EMAIL, contact_name: 'Anna', roles: expect.any(Array) },
  })
  expect(JSON.parse(text)).not.toHaveProperty('user.api_key')
  expect(text).not.toContain(KEY)
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^__Host-callboard=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  expect(response.headers.get('x-callboard-principal')).toMatch(/^[0-9a-f]{16}$/)
  // G18: no credentials; G20: the content type.
  expect(requests[0]?.url).toBe(`${API}/v2/users/sign_in`)
  expect(requests[0]?.headers.get('authorization')).toBeNull()
  expect(requests[0]?.headers.get('content-type')).toBe('application/json')
})

test('GET /api/session: signed out, signed in, signed out again', async () => {
  const { send, enter } = await createHarness()
  expect(await (await send('/api/session')).json()).toEqual({
    principal: null,
    user: null,
    rights: [],
    ends_in: null,
    sign_in: 'session',
    sign_out: true,
    refused: null,
    refused_because: null,
    ask: null,
    sample: null,
    help: { url: null, text: null },
    wall: false,
  })
  const cookie = await enter()
  const there = await send('/api/session', { cookie })
  expect(sessionSchema.parse(await there.json())).toMatchObject({ user: { email: EMAIL }, sample: null })
  const out = await send('/api/session', { cookie, method: 'DELETE' })
  expect(out.status).toBe(204)
  expect(out.headers.get('set-cookie')).toMatch(/^__Host-callboard=; Max-Age=0; /)
  expect(out.headers.get('clear-site-data')).toBe('"cache"')
  expect(out.headers.get('x-callboard-principal')).toBeNull()
  const after = await send('/api/session', { cookie })
  expect(await after.json()).toMatchObject({ principal: null })
})

test('replay-after-logout-401', async () => {
  const { send, enter, requests } = await createHarness()
  const cookie = await enter()
  await send('/api/session', { cookie, method: 'DELETE' })
  requests.length = 0
  const response = await send('/api/v2/objs/', { cookie })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: 'session_ended' })
  expect(requests).toHaveLength(0)
})

test('takes no cookie back with a late answer, when the browser may have that of the next session', async () => {
  const { send, enter } = await createHarness()
  const cookie = await enter()
  await send('/api/session', { cookie, method: 'DELETE' })
  for (const path of ['/api/v2/objs/', '/api/session'])
    expect((await send(path, { cookie })).headers.get('set-cookie'), path).toBeNull()
})

test('fixation: sign-in makes a new id and ends the session it replaces', async () => {
  const { send, enter } = await createHarness()
  const first = await enter()
  const again = await send('/api/v2/users/sign_in', {
    method: 'POST',
    cookie: first,
    body: JSON.stringify({ user: { email: EMAIL, password: PASSWORD } }),
  })
  expect(cookieOf(again)).not.toBe(first)
  expect((await send('/api/v2/objs/', { cookie: first })).status).toBe(401)
  expect((await send('/api/v2/objs/', { cookie: cookieOf(again) })).status).toBe(200)
  const planted = `__Host-callboard=${'A'.repeat(43)}`
  expect((await send('/api/v2/objs/', { cookie: planted })).status).toBe(401)
})

test('id-entropy: 256 bits, none twice', async () => {
  const { options } = await createHarness()
  const facts = {
    api_key: KEY,
    user: { ...signedInUser().user, phone_number: null, company_name: null, agency: null, roles: [] },
  }
  const ids = new Set<string>()
  for (let index = 0; index < 200; index++) ids.add((await options.sessions.open(facts, 'email:a'))!.id)
  expect(ids.size).toBe(200)
  for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(32)
})

test('idle-timeout: half an hour without a request of the person', async () => {
  const { send, enter, pass } = await createHarness()
  const cookie = await enter()
  pass(29 * MINUTE)
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(200)
  pass(29 * MINUTE)
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(200)
  pass(30 * MINUTE)
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(401)
})

test('fault-idle: polling in the background keeps no session alive', async () => {
  const { send, enter, pass } = await createHarness()
  const cookie = await enter()
  const headers = { 'x-callboard-background': '1' }
  for (let minute = 0; minute < 29; minute++) {
    pass(MINUTE)
    expect((await send('/api/v2/calls', { cookie, headers })).status).toBe(200)
  }
  pass(MINUTE)
  expect((await send('/api/v2/calls', { cookie, headers })).status).toBe(401)
})

test('fault-idle: a session tells how long it lasts, and asking that in the background does not make it longer', async () => {
  const { send, enter, pass } = await createHarness()
  const cookie = await enter()
  const endsIn = async (headers: Record<string, string> = {}) =>
    sessionSchema.parse(await (await send('/api/session', { cookie, headers })).json()).ends_in
  const inBackground = { 'x-callboard-background': '1' }
  expect(await endsIn()).toBe(1800)
  pass(29 * MINUTE)
  expect(await endsIn(inBackground)).toBe(60)
  expect(await endsIn(inBackground)).toBe(60)
  expect(await endsIn()).toBe(1800)
  for (let hours = 0; hours < 11; hours += 0.25) {
    pass(15 * MINUTE)
    await endsIn()
  }
  pass(15 * MINUTE)
  expect(await endsIn()).toBe(16 * 60)
})

test('absolute-timeout: twelve hours, however busy', async () => {
  const { send, enter, pass } = await createHarness()
  const cookie = await enter()
  for (let step = 0; step < 47; step++) {
    pass(15 * MINUTE)
    expect((await send('/api/v2/objs/', { cookie })).status).toBe(200)
  }
  pass(15 * MINUTE)
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(401)
})

test('an account keeps its principal, another account has another', async () => {
  const { signIn } = await createHarness()
  const principal = async (email: string) => (await signIn(email)).headers.get('x-callboard-principal')
  const first = await principal('a@example.com')
  expect(await principal('A@example.com ')).toBe(first)
  expect(await principal('b@example.com')).not.toBe(first)
})

test('the API withdrew the key: the row goes, the browser is told once what happened', async () => {
  const { send, enter, handlers } = await createHarness()
  const cookie = await enter()
  handlers['GET /v2/objs/'] = () => json({ error: 'unauthorized' }, 401)
  const response = await send('/api/v2/objs/', { cookie })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: 'session_ended' })
  expect(await (await send('/api/session', { cookie })).json()).toMatchObject({ principal: null })
})

test('login-generic-error: wrong password, unknown address and refused account read the same', async () => {
  const { signIn, handlers } = await createHarness()
  const bodies = []
  for (const status of [400, 401, 403, 404, 422]) {
    handlers['POST /v2/users/sign_in'] = () => json({ error: `reason ${status}` }, status)
    const response = await signIn(`${status}@example.com`)
    const { error } = (await response.json()) as { error: string }
    bodies.push([response.status, error])
  }
  expect(new Set(bodies.map(String))).toEqual(new Set(['401,unauthorized']))
})

test('login-rate-limit: five wrong tries a minute and twenty an hour, by network and account', async () => {
  const { signIn, send, pass, requests } = await createHarness()
  for (let index = 0; index < 5; index++) expect((await signIn(EMAIL, 'no')).status).toBe(401)
  requests.length = 0
  const refused = await signIn()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  expect(await refused.json()).toMatchObject({ error: 'rate_limited' })
  expect(requests).toHaveLength(0)
  expect((await signIn('other@example.com')).status).toBe(200)
  const elsewhere = await send('/api/v2/users/sign_in', {
    method: 'POST',
    ip: '198.51.100.8',
    body: JSON.stringify({ user: { email: EMAIL, password: PASSWORD } }),
  })
  expect(elsewhere.status).toBe(200)
  for (let round = 0; round < 3; round++) {
    pass(MINUTE)
    for (let index = 0; index < 5; index++) expect((await signIn(EMAIL, 'no')).status).toBe(401)
  }
  pass(MINUTE)
  expect((await signIn()).status).toBe(429)
  pass(60 * MINUTE)
  expect((await signIn()).status).toBe(200)
})

test('login-rate-limit: an account is one however its address is written, a key is one by itself', async () => {
  const { signIn, send } = await createHarness()
  const spellings = [EMAIL, EMAIL.toUpperCase(), ` ${EMAIL}`, `\u200b${EMAIL}`, EMAIL.replace('p', '\uff50')]
  for (const spelling of spellings) expect((await signIn(spelling, 'no')).status).toBe(401)
  expect((await signIn()).status).toBe(429)
  const handlers = async (key: string) =>
    (await send('/api/session', { method: 'POST', body: JSON.stringify({ api_key: key }) })).status
  for (let nth = 0; nth < 10; nth++) expect(await handlers(`wrong key ${nth}`)).toBe(401)
  expect(await handlers(KEY)).toBe(200)
})

test('wrong tries get slower: the third waits, and the fifth two times as long again', async () => {
  const waits: number[] = []
  const { signIn } = await createHarness({}, { pause: async (ms) => void waits.push(ms) })
  for (let index = 0; index < 5; index++) await signIn(EMAIL, 'no')
  expect(waits).toEqual([250, 500, 1_000])
})

test('spraying: after 60 wrong tries in ten minutes a network waits, its known devices sign in', async () => {
  const harness = await createHarness()
  const { signIn, pass } = harness
  const [, device = ''] = (await signIn()).headers.getSetCookie()
  const statuses: number[] = []
  for (let nth = 0; nth < 320; nth++) {
    statuses.push((await signIn(`${nth}@example.com`, 'Winter2026')).status)
    pass(1_000)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(60)
  expect(statuses.slice(60).every((status) => status === 429)).toBe(true)
  const refused = await signIn('own@example.com')
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 280])
  expect((await signIn(EMAIL, PASSWORD, { cookie: device.split(';', 1)[0] ?? '' })).status).toBe(200)
  expect((await signInFrom(harness, { ip: '203.0.113.77' })).status).toBe(200)
  pass(281_000)
  expect((await signIn('own@example.com')).status).toBe(200)
})

/** Wrong passwords, 300 a minute for six minutes, before `meanwhile` runs. */
const attack = async (
  { send, pass }: Awaited<ReturnType<typeof createHarness>>,
  attempt: (nth: number) => { email: string; ip: string; headers?: Record<string, string> },
) => {
  for (let nth = 0; nth < 1_800; nth++) {
    const { email, ...rest } = attempt(nth)
    const body = JSON.stringify({ user: { email, password: 'no' } })
    const { status } = await send('/api/v2/users/sign_in', { method: 'POST', body, ...rest })
    expect([401, 429]).toContain(status)
    pass(200)
  }
}
const signInFrom = (
  { send }: Awaited<ReturnType<typeof createHarness>>,
  init: { ip: string; cookie?: string; headers?: Record<string, string> },
) =>
  send('/api/v2/users/sign_in', {
    method: 'POST',
    body: JSON.stringify({ user: { email: EMAIL, password: PASSWORD } }),
    ...init,
  })

test('signin-nobody-locked-out: an attacker at 300 tries a minute from elsewhere, the owner signs in', async () => {
  const harness = await createHarness()
  await attack(harness, (nth) => ({ email: nth % 2 ? EMAIL : `${nth}@example.com`, ip: '203.0.113.9' }))
  expect((await signInFrom(harness, { ip: '198.51.100.7' })).status).toBe(200)
})

test('signin-nobody-locked-out: from as many addresses as there are', async () => {
  const harness = await createHarness()
  await attack(harness, (nth) => ({ email: EMAIL, ip: `203.0.${nth % 200}.${nth % 250}` }))
  expect((await signInFrom(harness, { ip: '198.51.100.7' })).status).toBe(200)
})

test("signin-nobody-locked-out: from the owner's own office, on a device that has signed in before", async () => {
  const harness = await createHarness()
  const ip = '198.51.100.7'
  const first = await signInFrom(harness, { ip })
  const [, device = ''] = first.headers.getSetCookie()
  expect(device).toMatch(
    /^__Host-callboard-device=[\w%-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  await attack(harness, () => ({ email: EMAIL, ip }))
  expect((await signInFrom(harness, { ip })).status).toBe(429)
  const cookie = device.split(';', 1)[0] ?? ''
  expect((await signInFrom(harness, { ip, cookie })).status).toBe(200)
  // Altered it is invalid, and it opens no session.
  expect((await signInFrom(harness, { ip, cookie: cookie.replace(/=...../, '=AAAAA') })).status).toBe(429)
  expect((await harness.send('/api/v2/objs/', { cookie })).status).toBe(401)
})

test('a device that has signed in before is no way to guess: after ten wrong tries it is like any other', async () => {
  const harness = await createHarness()
  const ip = '198.51.100.7'
  const cookie = (await signInFrom(harness, { ip })).headers.getSetCookie()[1]?.split(';', 1)[0] ?? ''
  const statuses = []
  for (let nth = 0; nth < 16; nth++)
    statuses.push(
      (
        await harness.send('/api/v2/users/sign_in', {
          method: 'POST',
          ip,
          cookie,
          body: JSON.stringify({ user: { email: EMAIL, password: 'no' } }),
        })
      ).status,
    )
  expect(statuses).toEqual([...Array<number>(15).fill(401), 429])
})

test('signin-nobody-locked-out: behind a proxy that is trusted, who asks is who the proxy saw', async () => {
  const harness = await createHarness({ TRUSTED_PROXY: '10.0.0.0/8, fd00::1' })
  const via = (forwarded: string) => ({ ip: '::ffff:10.1.2.3', headers: { 'x-forwarded-for': forwarded } })
  // A forged address comes before the one that the proxy appends.
  await attack(harness, (nth) => ({
    email: EMAIL,
    ...via(nth % 2 ? '198.51.100.7, 203.0.113.9' : '203.0.113.9, 10.9.9.9'),
  }))
  expect((await signInFrom(harness, via('203.0.113.9'))).status).toBe(429)
  expect((await signInFrom(harness, via('198.51.100.7'))).status).toBe(200)
  // Only a proxy's header is trusted.
  for (let nth = 0; nth < 5; nth++)
    await harness.send('/api/v2/users/sign_in', {
      method: 'POST',
      ip: '192.0.2.1',
      headers: { 'x-forwarded-for': `198.51.100.${nth + 20}` },
      body: JSON.stringify({ user: { email: EMAIL, password: 'no' } }),
    })
  const liar = { ip: '192.0.2.1', headers: { 'x-forwarded-for': '198.51.100.99' } }
  expect((await signInFrom(harness, liar)).status).toBe(429)
})

test('tries that succeed, or that the service could not judge, do not count', async () => {
  const { signIn, handlers } = await createHarness()
  for (let index = 0; index < 8; index++) expect((await signIn()).status).toBe(200)
  const ordinary = handlers['POST /v2/users/sign_in']!
  handlers['POST /v2/users/sign_in'] = () => json({}, 503)
  for (let index = 0; index < 8; index++) expect((await signIn()).status).toBe(503)
  handlers['POST /v2/users/sign_in'] = ordinary
  expect((await signIn()).status).toBe(200)
})

test('an answer to sign-in without a key is no sign-in', async () => {
  const { signIn, handlers } = await createHarness()
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ api_key: null }))
  const response = await signIn()
  expect(response.status).toBe(502)
  expect(response.headers.get('set-cookie')).toBeNull()
})

const withKey = (send: Awaited<ReturnType<typeof createHarness>>['send'], key: string) =>
  send('/api/session', { method: 'POST', body: JSON.stringify({ api_key: key }) })

test('a pasted key of an agency manager (G22)', async () => {
  const { send, handlers, requests } = await createHarness()
  handlers['GET /v2/agency'] = () => json([{ agency: { name: 'Northline', clients: [] } }])
  const response = await withKey(send, ` ${KEY}\n`)
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({
    user: { email: null, agency: 'Northline', is_agency_manager: true },
  })
  expect(text).not.toContain(KEY)
  expect(requests[0]?.headers.get('authorization')).toBe(`Basic ${btoa(`${KEY}:`)}`)
})

test('a pasted key of a regular user (G22)', async () => {
  const { send, requests } = await createHarness()
  const response = await withKey(send, KEY)
  expect(await response.json()).toMatchObject({ user: { agency: null, is_agency_manager: false } })
  expect(requests.map(({ url }) => url)).toEqual([`${API}/v2/agency`, `${API}/v2/objs/`])
  expect((await send('/api/v2/objs/', { cookie: cookieOf(response) })).status).toBe(200)
})

test('a wrong key, and what cannot be one', async () => {
  const { send, handlers, requests } = await createHarness()
  handlers['GET /v2/agency'] = () => json({ error: 'unauthorized' }, 401)
  expect((await withKey(send, 'wrong')).status).toBe(401)
  requests.length = 0
  expect((await withKey(send, 'a\r\nX-Other: b')).status).toBe(401)
  expect(requests).toHaveLength(0)
  expect((await withKey(send, '')).status).toBe(400)
})
