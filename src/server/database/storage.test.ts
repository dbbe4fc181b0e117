import { expect, test } from 'vitest'
import { cookieOf, createHarness } from '#/server/testing.ts'

const health = async ({ send }: Awaited<ReturnType<typeof createHarness>>) => {
  const response = await send('/healthz')
  return [response.status, await response.json()]
}

test('fault-database: a full disk: what can be read is read, and the health says degraded, not gone', async () => {
  const harness = await createHarness()
  const { send, enter, breakStorage, pass, log } = harness
  const cookie = await enter()
  expect(await health(harness)).toMatchObject([200, { status: 'ok', storage: 'ok' }])
  breakStorage('full')
  for (let minute = 0; minute < 60; minute += 20) {
    pass(20 * 60_000)
    expect((await send('/api/v2/objs/', { cookie })).status).toBe(200)
  }
  expect(await health(harness)).toMatchObject([200, { status: 'degraded', storage: 'full', database: 'ok' }])
  breakStorage(null)
  pass(10_000)
  expect(await health(harness)).toMatchObject([200, { status: 'ok', storage: 'ok' }])
  expect(log.filter(({ event }) => event === 'storage')).toEqual([
    { event: 'storage', state: 'full' },
    { event: 'storage', state: 'ok' },
  ])
})

test('health-late: a write that fails is known at once', async () => {
  const harness = await createHarness()
  const { send, enter, breakStorage } = harness
  const cookie = await enter()
  expect(await health(harness)).toMatchObject([200, { storage: 'ok' }])
  breakStorage('full')
  const body = JSON.stringify({ preferences: {}, base_version: 0 })
  const refused = await send('/api/preferences', { method: 'PUT', cookie, body })
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'storage_full' }])
  expect(await health(harness)).toMatchObject([200, { status: 'degraded', storage: 'full' }])
})

test('full-disk-start: the health says so until the reserve has room again', async () => {
  let hasRoom = false
  const harness = await createHarness({}, { hasRoom: () => hasRoom })
  expect(await health(harness)).toMatchObject([200, { status: 'degraded', storage: 'full', database: 'ok' }])
  hasRoom = true
  harness.pass(1_000)
  expect(await health(harness)).toMatchObject([200, { status: 'ok', storage: 'ok' }])
})

test('a full disk: activity is written down when there is room again', async () => {
  const { send, enter, breakStorage, pass, options, database } = await createHarness()
  const cookie = await enter()
  const seen = async () => (await database.selectFrom('sessions').select('seen').executeTakeFirst())?.seen
  const before = await seen()
  breakStorage('full')
  pass(20 * 60_000)
  await send('/api/v2/objs/', { cookie })
  await expect(options.sessions.writeDown()).rejects.toThrow()
  breakStorage(null)
  await options.sessions.purge()
  expect(await seen()).toBe((before ?? 0) + 20 * 60_000)
})

test('a full disk: whoever signs out is out, and stays out', async () => {
  const { send, enter, breakStorage, options, database } = await createHarness()
  const cookie = await enter()
  breakStorage('full')
  const out = await send('/api/session', { cookie, method: 'DELETE' })
  expect([out.status, cookieOf(out)]).toEqual([204, '__Host-callboard='])
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(401)
  breakStorage(null)
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(401)
  await options.sessions.writeDown()
  expect(await database.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test.each([
  ['full', 'storage_full'],
  ['locked', 'storage_unavailable'],
] as const)(
  'fault-database: a disk that is %s: signing in is 503 with the reason, and no cookie',
  async (trouble, error) => {
    const { signIn, breakStorage } = await createHarness()
    breakStorage(trouble)
    const response = await signIn()
    expect([response.status, await response.json()]).toMatchObject([503, { error }])
    expect(response.headers.getSetCookie()).toEqual([])
    breakStorage(null)
    expect((await signIn()).status).toBe(200)
  },
)

test('a full disk: what is saved is refused with the reason, and what was saved is read', async () => {
  const { send, enter, breakStorage } = await createHarness()
  const cookie = await enter()
  const put = (base_version: number) =>
    send('/api/preferences', {
      method: 'PUT',
      cookie,
      body: JSON.stringify({ base_version, preferences: { won_statuses: ['Paid'] } }),
    })
  expect((await put(0)).status).toBe(200)
  breakStorage('full')
  const refused = await put(1)
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'storage_full' }])
  expect(await (await send('/api/preferences', { cookie })).json()).toMatchObject({
    preferences: { won_statuses: ['Paid'] },
  })
})
