import { expect, test } from 'vitest'
import { directoryFrom } from '#/server/identity/directory.ts'
import { createSignIn, startProvider } from '#/server/identity/oidc/provider-testing.ts'
import { behindPlain } from '#/server/identity/proxy/proxy-testing.ts'
import { cookieOf, type Harness } from '#/server/testing.ts'

/* Kiosks with company sign-in. */

const ANNA = 'anna@example.com'
/** An account for devices, known to the proxy only. */
const DEVICE = 'screen@example.com'
const KEYS = JSON.stringify({
  accounts: { north: { api_key: 'NORTH_CANARY' } },
  users: { [ANNA]: { account: 'north' } },
})

const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })
const list = (harness: Pick<Harness, 'handlers'>) => {
  harness.handlers['GET /v2/calls'] = () => Response.json({ calls: [], meta: { obj: [] } })
}

test('wall-proxy: a screen stays one, whomever the proxy says it is, and never without the proxy', async () => {
  const people = directoryFrom(KEYS)
  let isOut = false
  const harness = await behindPlain(
    {},
    { directory: { ...people, grantOf: (identity) => (isOut ? null : people.grantOf(identity)) } },
  )
  const { send, as } = harness
  list(harness)
  const annas = cookieOf(await send('/api/session', as(ANNA)))
  expect((await send('/api/walls', { ...as(null), ...post({ client: null }), cookie: annas })).status).toBe(
    401,
  )
  const entered = await send('/api/walls', { ...as(ANNA), ...post({ client: null }), cookie: annas })
  expect(entered.status).toBe(204)
  const cookie = cookieOf(entered)
  const status = async (path: string, who: string | null = DEVICE) =>
    (await send(path, { ...as(who), cookie })).status
  expect(await status('/api/live')).toBe(200)
  expect(await (await send('/api/session', { ...as(DEVICE), cookie })).json()).toMatchObject({ wall: true })
  // The device's account may change.
  expect(await status('/api/live', 'screen-2@example.com')).toBe(200)
  expect(await status('/api/v2/calls', ANNA)).toBe(403)
  expect(await status('/api/live', null)).toBe(401)
  // From outside of the proxy.
  expect((await send('/api/live', { cookie })).status).toBe(401)

  isOut = true
  expect(await status('/api/live')).toBe(401)
})

test('wall-oidc: a screen outlives its person’s working day, and ends with the person at the provider', async () => {
  const provider = await startProvider()
  try {
    const signedIn = await createSignIn(provider)
    const { signIn, go, jar, logout, send } = signedIn
    list(signedIn)
    await signIn()
    const annas = jar.header()
    const entered = await go('/api/walls', post({ client: null }))
    expect(entered.status).toBe(204)
    const cookie = cookieOf(entered)
    const status = async (path = '/api/live') => (await send(path, { cookie })).status
    expect(await status()).toBe(200)

    // Anna's session ends at the provider and here.
    provider.lies.refuseRefresh = { status: 400, error: 'invalid_grant' }
    provider.requests.length = 0
    expect((await logout(await provider.logoutToken({ sid: 'sid-1', sub: undefined }))).status).toBe(200)
    expect((await send('/api/v2/objs/', { cookie: annas })).status).toBe(401)
    signedIn.pass(12 * 60 * 60_000)
    expect(await status()).toBe(200)
    expect(provider.requests.filter((one) => one.startsWith('/token'))).toEqual([])

    // Anna leaves the company.
    expect((await logout(await provider.logoutToken({ sid: undefined }))).status).toBe(200)
    expect(await status()).toBe(401)
  } finally {
    await provider.stop()
  }
})
