import { expect, test } from 'vitest'
import { agencyAnswer } from '#/contract/agency.ts'
import { CLIENT_OWNED_SECTIONS, pathOf } from '#/contract/endpoint.ts'
import { endpoints } from '#/contract/endpoints.ts'
import { isReadable } from '#/contract/field.ts'
import { API, createHarness, json, KEY, signedInUser } from '#/server/testing.ts'

const TOKEN = 'CLIENT_TOKEN_CANARY'
const basic = (key: string) => `Basic ${btoa(`${key}:`)}`

/** A signed-in manager with this client list, and the clients as the page reads them. */
const manager = async (clients: readonly Record<string, unknown>[], env: Record<string, string> = {}) => {
  const harness = await createHarness(env)
  const { handlers, send, enter, requests } = harness
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
  const list = { current: clients }
  handlers['GET /v2/agency'] = () => json([{ agency: { name: 'Northline', clients: list.current } }])
  const cookie = await enter()
  const read = async () => {
    const text = await (await send('/api/v2/agency', { cookie })).text()
    expect(text).not.toContain(TOKEN)
    return agencyAnswer.lenient.parse(JSON.parse(text)).flatMap((agency) => agency.clients.filter(isReadable))
  }
  return {
    ...harness,
    cookie,
    list,
    read,
    calls: () => requests.filter(({ url }) => !url.endsWith('/v2/agency')),
  }
}
const record = (rest: Record<string, unknown> = {}) => ({
  email: 'client@example.com',
  company_name: 'Client',
  auth_token: TOKEN,
  ...rest,
})

test.each([
  [{ id: 7 }, '7'],
  [{ id: 'seven' }, 'seven'],
  [{ client_id: 8 }, '8'],
])('G3: a record with %j is reached by the documented prefix under the own key', async (fields, id) => {
  const { send, cookie, read, requests, handlers } = await manager([record(fields)])
  const [client] = await read()
  expect(client?.client).toBe(id)
  handlers[`GET /v2/clients/${id}/objs/`] = () => json({ objs: [] })
  expect((await send(`/api/v2/clients/${id}/objs/`, { cookie })).status).toBe(200)
  expect(requests.at(-1)?.url).toBe(`${API}/v2/clients/${id}/objs/`)
  expect(requests.at(-1)?.headers.get('authorization')).toBe(basic(KEY))
})

test("G3: a record without an id is reached without prefix under the client's own key", async () => {
  const { send, cookie, read, requests } = await manager([record()])
  const [client] = await read()
  expect(client?.client).toMatch(/^[0-9a-f]{16}$/)
  expect((await send(`/api/v2/clients/${client?.client}/objs/`, { cookie })).status).toBe(200)
  expect(requests.at(-1)?.url).toBe(`${API}/v2/objs/`)
  expect(requests.at(-1)?.headers.get('authorization')).toBe(basic(TOKEN))
})

test('the name of a client without an id stays the same from sign-in to sign-in, however its address is written', async () => {
  const { read, list, enter, send } = await manager([record(), record({ email: 'second@example.com' })])
  const [first, other] = await read()
  expect(other?.client).not.toBe(first?.client)
  list.current = [record({ email: ' Client@Example.com' })]
  const again = await send('/api/v2/agency', { cookie: await enter() })
  const [second] = agencyAnswer.lenient.parse(await again.json()).flatMap(({ clients }) => clients)
  expect(second).toMatchObject({ client: first?.client })
})

test('a list of clients is shown though their names cannot be written down, and they keep them', async () => {
  const { read, breakStorage, database } = await manager([record()])
  breakStorage('full')
  const [first] = await read()
  expect(await database.selectFrom('names').selectAll().where('kind', '=', 'client').execute()).toEqual([])
  breakStorage(null)
  const [second] = await read()
  expect(second?.client).toBe(first?.client)
  expect(await database.selectFrom('names').select('id').where('kind', '=', 'client').execute()).toEqual([
    { id: first?.client },
  ])
})

