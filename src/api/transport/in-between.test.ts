import { afterEach, expect, test } from 'vitest'
import { fakeFetch, fakeJson } from '#/test/fake-fetch.ts'
import { send, type Scope } from '../client.ts'
import { ApiError, shouldRetry } from '../error.ts'
import { forgetNoAnswer } from './in-between.ts'

// Resets shared state.
afterEach(forgetNoAnswer)

const scope: Scope = { principal: 'p1', client: null }

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw error
  return error
}

const html = (status: number, headers: Record<string, string> = {}) =>
  new Response('<h1>Sign in</h1>', { status, headers: { 'content-type': 'text/html', ...headers } })

test.each([
  ['a page', () => html(200), 'sso-required'],
  ['a page', () => html(401), 'sso-required'],
  ['a page', () => html(403), 'sso-required'],
  ['a page', () => html(502), 'intercepted'],
  ['a page', () => html(404), 'intercepted'],
  ['JSON', () => fakeJson({ error: 'unauthorized' }, { status: 401 }), 'sso-required'],
  ['JSON', () => fakeJson({}), 'sso-required'],
  ['a redirect', () => new Response(null, { status: 302 }), 'sso-required'],
  ['JSON', () => fakeJson({ error: 'slow down' }, { status: 503 }), 'unavailable'],
] as const)('sso-expired: %s that is not ours is none of our answers', async (_, answer, kind) => {
  const { requests } = fakeFetch(answer, { ours: false })
  const { status } = answer()
  expect(await failure(send('GET', '/session', { scope }))).toMatchObject({ kind, status })
  expect(requests[0]?.redirect).toBe('manual')
})

test('an opaque redirect, of which nothing can be read, is the sign-in', async () => {
  const opaque = Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
  })
  fakeFetch(() => opaque, { ours: false })
  expect(await failure(send('GET', '/session', { scope }))).toMatchObject({
    kind: 'sso-required',
    status: null,
  })
})

test.each([
  ['leads to a sign-in', () => new Response(null, { status: 302 }), 'sso-required'],
  ['cannot be reached either', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
  ['answers', () => new Response('{}', { headers: { 'x-callboard': '1' } }), 'network'],
] as const)(
  'fault-sso-once: twenty requests that come to nothing ask for the health once, and it %s',
  async (_, health, kind) => {
    const { requests } = fakeFetch(
      ({ url }) => (url === '/healthz' ? health() : Promise.reject(new TypeError('Failed to fetch'))),
      { ours: false },
    )
    const failed = await Promise.all(
      Array.from({ length: 20 }, () => failure(send('GET', '/v2/calls', { scope }))),
    )
    expect(new Set(failed.map((error) => error.kind))).toEqual(new Set([kind]))
    expect(requests.filter(({ url }) => url === '/healthz')).toHaveLength(1)
  },
)

test('fault-between: of ours the status decides, whatever the form', async () => {
  fakeFetch(() => html(403, { 'x-callboard': '1' }))
  expect((await failure(send('GET', '/session', { scope }))).kind).toBe('forbidden')
  fakeFetch(() => html(200, { 'x-callboard': '1' }))
  expect((await failure(send('GET', '/session', { scope }))).kind).toBe('bad-response')
})

test('a gateway is asked again while our server starts anew; a sign-in of the network is not', () => {
  expect(shouldRetry(0, new ApiError('intercepted', { status: 502 }))).toBe(true)
  expect(shouldRetry(0, new ApiError('intercepted', { status: 200 }))).toBe(false)
})
