import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  API,
  cookieOf,
  createHarness,
  EMAIL,
  json,
  KEY,
  PAGE_HEADERS,
  PASSWORD,
  signedInUser,
} from '#/server/testing.ts'

test('a documented call goes out with the key, the content type and the documented path', async () => {
  const { send, enter, requests } = await createHarness()
  const cookie = await enter()
  const response = await send('/api/v2/objs', { cookie })
  expect(response.status).toBe(200)
  const sent = requests.at(-1)!
  expect(sent.url).toBe(`${API}/v2/objs/`)
  expect(sent.headers.get('authorization')).toBe(`Basic ${btoa(`${KEY}:`)}`)
  expect(sent.headers.get('content-type')).toBe('application/json')
  expect(sent.headers.get('cookie')).toBeNull()
})

test('G4: the key as X-AUTH-TOKEN', async () => {
  const { send, enter, requests } = await createHarness({ API_AUTH: 'x-auth-token' })
  await send('/api/v2/objs/', { cookie: await enter() })
  expect(requests.at(-1)?.headers.get('x-auth-token')).toBe(KEY)
  expect(requests.at(-1)?.headers.get('authorization')).toBeNull()
})

test('only the documented query parameters, none of them empty', async () => {
  const { send, enter, requests } = await createHarness()
  await send(
    '/api/v2/calls?period=week&api_key=x&from_filter=&status_filter=ANSWER&limit=9&source_filter=a%26b',
    {
      cookie: await enter(),
    },
  )
  expect(Object.fromEntries(new URL(requests.at(-1)!.url).searchParams)).toEqual({
    period: 'week',
    status_filter: 'ANSWER',
    source_filter: 'a&b',
  })
})

test.each([
  [{}, 'page=3', 'page=3'],
  [{}, 'page=1', ''],
  [{}, 'page=-1', ''],
  [{}, 'page=x', ''],
  [{ API_PAGE_PARAM: 'p' }, 'page=2', 'p=2'],
  [{ API_PAGE_SIZE_PARAM: 'per_page' }, 'page=2', 'page=2&per_page=100'],
  [{ API_PAGE_SIZE_PARAM: 'per_page' }, '', 'per_page=100'],
])('G1: with %j, ?%s becomes ?%s', async (env, query, sent) => {
  const { send, enter, requests } = await createHarness(env)
  await send(`/api/v2/objs/?${query}`, { cookie: await enter() })
  expect(new URL(requests.at(-1)!.url).search.slice(1)).toBe(sent)
})

test('a write carries the documented fields and no others', async () => {
  const { send, enter, handlers, requests } = await createHarness()
  handlers['PUT /v2/agency'] = () => json({ agency: { name: 'N' } })
  const cookie = await enter()
  const agency = { name: 'N', domain: 'n.ru', phone_number: '', is_active: true }
  const body = JSON.stringify({ agency: { ...agency, clients: [], owner_id: 7 }, admin: true })
  expect((await send('/api/v2/agency', { cookie, method: 'PUT', body })).status).toBe(200)
  expect(await requests.at(-1)?.json()).toEqual({ agency })
  requests.length = 0
  for (const [bad, error, status] of [
    ['{"agency":', 'invalid_json', 400],
    ['{"agency":{"name":1}}', 'invalid_request', 400],
    [`{"a":"${'x'.repeat(70_000)}"}`, 'request_too_large', 413],
  ] as const) {
    const response = await send('/api/v2/agency', { cookie, method: 'PUT', body: bad })
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([status, error])
  }
  expect(requests).toHaveLength(0)
})

test('G11: script_config may answer nothing, a list may not', async () => {
  const { send, enter, handlers } = await createHarness()
  const cookie = await enter()
  handlers['POST /v2/objs/site/script_config'] = () => new Response('')
  const body = JSON.stringify({ script_config: { utm: '3' } })
  expect((await send('/api/v2/objs/site/script_config', { cookie, method: 'POST', body })).status).toBe(204)
  handlers['GET /v2/objs/'] = () => new Response(null, { status: 204 })
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(502)
})