test('API_CLIENT_ACCESS=token uses no prefix, prefix uses no token', async () => {
  const token = await manager([record({ id: 7 })], { API_CLIENT_ACCESS: 'token' })
  expect((await token.send('/api/v2/clients/7/objs/', { cookie: token.cookie })).status).toBe(200)
  expect(token.requests.at(-1)?.headers.get('authorization')).toBe(basic(TOKEN))
  expect(token.requests.at(-1)?.url).toBe(`${API}/v2/objs/`)

  const prefix = await manager([record()], { API_CLIENT_ACCESS: 'prefix' })
  const [client] = await prefix.read()
  expect(
    (await prefix.send(`/api/v2/clients/${client?.client}/objs/`, { cookie: prefix.cookie })).status,
  ).toBe(403)
})

test('client-id-not-mine-403: by no route of the table, and nothing but the own list is asked for', async () => {
  const { send, cookie, calls } = await manager([record({ id: 7 })])
  const before = calls().length
  const values = { oid: 'site', call_id: '1', plan_name: 'basic' }
  const routes = Object.values(endpoints)
    .filter(({ section }) => CLIENT_OWNED_SECTIONS.has(section))
    .map((endpoint) => ({ method: endpoint.method, path: `/api${pathOf(endpoint, values, '8')}` }))
  expect(routes.length).toBeGreaterThan(6)
  for (const { method, path } of [...routes, { method: 'GET', path: '/api/clients/8/recordings/site/1' }]) {
    const body = method === 'POST' ? { body: JSON.stringify({ script_config: {} }) } : {}
    const response = await send(path, { cookie, method, ...body })
    expect(response.status, path).toBe(403)
    expect(await response.json()).toMatchObject({ error: 'client_forbidden' })
  }
  expect(calls()).toHaveLength(before)
})

/** The identifier of a record without an id, by its e-mail. */
const hashOf = async (email: string) => {
  const [client] = await (await manager([record({ email })])).read()
  return client!.client
}

/** Path segments that could reach another client, while `7` and `seven 8` are the session's. */
const NOT_MINE: readonly (readonly [string, string | (() => Promise<string>)])[] = [
  ['an unknown id', '8'],
  ["another agency's client", '70'],
  ['the same number written otherwise', '07'],
  ['a number with a sign', '%2B7'],
  ['a number with a fraction', '7.0'],
  ['a number with an exponent', '7e0'],
  ['a number in hexadecimal', '0x7'],
  ['a number in other digits', encodeURIComponent('٧')],
  ['a number with a space', '7%20'],
  ['a list of ids', '7,8'],
  ['a half of a name', 'seven'],
  ['a name in other letters', 'Seven%208'],
  ['a name decoded twice', 'seven%25208'],
  ['an id decoded twice', '%2537'],
  ['the hash of the e-mail of a client that has an id', () => hashOf('client@example.com')],
  ['the e-mail', encodeURIComponent('client@example.com')],
  ['the key', TOKEN],
  ['nothing of the kind', 'null'],
  ['an inherited name', '__proto__'],
  ['an inherited method', 'toString'],
]

test.each(NOT_MINE)('client-id-not-mine-403: %s', async (_, segment) => {
  const { send, cookie, calls } = await manager([
    record({ id: 7 }),
    record({ id: 'seven 8', email: 'b@example.com' }),
  ])
  const before = calls().length
  const client = typeof segment === 'string' ? segment : await segment()
  for (const path of [`/api/v2/clients/${client}/objs/`, `/api/clients/${client}/recordings/site/1`]) {
    const response = await send(path, { cookie })
    expect(await response.json(), path).toMatchObject({ error: 'client_forbidden' })
    expect(response.status, path).toBe(403)
  }
  expect(calls()).toHaveLength(before)
})

