import { ClientError } from 'openid-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PersonFacts } from '#/server/session/facts.ts'
import type { StoredSession } from '#/server/session/store.ts'
import { createRenewal, GRACE_MS } from './renewal.ts'
import { createSignIn, startProvider, type TestProvider } from './provider-testing.ts'

let provider: TestProvider
beforeEach(async () => void (provider = await startProvider()))
afterEach(async () => {
  await provider.stop().catch(() => undefined)
})

const MINUTE = 60_000
const refreshes = () => provider.requests.filter((one) => one.startsWith('/token refresh_token'))

test('sign-out leads to the provider’s own, and back to our sign-in page', async () => {
  const { signIn, go, objects } = await createSignIn(provider)
  await signIn()
  const out = await go('/api/session', { method: 'DELETE' })
  const { to } = (await out.json()) as { to: string }
  const url = new URL(to)
  expect(url.origin + url.pathname).toBe(`${provider.issuer}/logout`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    post_logout_redirect_uri: 'http://localhost:8080/sign-in',
    client_id: 'callboard',
  })
  expect(await objects()).toBe(401)
})

test('a token too long for an address is left out of it, and a provider without a sign-out has none', async () => {
  provider.lies.claims = { groups: Array.from({ length: 400 }, (_, nth) => `group-${nth}`) }
  const { signIn, go } = await createSignIn(provider)
  await signIn()
  const { to } = (await (await go('/api/session', { method: 'DELETE' })).json()) as { to: string }
  expect(new URL(to).searchParams.has('id_token_hint')).toBe(false)
  provider.lies.metadata = { end_session_endpoint: undefined }
  const other = await createSignIn(provider)
  await other.signIn()
  expect((await other.go('/api/session', { method: 'DELETE' })).status).toBe(204)
})