test('what the table does not list is 404, another method of what it lists is 405', async () => {
  const { send, enter, requests } = await createHarness()
  const cookie = await enter()
  requests.length = 0
  for (const path of [
    '/api/v2/users',
    '/api/v3/objs/',
    '/api/v2/clients/1/agency',
    '/api/v1/objects',
    '/api',
    '/api/v2/',
  ])
    expect((await send(path, { cookie })).status, path).toBe(404)
  const response = await send('/api/v2/agency', { cookie, method: 'DELETE' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, PUT'])
  expect((await send('/api/v2/users/sign_in', { cookie })).status).toBe(405)
  expect(requests).toHaveLength(0)
})

test('whatever the path, requests go below the API base', async () => {
  const { send, enter, requests } = await createHarness()
  const cookie = await enter()
  const piece = fc.oneof(
    fc.constantFrom(
      'v2',
      'v1',
      'objs',
      'calls',
      'clients',
      'agency',
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '%5c',
      '@evil.example',
      '//evil.example',
      '%0d%0aX: y',
      '%00',
      ';',
      '\\',
      '%c0%af',
      '%',
    ),
    fc.webSegment(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 7 }), async (pieces) => {
      requests.length = 0
      await send(`/api/v2/${pieces.join('/')}`, { cookie })
      for (const { url } of requests) {
        expect(url.startsWith(`${API}/v2/`)).toBe(true)
        expect(decodeURIComponent(new URL(url).pathname)).not.toMatch(/\/\.\.?(\/|$)|\\|\p{Cc}/u)
      }
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['text/html', '<h1>hi</h1>'],
  ['application/javascript', 'alert(1)'],
  ['text/html', '{"objs":[]}'],
  [null, '{"objs":[]}'],
  ['application/json', '<!doctype html>'],
  ['application/json', '{"objs":['],
  ['application/jsonp', '{}'],
  ['text/plain; application/json', '{}'],
])('content-type-confusion: %s with %s never reaches the browser', async (type, body) => {
  const { send, enter, handlers } = await createHarness()
  const cookie = await enter()
  for (const status of [200, 206]) {
    handlers['GET /v2/objs/'] = () => {
      const response = new Response(body, { status })
      response.headers.delete('content-type')
      if (type !== null) response.headers.set('content-type', type)
      return response
    }
    const answer = await send('/api/v2/objs/', { cookie })
    expect(answer.status).toBe(502)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await answer.json()).toEqual({
      error: 'upstream_bad_response',
      request_id: answer.headers.get('x-request-id'),
    })
  }
  handlers['GET /v2/objs/'] = () => json({ objs: [] })
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(200)
})

test.each([
  [403, 403, 'access_denied'],
  [404, 404, 'not_found'],
  [410, 410, 'not_found'],
  [429, 429, 'rate_limited'],
  [418, 418, 'unknown_error'],
  [503, 503, 'unknown_error'],
  [401, 401, 'session_ended'],
])('fault-content-type: a refusal in HTML is the status it has: %i', async (status, sentStatus, error) => {
  const { send, enter, handlers } = await createHarness()
  const cookie = await enter()
  for (const type of ['text/html', 'application/json']) {
    handlers['GET /v2/objs/'] = () =>
      new Response('<h1>No</h1>', { status, headers: { 'content-type': type } })
    const answer = await send('/api/v2/objs/', { cookie: type === 'text/html' ? cookie : await enter() })
    expect(answer.status).toBe(sentStatus)
    expect(await answer.json()).toMatchObject({ error })
  }
})

test("secrets-by-value: neither the key nor a client's token is told, in whatever field it stands", async () => {
  const TOKEN = 'TOKEN.CANARY+77/x='
  const { send, handlers } = await createHarness()
  handlers['POST /v2/users/sign_in'] = () =>
    json(signedInUser({ is_agency_manager: true, company_name: `c ${KEY}` }))
  handlers['GET /v2/agency'] = () =>
    json([{ agency: { name: `N ${KEY}`, clients: [{ id: 4, email: 'c@example.com', auth_token: TOKEN }] } }])
  const entered = await send('/api/v2/users/sign_in', {
    method: 'POST',
    body: JSON.stringify({ user: { email: EMAIL, password: PASSWORD } }),
  })
  const cookie = cookieOf(entered)
  const notes = [KEY, `x${TOKEN}y`, encodeURIComponent(TOKEN), btoa(`${KEY}:`), `?auth_token=${TOKEN}&b=1`]
  handlers['GET /v2/clients/4/objs/'] = () =>
    json({ objs: [{ oid: 'a', title: notes[0], deep: { [`of ${KEY}`]: notes } }] })
  handlers['GET /v2/calls'] = () => json({ error: `no ${KEY} here` }, 400)
  handlers['GET /v2/clients/4/calls'] = () => json({ error: { key: `no ${TOKEN} here` } }, 400)
  const texts = [
    await entered.text(),
    ...(await Promise.all(
      ['/api/v2/agency', '/api/v2/clients/4/objs/', '/api/v2/calls', '/api/v2/clients/4/calls'].map(
        async (path) => (await send(path, { cookie })).text(),
      ),
    )),
  ]
  for (const text of texts) {
    expect(text).toContain('***')
    for (const secret of notes) expect(text).not.toContain(secret)
    expect(text).not.toContain(TOKEN)
  }
})

test.each([
  [400, { error: { limit: 'must be 1 to 100' }, trace: 'x' }, 400, { limit: 'must be 1 to 100' }],
  [403, { error: 'access_denied' }, 403, 'access_denied'],
  [404, { error: 'not_found', hint: 'secret' }, 404, 'not_found'],
  [404, { message: 'other shape' }, 404, 'not_found'],
  [500, { error: 'Traceback of 10.0.0.1' }, 500, 'unknown_error'],
  [503, {}, 503, 'unknown_error'],
  [599, {}, 502, 'unknown_error'],
])('the API answers %i %j: the browser gets %i %j', async (status, body, sentStatus, error) => {
  const { send, enter, handlers } = await createHarness()
  const cookie = await enter()
  handlers['GET /v2/objs/'] = () => json(body, status)
  const response = await send('/api/v2/objs/', { cookie })
  expect(response.status).toBe(sentStatus)
  const requestId = response.headers.get('x-request-id')
  expect(await response.json()).toEqual({ error, request_id: requestId })
})

test.each([
  ['7', '7'],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
  ['soon', null],
  ['-1', null],
])('fault-429: Retry-After %s of a 429 becomes %s', async (given, passed) => {
  const { send, enter, handlers } = await createHarness()
  const cookie = await enter()
  handlers['GET /v2/objs/'] = () =>
    new Response('slow down', { status: 429, headers: { 'retry-after': given } })
  const response = await send('/api/v2/objs/', { cookie })
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, passed])
})

