import { expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { createHarness, EMAIL, json, KEY, PASSWORD } from './testing.ts'

const SAMPLE = {
  service: async (request: Request) =>
    json({ path: new URL(request.url).pathname, auth: request.headers.get('authorization') }),
  signIns: [{ email: 'a@example.com', password: 'b', account: 'marketer', role: 'Marketer' }],
} as const

test('the wall stands in front of every own and every documented call', async () => {
  const { send, enter, requests } = await createHarness()
  const cookie = await enter()
  requests.length = 0
  for (const path of [
    '/api/session',
    '/api/v2/objs/',
    '/api/v1/geo',
    '/api/recordings/a/1',
    '/api/v2/users/sign_in',
    '/api/nothing',
  ])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const response = await send(path, { cookie, method, headers: { 'sec-fetch-site': 'same-site' } })
      expect([path, method, response.status]).toEqual([path, method, 403])
      expect(await response.json()).toMatchObject({ error: 'cross_site_refused' })
    }
  expect(requests).toHaveLength(0)
})

test('only recordings may be fetched by an audio element', async () => {
  const { send } = await createHarness()
  const headers = { 'sec-fetch-dest': 'audio' }
  expect((await send('/api/recordings/a/1', { headers })).status).toBe(401)
  expect((await send('/api/clients/7/recordings/a/1', { headers })).status).toBe(401)
  expect((await send('/api/v2/objs/', { headers })).status).toBe(403)
})

test('every answer below /api has the headers of its kind', async () => {
  const { send, enter } = await createHarness()
  const cookie = await enter()
  for (const path of ['/api/session', '/api/v2/objs/', '/api/v2/nothing', '/healthz']) {
    const { headers } = await send(path, { cookie })
    expect(headers.get('content-type'), path).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-callboard')).toBe('1')
    expect(headers.get('x-callboard-build')).toBe('b1')
    expect(headers.get('vary')).toContain('Cookie, Origin, Sec-Fetch-Site')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('X-Callboard-Principal is on every answer of a session, refusals included', async () => {
  const { send, enter } = await createHarness()
  const cookie = await enter()
  const principal = (await send('/api/session', { cookie })).headers.get('x-callboard-principal')
  expect(principal).toMatch(/^[0-9a-f]{16}$/)
  for (const path of ['/api/v2/objs/', '/api/v2/nothing', '/api/v2/clients/1/calls'])
    expect((await send(path, { cookie })).headers.get('x-callboard-principal'), path).toBe(principal)
  expect((await send('/api/session')).headers.get('x-callboard-principal')).toBeNull()
})

test('log-canary: no key, password, address, query, name or ip in the log, and one line an answer', async () => {
  const { send, signIn, enter, handlers, log } = await createHarness()
  await signIn(EMAIL, `${PASSWORD}-wrong`)
  const cookie = await enter()
  handlers['GET /v2/objs/CANARYOID/calls'] = () => json({ error: `no person.canary@example.com` }, 422)
  handlers['GET /v2/objs/'] = () => {
    throw new Error(`${KEY} of ${EMAIL}`)
  }
  await send('/api/v2/objs/CANARYOID/calls?from_filter=79160000001', { cookie })
  await send('/api/v2/objs/', { cookie })
  await send('/api/v2/clients/CANARYCLIENT/objs/', { cookie })
  await send('/CANARYPAGE?caller=79160000001')
  const lines: string[] = []
  const write = createLog(
    (line) => lines.push(line),
    () => 0,
  )
  log.forEach(write)
  const text = lines.join('')
  expect(text).not.toMatch(/canary|7916|198\.51|callboard=/i)
  expect(lines).toHaveLength(6)
  expect(log.map((entry) => (entry.event === 'request' ? entry.route : entry.event))).toEqual([
    '/api/v2/users/sign_in',
    '/api/v2/users/sign_in',
    '/api/v2/objs/:oid/calls',
    '/api/v2/objs/',
    '/api/v2/clients/:client/objs/',
    '/*',
  ])
})

test('password-not-in-log: whatever becomes of a sign-in', async () => {
  const { send, signIn, handlers, log } = await createHarness()
  const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name))
  await signIn()
  await signIn(EMAIL, `${PASSWORD}-wrong`)
  await signIn(`${PASSWORD}@example.com`, PASSWORD)
  const raw = async (body: string, path = '/api/v2/users/sign_in') => send(path, { method: 'POST', body })
  await raw(`{"user":{"email":"${EMAIL}","password":"${PASSWORD}"`)
  await raw(`{"user":{"password":"${PASSWORD}"}}`)
  await raw(JSON.stringify({ api_key: PASSWORD }), '/api/session')
  await raw('{}', `/api/v2/users/sign_in?password=${PASSWORD}`)
  const fails = [
    () => json({ error: `${PASSWORD} is wrong` }, 401),
    () => json({ error: { password: `${PASSWORD} is wrong` } }, 500),
    () => new Response(PASSWORD, { status: 200 }),
    () => Promise.reject(new Error(`cannot send ${PASSWORD}`)),
  ]
  for (const fail of fails) {
    handlers['POST /v2/users/sign_in'] = fail
    await signIn(`${fails.indexOf(fail)}@example.com`)
  }
  expect(log).toHaveLength(11)
  expect(JSON.stringify(log)).not.toMatch(/PASSWORD_CANARY/)
  for (const spy of printed) expect(spy).not.toHaveBeenCalled()
})

test('error-has-no-internals: what we did not expect is a code and a request id', async () => {
  const { options, send, log } = await createHarness(
    {},
    {
      site: {
        build: 'b',
        fetch: () => Promise.reject(Object.assign(new TypeError(`cannot read ${KEY}`), { code: 'ECODE' })),
      },
    },
  )
  expect(options.site.build).toBe('b')
  const response = await send('/')
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({
    error: 'unknown_error',
    request_id: response.headers.get('x-request-id'),
  })
  expect(log[0]).toMatchObject({ event: 'error', name: 'TypeError', code: 'ECODE' })
  expect(JSON.stringify(log)).not.toContain(KEY)
})

test('/v1 and /v2 are the embedded service where there is one', async () => {
  const { send } = await createHarness({}, { sample: SAMPLE })
  const response = await send('/v2/objs/', { headers: { authorization: 'Basic x' } })
  expect(await response.json()).toEqual({ path: '/v2/objs/', auth: 'Basic x' })
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await (await send('/api/session')).json()).toMatchObject({ sample: SAMPLE.signIns })
  const real = await createHarness()
  expect((await real.send('/v2/objs/')).status).toBe(404)
})