test.each(['%2e%2e%2f7', '..%2f7', '7%2f..', '7%5c8', '7%00', '%', '%ff', '7%0d%0a', '.', 'a'.repeat(129)])(
  'client-id-not-mine: %s is no client in a path, and nothing is asked',
  async (segment) => {
    const { send, cookie, requests } = await manager([record({ id: 7 })])
    requests.length = 0
    const response = await send(`/api/v2/clients/${segment}/objs/`, { cookie })
    expect(response.status).toBe(404)
    expect(requests).toHaveLength(0)
  },
)

test.each([
  ['%37', '7', '7'],
  ['seven%208', 'seven 8', 'seven%208'],
  ['seven 8', 'seven 8', 'seven%208'],
  ['%73even%208', 'seven 8', 'seven%208'],
])('an own client stays the same however it is encoded: %s', async (segment, id, sent) => {
  const { send, cookie, requests } = await manager([record({ id: 7 }), record({ id })])
  await send(`/api/v2/clients/${segment}/objs/`, { cookie })
  expect(requests.at(-1)?.url).toBe(`${API}/v2/clients/${sent}/objs/`)
})

test.each([
  ['is refused', () => json({ error: 'access_denied' }, 403)],
  ['is empty', () => json([])],
  ['names an agency without clients', () => json([{ agency: { name: 'N' } }])],
  ['names clients in no list', () => json([{ agency: { name: 'N', clients: { 7: { id: 7 } } } }])],
  ['holds no records', () => json([{ agency: { name: 'N', clients: [7, '7', null, [7]] } }])],
])('client-id-not-mine-403: a prefix while the list of clients %s', async (_, agency) => {
  const { send, cookie, handlers, calls } = await manager([])
  handlers['GET /v2/agency'] = agency
  const before = calls().length
  const response = await send('/api/v2/clients/7/objs/', { cookie })
  expect(await response.json()).toMatchObject({ error: 'client_forbidden' })
  expect(calls()).toHaveLength(before)
})

test("client-id-not-mine-403: one session's list allows nothing to another", async () => {
  const { send, enter, cookie, list, handlers, calls } = await manager([record({ id: 7 })])
  handlers['GET /v2/clients/7/objs/'] = () => json({ objs: [] })
  expect((await send('/api/v2/clients/7/objs/', { cookie })).status).toBe(200)
  const other = await enter()
  list.current = [record({ id: 70 })]
  const before = calls().length
  expect((await send('/api/v2/clients/7/objs/', { cookie: other })).status).toBe(403)
  expect(calls()).toHaveLength(before)
})

test('a regular user has no clients, and nothing is asked', async () => {
  const { send, enter, requests } = await createHarness()
  const cookie = await enter()
  requests.length = 0
  expect((await send('/api/v2/clients/7/objs/', { cookie })).status).toBe(403)
  expect(requests).toHaveLength(0)
})

test.each([403, 404])(
  'a client withdrawn within the minute is noticed by the refusal of its calls (%i)',
  async (status) => {
    const { send, cookie, list, requests, handlers, pass } = await manager([record({ id: 7 })])
    handlers['GET /v2/clients/7/objs/'] = () => json({ objs: [] })
    const open = async () => {
      const response = await send('/api/v2/clients/7/objs/', { cookie })
      return [response.status, ((await response.json()) as { error?: string }).error]
    }
    const lists = () => requests.filter(({ url }) => url.endsWith('/v2/agency')).length
    expect(await open()).toEqual([200, undefined])
    handlers['GET /v2/clients/7/objs/'] = () => json({ error: 'access_denied' }, status)
    // The list is too fresh to be reloaded, and still names it afterwards.
    expect(await open()).toEqual([status, 'access_denied'])
    pass(6_000)
    expect(await open()).toEqual([status, 'access_denied'])
    expect(lists()).toBe(2)
    pass(6_000)
    handlers['GET /v2/agency'] = () => json({}, 500)
    expect(await open()).toEqual([status, 'access_denied'])
    handlers['GET /v2/agency'] = () => json([{ agency: { name: 'Northline', clients: list.current } }])
    list.current = []
    expect(await open()).toEqual([403, 'client_forbidden'])
  },
)

