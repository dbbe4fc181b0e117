import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '#/server/app.ts'
import { createSignIn, startProvider, type TestProvider } from './provider-testing.ts'

let provider: TestProvider
beforeEach(async () => void (provider = await startProvider()))
afterEach(async () => {
  await provider.stop().catch(() => undefined)
})

test('a person signs in at the provider and arrives where they wanted to go', async () => {
  const { begin, finish, session, requests, objects } = await createSignIn(provider)
  const url = new URL(await begin('?next=/calls?period=year'))
  expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'callboard',
    redirect_uri: 'http://localhost:8080/auth/callback',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^.{40,}$/),
    nonce: expect.stringMatching(/^.{40,}$/),
  })
  expect(url.searchParams.has('prompt')).toBe(false)
  expect(await finish(provider.authorize(url.href))).toBe('/calls?period=year')
  expect(await session()).toMatchObject({
    principal: expect.stringMatching(/^[0-9a-f]{16}$/),
    user: { email: 'anna@example.com', contact_name: 'Anna' },
    rights: ['listen'],
    sign_in: 'oidc',
    refused: null,
    refused_because: null,
  })
  expect(await objects()).toBe(200)
  expect(requests.at(-1)?.headers.get('authorization')).toBe(`Basic ${btoa('key-of-north:')}`)
})

test('the cookie of a sign-in under way is sealed, for five minutes, and Lax; the session’s stays Strict', async () => {
  const { go, begin, jar } = await createSignIn(provider)
  const begun = (await go('/auth/sign-in')).headers.getSetCookie()
  expect(begun).toEqual([
    expect.stringMatching(
      /^__Host-callboard-sign-in=[^;]+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(/^__Host-callboard-refused=; Max-Age=0;/),
  ])
  const url = await begin()
  expect(decodeURIComponent(jar.header())).not.toContain(new URL(url).searchParams.get('state'))
  const done = await go(`/auth/callback?${provider.authorize(url)}`)
  expect(done.status).toBe(303)
  expect(done.headers.getSetCookie().find((line) => line.startsWith('__Host-callboard='))).toMatch(
    /; HttpOnly; Secure; SameSite=Strict$/,
  )
})

test('open-redirect: only a page of ours follows', async () => {
  const { signIn } = await createSignIn(provider)
  for (const next of ['//evil.example', '/\\evil.example', '/%09/evil.example', 'https://evil.example'])
    expect(await signIn(`?next=${next}`)).toBe('/')
})

test('groups of the token: rights and account by group, a single text is one group', async () => {
  provider.lies.claims = { sub: 'boris', email: undefined, groups: ['export-group', 'sales', 7] }
  provider.lies.userinfo = { sub: 'boris' }
  const { signIn, session } = await createSignIn(provider)
  await signIn()
  expect(await session()).toMatchObject({ user: { email: null, contact_name: 'Anna' }, rights: ['export'] })
  provider.lies.claims = { sub: 'boris', email: 'boris@example.com', groups: 'sales' }
  expect(await signIn()).toBe('/')
  expect(await session()).toMatchObject({ user: { email: 'boris@example.com' }, rights: [] })
})

test('userinfo is asked for what the token leaves out, and only then', async () => {
  const { signIn, session } = await createSignIn(provider)
  await signIn()
  expect(provider.requests).not.toContain('/userinfo')
  provider.lies.claims = { groups: undefined, email: undefined }
  provider.lies.userinfo = { sub: 'anna', email: 'anna@example.com', groups: ['export-group'] }
  await signIn()
  expect(await session()).toMatchObject({ rights: ['listen', 'export'] })
  provider.lies.userinfo = { sub: 'somebody-else', email: 'anna@example.com' }
  expect(await signIn()).toBe('/sign-in?failed=untrusted')
})

test.each([false, 'false', 0, 1, 'yes', null])(
  'verified-as-text: an address that is not verified (%j) belongs to no user',
  async (verified) => {
    provider.lies.claims = { email_verified: verified }
    const { signIn, session } = await createSignIn(provider)
    expect(await signIn()).toBe('/sign-in')
    expect(await session()).toMatchObject({ principal: null, refused: 'Anna' })
  },
)

test('verified-as-text: the stricter of token and userinfo wins', async () => {
  provider.lies.claims = { groups: undefined }
  const { signIn, session } = await createSignIn(provider)
  provider.lies.userinfo = { sub: 'anna', email: 'anna@example.com', email_verified: 'false', groups: [] }
  expect(await signIn()).toBe('/sign-in')
  expect(await session()).toMatchObject({ principal: null, refused: 'Anna' })
  provider.lies.userinfo = { sub: 'anna', email_verified: 'true', groups: [] }
  expect(await signIn()).toBe('/')
})

test.each(['anna@example.com\0', 'anna@exam\u200bple.com', '\ufeffanna@example.com', 'ａnna@example.com'])(
  'odd-identity: %j is not anna@example.com',
  async (email) => {
    provider.lies.claims = { email }
    const { signIn, session } = await createSignIn(provider)
    expect(await signIn()).toBe('/sign-in?failed=untrusted')
    expect(await session()).toMatchObject({ principal: null, user: null })
  },
)

test('accepts a token from a clock that is 45 s ahead, not from one that is 10 min ahead', async () => {
  const { signIn, options } = await createSignIn(provider)
  const at = Math.floor(options.now() / 1000)
  provider.lies.claims = { iat: at + 45 }
  expect(await signIn()).toBe('/')
  provider.lies.claims = { iat: at + 600 }
  expect(await signIn()).toBe('/sign-in?failed=untrusted')
})

test('counts groups that cannot be read as none, and logs why', async () => {
  provider.lies.claims = { groups: ['export-group', 7] }
  const { signIn, session, log } = await createSignIn(provider)
  await signIn()
  expect(await session()).toMatchObject({ rights: ['listen', 'export'] })
  provider.lies.claims = { groups: { 0: 'export-group' } }
  await signIn()
  expect(await session()).toMatchObject({ rights: ['listen'] })
  expect(log.filter(({ event }) => event === 'identity-groups')).toMatchObject([
    { problem: 'not_a_text' },
    { problem: 'not_a_list' },
  ])
})

test('names both spellings of an issuer that differs by a slash at the end', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const issuer = `${provider.issuer}/realms/staff`
  provider.lies.metadata = { issuer }
  const { app, go } = await createSignIn(provider, { OIDC_ISSUER: `${issuer}/` })
  await app.checkSignIn()
  expect(errors.mock.calls).toEqual([
    [`OIDC_ISSUER is ${issuer}/, but the provider calls itself ${issuer}: the two must be the same`],
  ])
  expect((await go('/auth/sign-in')).headers.get('location')).toBe('/sign-in?failed=untrusted')
})