test('back-channel-logout: by session, by person, by both; others stay', async () => {
  const { signIn, logout, jar, objects } = await createSignIn(provider)
  const open = async (sid: string, sub = 'anna') => {
    provider.lies.claims = { sid, sub }
    jar.restore(new Map())
    await signIn()
    return jar.copy()
  }
  const statuses = async (...browsers: ReadonlyMap<string, string>[]) => {
    const all = []
    for (const browser of browsers) {
      jar.restore(browser)
      all.push(await objects())
    }
    return all
  }
  const office = await open('sid-1')
  const home = await open('sid-2')
  const twin = await open('sid-3', 'another-anna')
  const ended = await logout(await provider.logoutToken({ sid: 'sid-1', sub: undefined }))
  expect([ended.status, ended.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await statuses(office, home, twin)).toEqual([401, 200, 200])
  expect((await logout(await provider.logoutToken({ sid: 'sid-3' }))).status).toBe(200)
  expect(await statuses(home, twin)).toEqual([200, 200])
  expect((await logout(await provider.logoutToken({ sid: undefined }))).status).toBe(200)
  expect(await statuses(home, twin)).toEqual([401, 200])
})

const at = (offset: number) => Math.floor(Date.now() / 1000) + offset
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
test.each<[string, (provider: TestProvider) => Promise<string>]>([
  ['nothing', async () => ''],
  ['no token', async () => 'a.b.c'],
  ['another issuer', ({ logoutToken }) => logoutToken({ iss: 'https://login.evil.example' })],
  ['another audience', ({ logoutToken }) => logoutToken({ aud: 'another-app' })],
  ['an ID token', ({ logoutToken }) => logoutToken({ nonce: 'n' })],
  ['no event', ({ logoutToken }) => logoutToken({ events: undefined })],
  ['another event', ({ logoutToken }) => logoutToken({ events: { 'https://example.com/event': {} } })],
  ['an event that is no object', ({ logoutToken }) => logoutToken({ events: { [EVENT]: true } })],
  ['neither person nor session', ({ logoutToken }) => logoutToken({ sub: undefined, sid: undefined })],
  ['no name of its own', ({ logoutToken }) => logoutToken({ jti: undefined })],
  ['no time', ({ logoutToken }) => logoutToken({ iat: undefined })],
  ['ten minutes old', ({ logoutToken }) => logoutToken({ iat: at(-600), exp: at(600) })],
  ['expired', ({ logoutToken }) => logoutToken({ iat: at(-200), exp: at(-100) })],
  ['from the future', ({ logoutToken }) => logoutToken({ iat: at(600), exp: at(900) })],
  ['another type of token', ({ logoutToken }) => logoutToken({}, 'at+jwt')],
  ['alg:none', (one) => ((one.lies.sign = one.unsigned), one.logoutToken())],
  ['HS256 with the public key', (one) => ((one.lies.sign = one.signWithPublicKey), one.logoutToken())],
  ['a key of somebody else', (one) => ((one.lies.sign = one.signElsewhere), one.logoutToken())],
])('back-channel-logout: %s ends nothing', async (_, lie) => {
  const { signIn, logout, objects } = await createSignIn(provider)
  await signIn()
  const refused = await logout(await lie(provider))
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([400, 'no-store'])
  expect(await refused.json()).toMatchObject({ error: 'invalid_request' })
  expect(await objects()).toBe(200)
})

test('back-channel-logout: a token counts once', async () => {
  const { signIn, logout, objects } = await createSignIn(provider)
  const token = await provider.logoutToken()
  expect((await logout(token)).status).toBe(200)
  await signIn()
  expect((await logout(token)).status).toBe(400)
  expect(await objects()).toBe(200)
})

test('back-channel-logout: nor does it count again at another server over the same database', async () => {
  const { signIn, logout, logoutElsewhere, objects } = await createSignIn(provider)
  await signIn()
  const token = await provider.logoutToken()
  expect((await logoutElsewhere(token)).status).toBe(200)
  expect(await objects()).toBe(401)
  await signIn()
  expect((await logout(token)).status).toBe(400)
  expect((await logout(await provider.logoutToken())).status).toBe(200)
  expect(await objects()).toBe(401)
})

test('back-channel-logout: a full disk keeps no user signed in', async () => {
  const { signIn, logout, objects, breakStorage } = await createSignIn(provider)
  await signIn()
  breakStorage('full')
  expect((await logout(await provider.logoutToken())).status).toBe(200)
  expect(await objects()).toBe(401)
})

test('back-channel-logout: where the keys cannot be asked for, the provider is told to try again', async () => {
  const { logout } = await createSignIn(provider)
  const token = await provider.logoutToken()
  await provider.stop()
  expect((await logout(token)).status).toBe(503)
})

test('refresh: asked once for requests that come together, and what it says counts from then on', async () => {
  const { signIn, objects, session, pass } = await createSignIn(provider)
  await signIn()
  pass(4 * MINUTE)
  expect(await objects()).toBe(200)
  expect(refreshes()).toEqual([])
  pass(MINUTE)
  provider.lies.claims = { groups: ['export-group'] }
  expect(await Promise.all([objects(), objects(), objects(), objects()])).toEqual([200, 200, 200, 200])
  expect(refreshes()).toHaveLength(1)
  expect(await session()).toMatchObject({ rights: ['listen', 'export'] })
  expect(refreshes()).toHaveLength(1)
})

test('refresh: a rotated token takes the place of the one before, one that stays goes on', async () => {
  const { signIn, objects, pass } = await createSignIn(provider)
  provider.lies.tokens = { refresh_token: 'first' }
  await signIn()
  provider.lies.tokens = { refresh_token: 'second', id_token: undefined }
  for (let round = 0; round < 3; round++) {
    pass(5 * MINUTE)
    expect(await objects()).toBe(200)
    provider.lies.tokens = { refresh_token: undefined }
  }
  expect(refreshes().map((one) => one.split(' ').at(-1))).toEqual(['first', 'second', 'second'])
})

test.each<[string, () => unknown]>([
  ['refused', () => (provider.lies.refuseRefresh = { status: 400, error: 'invalid_grant' })],
  ['answered for another person', () => (provider.lies.claims = { sub: 'boris' })],
  ['answered with a token of another key', () => (provider.lies.sign = provider.signElsewhere)],
  [
    'answered with an account that AUTH_KEYS does not know',
    () => (provider.lies.claims = { email: 'x@y.z' }),
  ],
])('refresh: %s, the session ends', async (_, refuse) => {
  const { signIn, objects, session, pass } = await createSignIn(provider)
  await signIn()
  pass(5 * MINUTE)
  refuse()
  expect(await objects()).toBe(401)
  expect(await session()).toMatchObject({ principal: null, refused: null })
})

test('refresh: a provider that is away has ten minutes, asked every half a minute, then the session ends', async () => {
  const { signIn, objects, pass } = await createSignIn(provider)
  await signIn()
  provider.lies.refuseRefresh = { status: 503, error: 'server_error' }
  pass(5 * MINUTE)
  expect([await objects(), await objects()]).toEqual([200, 200])
  expect(refreshes()).toHaveLength(1)
  pass(30_000)
  expect(await objects()).toBe(200)
  expect(refreshes()).toHaveLength(2)
  pass(GRACE_MS - 30_000)
  expect(await objects()).toBe(401)
})

test('refresh: a provider that comes back in time, and one whose client secret is wrong, cost no user the session', async () => {
  const { signIn, objects, pass } = await createSignIn(provider)
  await signIn()
  provider.lies.refuseRefresh = { status: 401, error: 'invalid_client' }
  pass(5 * MINUTE)
  expect(await objects()).toBe(200)
  provider.lies.refuseRefresh = null
  await provider.stop()
  pass(MINUTE)
  expect(await objects()).toBe(200)
  await provider.start()
  pass(MINUTE)
  expect(await objects()).toBe(200)
  pass(4 * MINUTE)
  expect(await objects()).toBe(200)
  expect(refreshes()).toHaveLength(2)
})

test('refresh: runs without a session have the rights of present groups', async () => {
  provider.lies.claims = { groups: ['export-group'] }
  const { signIn, go, session, objects, options, pass } = await createSignIn(provider)
  await signIn()
  const { principal } = await session()
  expect((await go('/api/standing', { method: 'PUT' })).status).toBe(200)
  const offlineAccess = async () => options.offlineAccess.as(String(principal))
  expect((await offlineAccess())?.rights).toEqual(new Set(['listen', 'export']))
  provider.lies.claims = {}
  pass(5 * MINUTE)
  expect(await objects()).toBe(200)
  expect((await offlineAccess())?.rights).toEqual(new Set(['listen']))
  provider.lies.claims = { email: 'not-in-auth-keys@example.com' }
  await signIn()
  expect(await offlineAccess()).toBeNull()
})

test('refresh: a token that another server has just used ends no session', async () => {
  const company = (token: string) =>
    ({ identity: {}, provider: { refresh_token: token, good_until: 0 } }) as unknown as PersonFacts
  const session = (token: string) => ({ idHash: 'x', company: company(token) }) as StoredSession
  let [stored, isEnded] = [session('first'), false]
  const renewed = createRenewal({
    provider: { renew: () => Promise.reject(new ClientError('refused')) },
    authentication: { end: async () => void (isEnded = true), replace: async () => undefined },
    log: () => undefined,
    now: () => 1,
    // The other one asks who it is before it stores the token.
    pause: async (ms) => void (ms > 0 && (stored = session('second'))),
  })
  expect(await renewed(session('first'), async () => stored)).toBe(stored)
  expect(isEnded).toBe(false)
})

test('refresh: without such a token a session has its own ends', async () => {
  const { signIn, objects, pass } = await createSignIn(provider)
  provider.lies.tokens = { refresh_token: undefined }
  await signIn()
  for (let round = 0; round < 47; round++) {
    pass(15 * MINUTE)
    expect(await objects()).toBe(200)
  }
  pass(15 * MINUTE)
  expect(await objects()).toBe(401)
  expect(refreshes()).toEqual([])
})