test('JSON deeper than any documented answer is refused', async () => {
  const { send, enter, handlers } = await createHarness()
  const cookie = await enter()
  const depth = 5_000
  handlers['GET /v2/objs/'] = () =>
    new Response('['.repeat(depth) + ']'.repeat(depth), { headers: { 'content-type': 'application/json' } })
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(502)
})

test('at most six calls of a session are under way, the next ones wait their turn', async () => {
  const { send, enter, handlers } = await createHarness()
  const cookie = await enter()
  let running = 0
  let most = 0
  const release: (() => void)[] = []
  handlers['GET /v2/objs/'] = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => release.push(resolve))
    running--
    return json({ objs: [] })
  }
  const all = Array.from({ length: 20 }, () => send('/api/v2/objs/', { cookie }))
  let finished = 0
  for (const one of all) void one.then(() => finished++)
  while (finished < all.length) {
    release.splice(0).forEach((go) => go())
    await new Promise(setImmediate)
  }
  expect(most).toBe(6)
  for (const one of all) expect((await one).status).toBe(200)
})

test('the browser goes away: so does the call', async () => {
  const { options, enter, handlers } = await createHarness()
  const { createApp } = await import('#/server/app.ts')
  const cookie = await enter()
  let signal: AbortSignal | undefined
  const arrived = new Promise<void>((resolve) => {
    handlers['GET /v2/objs/'] = (request) => {
      signal = request.signal
      resolve()
      return new Promise(() => undefined)
    }
  })
  const leaving = new AbortController()
  const answer = createApp(options).fetch(
    new Request('http://localhost:8080/api/v2/objs/', {
      headers: { ...PAGE_HEADERS, cookie },
      signal: leaving.signal,
    }),
  )
  await arrived
  leaving.abort()
  expect((await answer).status).toBe(499)
  expect(signal?.aborted).toBe(true)
})