test('replayed-callback: an answer of the provider opens one session, also with the cookie of before', async () => {
  provider.lies.takesCodesTwice = true
  const { begin, go, jar, options } = await createSignIn(provider)
  const answer = provider.authorize(await begin())
  const cookie = jar.header()
  const callback = async (path: string) => (await go(path, { cookie })).headers.get('location')
  expect(await callback(`/auth/callback?${answer}`)).toBe('/')
  expect(await callback(`/auth/callback?${answer}`)).toBe('/sign-in?failed=expired')
  // At another server on the same database.
  const elsewhere = await createApp(options).fetch(
    new Request(`${options.config.publicUrl}/auth/callback?${answer}`, { headers: { cookie } }),
  )
  expect(elsewhere.headers.get('location')).toBe('/sign-in?failed=expired')
})

test('a full disk is said on our own page, not by an answer without one', async () => {
  const { begin, finish, breakStorage } = await createSignIn(provider)
  const answer = provider.authorize(await begin('?next=/calls'))
  breakStorage('full')
  expect(await finish(answer)).toBe('/sign-in?failed=service&next=%2Fcalls')
})

test('no account: 403, who it is and whom to ask, and another account is a new sign-in', async () => {
  provider.lies.claims = { sub: 'carl', email: 'carl@example.com' }
  const { signIn, session, go, begin } = await createSignIn(provider)
  expect(await signIn('?next=/calls')).toBe('/sign-in')
  expect((await go('/sign-in')).status).toBe(403)
  expect(await session()).toMatchObject({
    principal: null,
    refused: 'carl@example.com',
    ask: 'it@example.com',
  })
  expect(new URL(await begin('?again=1')).searchParams.get('prompt')).toBe('login')
  expect((await go('/sign-in')).status).toBe(200)
  expect(await session()).toMatchObject({ refused: null })
})

test('neither a password nor a key opens anything', async () => {
  const { signIn, send } = await createSignIn(provider)
  await signIn()
  const post = (path: string, body: object) => send(path, { method: 'POST', body: JSON.stringify(body) })
  expect((await post('/api/session', { api_key: 'key-of-north' })).status).toBe(404)
  expect((await post('/api/v2/users/sign_in', { user: { email: 'a@b.c', password: 'x' } })).status).toBe(404)
})