test('an older list that comes later does not bring a withdrawn client back', async () => {
  const { send, cookie, list, handlers, calls } = await manager([record({ id: 7 })])
  const late = Promise.withResolvers<void>()
  const before = [...list.current]
  let first = true
  handlers['GET /v2/agency'] = async () => {
    const isFirst = first
    first = false
    if (isFirst) await late.promise
    return json([{ agency: { name: 'Northline', clients: isFirst ? before : list.current } }])
  }
  const older = send('/api/v2/agency', { cookie })
  await expect.poll(() => first).toBe(false)
  list.current = []
  await send('/api/v2/agency', { cookie })
  late.resolve()
  await older
  const sent = calls().length
  expect((await send('/api/v2/clients/7/objs/', { cookie })).status).toBe(403)
  expect(calls()).toHaveLength(sent)
})

test('the list is kept for a minute; an unknown client is looked for once more', async () => {
  const { send, cookie, list, requests, pass, handlers } = await manager([record({ id: 7 })])
  handlers['GET /v2/clients/7/objs/'] = handlers['GET /v2/clients/9/objs/'] = () => json({ objs: [] })
  const open = async (client: number) => (await send(`/api/v2/clients/${client}/objs/`, { cookie })).status
  const lists = () => requests.filter(({ url }) => url.endsWith('/v2/agency')).length
  expect(await open(7)).toBe(200)
  expect(await open(7)).toBe(200)
  expect(lists()).toBe(1)
  list.current = [record({ id: 9 })]
  pass(6_000)
  expect(await open(9)).toBe(200)
  expect(lists()).toBe(2)
  expect(await open(7)).toBe(403)
  pass(60_000)
  expect(await open(9)).toBe(200)
  expect(lists()).toBe(3)
})

test('a list that cannot be read allows nothing and says so', async () => {
  const { send, cookie, handlers, calls } = await manager([record({ id: 7 })])
  const before = calls().length
  handlers['GET /v2/agency'] = () => json({}, 503)
  expect((await send('/api/v2/clients/7/objs/', { cookie })).status).toBe(503)
  expect(calls()).toHaveLength(before)
})

test("a refused client key ends the client's access, not the manager's session", async () => {
  const { send, cookie, read, handlers } = await manager([record()])
  const [client] = await read()
  handlers['GET /v2/objs/'] = () => json({ error: 'unauthorized' }, 401)
  expect((await send(`/api/v2/clients/${client?.client}/objs/`, { cookie })).status).toBe(403)
  expect(await (await send('/api/session', { cookie })).json()).toMatchObject({
    user: { is_agency_manager: true },
  })
})

test('the answer to an agency update names its clients too', async () => {
  const { send, cookie, handlers } = await manager([record({ id: 7 })])
  handlers['PUT /v2/agency'] = () => json({ agency: { name: 'N', clients: [record({ id: 7 })] } })
  const body = JSON.stringify({ agency: { name: 'N', domain: '', phone_number: '', is_active: true } })
  const response = await send('/api/v2/agency', { cookie, method: 'PUT', body })
  expect(await response.json()).toEqual({
    agency: {
      name: 'N',
      clients: [{ email: 'client@example.com', company_name: 'Client', id: 7, client: '7' }],
    },
  })
})

test.each(['wrapped list', 'bare list', 'wrapped', 'bare'])(
  'G2: clients of a %s answer are named',
  async (shape) => {
    const { handlers, read } = await manager([])
    const bare = { name: 'N', clients: [record({ id: 7 })] }
    const one = shape.startsWith('wrapped') ? { agency: bare } : bare
    handlers['GET /v2/agency'] = () => json(shape.endsWith('list') ? [one] : one)
    expect((await read())[0]?.client).toBe('7')
  },
)