test('odd methods are refused everywhere', async () => {
  const { send } = await createHarness()
  for (const path of ['/', '/api/session', '/v2/objs/', '/healthz']) {
    for (const method of ['PATCH', 'PROPFIND']) {
      const response = await send(path, { method })
      expect([response.status, response.headers.get('allow')], path).toEqual([
        405,
        'GET, HEAD, POST, PUT, DELETE, OPTIONS',
      ])
      expect(await response.json(), path).toMatchObject({ error: 'method_not_allowed' })
    }
  }
  expect((await send('/', { method: 'POST' })).status).toBe(405)
})

test('/healthz reports the state of the API and asks it seldom', async () => {
  const { send, handlers, requests, pass } = await createHarness()
  handlers['GET /v2/agency'] = () => json({ error: 'unauthorized' }, 401)
  const health = async () => (await send('/healthz', { headers: { 'sec-fetch-site': 'none' } })).json()
  expect(await health()).toEqual({
    status: 'ok',
    database: 'ok',
    storage: 'ok',
    archive: 'ok',
    upstream: 'reachable',
  })
  await health()
  expect(requests).toHaveLength(1)
  expect(requests[0]?.headers.get('authorization')).toBeNull()
  handlers['GET /v2/agency'] = () => Promise.reject(new Error('refused'))
  pass(10_000)
  expect(await health()).toMatchObject({ status: 'ok', upstream: 'unreachable' })
})

test('/healthz is red when sessions cannot be read', async () => {
  const { options } = await createHarness()
  const { send } = await createHarness(
    {},
    { sessions: { ...options.sessions, isHealthy: async () => false } },
  )
  expect((await send('/healthz')).status).toBe(503)
})

test('a policy violation is logged by its directive only', async () => {
  const { send, log } = await createHarness()
  const report = (body: unknown, type = 'application/csp-report') =>
    send('/api/csp-report', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': type, 'sec-fetch-dest': 'report', 'x-requested-by': '' },
    })
  const fields = {
    'effective-directive': 'img-src',
    'blocked-uri': 'https://CANARY',
    'script-sample': 'CANARY',
  }
  expect((await report({ 'csp-report': fields })).status).toBe(204)
  expect(
    (
      await report(
        [{ type: 'csp-violation', body: { effectiveDirective: 'script-src-elem', sample: 'CANARY' } }],
        'application/reports+json',
      )
    ).status,
  ).toBe(204)
  expect((await report({ 'csp-report': { 'effective-directive': 'CANARY' } })).status).toBe(204)
  expect((await report({ 'csp-report': fields, more: 'x'.repeat(9_000) })).status).toBe(413)
  for (let index = 0; index < 6; index++) await report({})
  expect((await report({})).status).toBe(429)
  expect(log.flatMap((entry) => (entry.event === 'csp-report' ? entry.directive : []))).toEqual([
    'img-src',
    'script-src-elem',
  ])
  expect(JSON.stringify(log)).not.toContain('CANARY')
})

test.each(['/v3/objs', '/V2/objs/', '/V1/geo', '/v22'])('%s is no page but a 404 in JSON', async (path) => {
  const { send } = await createHarness({}, { sample: SAMPLE })
  const response = await send(path)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: 'not_found' })
})