const HOUR = 3_600
const at = (offset: number) => Math.floor(Date.now() / 1000) + offset
test.each<[string, (provider: TestProvider) => unknown]>([
  ['another issuer', ({ lies }) => (lies.claims = { iss: 'https://login.evil.example' })],
  ['another audience', ({ lies }) => (lies.claims = { aud: 'another-app' })],
  [
    'several audiences, for another party',
    ({ lies }) => (lies.claims = { aud: ['callboard', 'x'], azp: 'x' }),
  ],
  ['another nonce', ({ lies }) => (lies.claims = { nonce: 'n' })],
  ['no nonce', ({ lies }) => (lies.claims = { nonce: undefined })],
  ['no person', ({ lies }) => (lies.claims = { sub: undefined })],
  ['an end that is past', ({ lies }) => (lies.claims = { iat: at(-HOUR), exp: at(-120) })],
  ['a beginning that is to come', ({ lies }) => (lies.claims = { nbf: at(HOUR) })],
  ['alg:none', (one) => (one.lies.sign = one.unsigned)],
  ['HS256 with the public key', (one) => (one.lies.sign = one.signWithPublicKey)],
  ['a key of somebody else under the same name', (one) => (one.lies.sign = one.signElsewhere)],
  ['no ID token', ({ lies }) => (lies.tokens = { id_token: undefined })],
  ['no token at all', ({ lies }) => (lies.tokens = { id_token: 'a.b.c' })],
])('lying-tokens: %s signs no user in', async (_, lie) => {
  const { signIn, session, log, options } = await createSignIn(provider)
  lie(provider)
  expect(await signIn('?next=/calls')).toBe('/sign-in?failed=untrusted&next=%2Fcalls')
  expect(await session()).toMatchObject({ principal: null, refused: null })
  expect(log).toContainEqual(
    expect.objectContaining({ event: 'company-sign-in', step: 'callback', failure: 'untrusted' }),
  )
  expect((await options.audit.read({})).entries).toMatchObject([
    { who: null, what: { event: 'sign_in_refused', reason: 'untrusted' } },
  ])
})

test('clocks that differ by less than a minute are no reason', async () => {
  provider.lies.claims = { iat: at(45), nbf: at(45), exp: at(HOUR) }
  const { signIn } = await createSignIn(provider)
  expect(await signIn()).toBe('/')
  provider.lies.claims = { iat: at(-HOUR), exp: at(-45) }
  expect(await signIn()).toBe('/')
})

test('an answer without our state, with another one, from another browser or too late is none', async () => {
  const { begin, finish, jar, pass } = await createSignIn(provider)
  const url = await begin()
  const answer = provider.authorize(url)
  expect(await finish(new URLSearchParams({ code: answer.get('code') ?? '' }))).toBe(
    '/sign-in?failed=expired',
  )
  const other = new URLSearchParams(answer)
  other.set('state', 'somebody-else')
  expect(await finish(other)).toBe('/sign-in?failed=expired')
  const own = jar.copy()
  jar.restore(new Map())
  expect(await finish(answer)).toBe('/sign-in?failed=expired')
  jar.restore(own)
  pass(5 * 60_000)
  expect(await finish(answer)).toBe('/sign-in?failed=expired')
  expect(provider.requests).not.toContain('/token authorization_code')
})

test('replayed-code: neither the answer nor the code behind it works twice', async () => {
  const { begin, finish, jar, session } = await createSignIn(provider)
  const answer = provider.authorize(await begin())
  const before = jar.copy()
  expect(await finish(answer)).toBe('/')
  expect(await finish(answer)).toBe('/sign-in?failed=expired')
  jar.restore(before)
  expect(await finish(answer)).toBe('/sign-in?failed=expired')
  expect(await session()).toMatchObject({ principal: null })
})

test('a code of another sign-in does not fit this one', async () => {
  const { begin, finish } = await createSignIn(provider)
  const attacker = provider.authorize(await begin())
  const state = new URL(await begin()).searchParams.get('state') ?? ''
  attacker.set('state', state)
  expect(await finish(attacker)).toBe('/sign-in?failed=expired')
})

test('mix-up: an answer in the name of another provider is refused', async () => {
  provider.lies.metadata = { authorization_response_iss_parameter_supported: true }
  const { begin, finish } = await createSignIn(provider)
  const answer = provider.authorize(await begin())
  answer.set('iss', 'https://login.evil.example')
  expect(await finish(answer)).toBe('/sign-in?failed=untrusted')
  expect(await finish(provider.authorize(await begin()))).toBe('/sign-in?failed=untrusted')
  const honest = provider.authorize(await begin())
  honest.set('iss', provider.issuer)
  expect(await finish(honest)).toBe('/')
})

test('a provider of another name than OIDC_ISSUER is not used', async () => {
  provider.lies.metadata = { issuer: 'https://login.evil.example' }
  const { begin } = await createSignIn(provider)
  expect(await begin()).toBe('/sign-in?failed=untrusted')
})

test('two tabs sign in at once, and both arrive', async () => {
  const { begin, finish } = await createSignIn(provider)
  const [first, second] = [await begin('?next=/calls'), await begin('?next=/objects')]
  expect(await finish(provider.authorize(first))).toBe('/calls')
  expect(await finish(provider.authorize(second))).toBe('/objects')
})

test('a sign-in in the place of another one ends that', async () => {
  const { signIn, jar, go, objects } = await createSignIn(provider)
  await signIn()
  const before = jar.copy()
  await signIn()
  expect(await objects()).toBe(200)
  jar.restore(before)
  expect((await go('/api/v2/objs/')).status).toBe(401)
})

test('the person, or the provider, says no', async () => {
  const { begin, finish, options } = await createSignIn(provider)
  const state = async () => new URL(await begin('?next=/calls')).searchParams.get('state') ?? ''
  const denied = new URLSearchParams({ error: 'access_denied', state: await state() })
  expect(await finish(denied)).toBe('/sign-in?failed=denied&next=%2Fcalls')
  const busy = new URLSearchParams({ error: 'temporarily_unavailable', state: await state() })
  expect(await finish(busy)).toBe('/sign-in?failed=unavailable&next=%2Fcalls')
  expect((await options.audit.read({})).entries.map(({ what }) => what)).toEqual([
    { event: 'sign_in_refused', reason: 'denied' },
  ])
})

test('a provider that cannot be reached, or is ill, stops nothing; it is asked again', async () => {
  await provider.stop()
  const { begin, signIn, session, pass, objects } = await createSignIn(provider)
  expect(await begin('?next=/calls')).toBe('/sign-in?failed=unavailable&next=%2Fcalls')
  expect(await session()).toMatchObject({ sign_in: 'oidc', principal: null })
  await provider.start()
  pass(2_000)
  expect(await signIn('?next=/calls')).toBe('/calls')
  const url = await begin()
  provider.lies.isBroken = true
  const finishing = await createSignIn(provider)
  expect(await finishing.begin()).toBe('/sign-in?failed=unavailable')
  // Metadata are cached for an hour, and longer while unreachable.
  expect(url).toContain('/authorize?')
  pass(3_600_000)
  expect(await begin()).toContain('/authorize?')
  expect(await objects()).toBe(401)
})

test('however many people press Retry, a provider that is away is asked once in two seconds', async () => {
  provider.lies.isBroken = true
  const { begin, pass } = await createSignIn(provider)
  await Promise.all([begin(), begin(), begin()])
  await begin()
  expect(provider.requests).toEqual(['/.well-known/openid-configuration'])
  pass(2_000)
  await begin()
  expect(provider.requests).toHaveLength(2)
})

test('an API that does not answer is told as such', async () => {
  const { signIn, handlers, session } = await createSignIn(provider)
  handlers['GET /v2/agency'] = () => Response.json({}, { status: 503 })
  expect(await signIn('?next=/calls')).toBe('/sign-in?failed=service&next=%2Fcalls')
  expect(await session()).toMatchObject({ principal: null, refused: null })
})

test('a key that the API refuses is the operator’s to mend: whom to tell, a line in the log, an alarm, the audit log', async () => {
  const { signIn, handlers, session, go, log, options, app } = await createSignIn(provider)
  const { 'GET /v2/agency': agency } = handlers
  handlers['GET /v2/agency'] = () => Response.json({ error: 'unauthorized' }, { status: 401 })
  expect(await signIn('?next=/calls')).toBe('/sign-in?next=%2Fcalls')
  expect((await go('/sign-in')).status).toBe(403)
  expect(await session()).toMatchObject({
    principal: null,
    refused: 'anna@example.com',
    refused_because: 'key_refused',
    ask: 'it@example.com',
  })
  expect(log).toContainEqual({ event: 'account-key', state: 'refused', account: 'north' })
  expect((await app.vitals()).keysRefused).toBe(1)
  expect((await options.audit.read({})).entries).toMatchObject([
    { who: 'anna@example.com', what: { event: 'sign_in_refused', reason: 'key_refused' } },
  ])
  if (agency) handlers['GET /v2/agency'] = agency
  expect(await signIn('?next=/calls')).toBe('/calls')
  expect(await session()).toMatchObject({ refused: null, refused_because: null })
  expect((await app.vitals()).keysRefused).toBe(0)
})

test('key-rotation: a key that is new is fetched, and not at every token that names an unknown one', async () => {
  const { signIn, pass } = await createSignIn(provider)
  expect(await signIn()).toBe('/')
  await provider.rotate('key-2')
  pass(61_000)
  expect(await signIn()).toBe('/')
  const fetched = () => provider.requests.filter((path) => path === '/keys').length
  const before = fetched()
  provider.lies.sign = provider.signElsewhere
  for (let nth = 0; nth < 3; nth++) expect(await signIn()).toBe('/sign-in?failed=untrusted')
  expect(fetched()).toBe(before)
})
