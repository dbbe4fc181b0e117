import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { send, type Scope } from '#/api/client.ts'
import { fakeFetch, fakeJson } from '#/test/fake-fetch.ts'
import { connectionState, forgetConnection, retryConnection, onReturn } from './connection.ts'

const scope: Scope = { principal: 'p1', client: null }
const now = () => connectionState.state.trouble

beforeEach(forgetConnection)
afterEach(forgetConnection)

test('fault-503: what failed is asked again by the page itself, which is no activity; one answer of the service ends it', async () => {
  let isWell = false
  const { requests } = fakeFetch(({ url }) =>
    isWell || url === '/api/session'
      ? fakeJson({})
      : fakeJson({ error: 'upstream_unreachable' }, { status: 503 }),
  )
  const returned = vi.fn()
  const stop = onReturn(returned)
  await send('GET', '/v2/calls?page=2', { scope }).catch(() => {})
  expect(now()).toBe('unavailable')
  // Our own endpoints say nothing about the service.
  await send('GET', '/session')
  expect(now()).toBe('unavailable')
  await retryConnection()
  expect(now()).toBe('unavailable')
  isWell = true
  await retryConnection()
  expect(requests.at(-1)).toMatchObject({
    method: 'GET',
    url: '/api/v2/calls?page=2',
    headers: { 'x-callboard-background': '1' },
  })
  expect([now(), returned.mock.calls.length]).toEqual([null, 1])
  stop()
})

test('fault-save-lost: a write that came to nothing is never sent again', async () => {
  const { requests } = fakeFetch(({ url }) =>
    url === '/healthz' || url === '/api/session'
      ? fakeJson({})
      : Promise.reject(new TypeError('Failed to fetch')),
  )
  await send('PUT', '/v2/objs/1', { scope, body: {} }).catch(() => {})
  expect(now()).toBe('network')
  await retryConnection()
  expect(now()).toBeNull()
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
})

test('a refusal is an answer: only what nothing came for is a trouble', async () => {
  fakeFetch(() => fakeJson({ error: 'access_denied' }, { status: 403 }))
  await send('GET', '/v2/calls', { scope }).catch(() => {})
  expect(now()).toBeNull()
  expect(connectionState.state).toMatchObject({ trouble: null })
})

test('fault-captive: the sign-in of a network that has come back is no company’s; nothing is lost by it', async () => {
  let answer = () => fakeJson({}, { headers: { 'x-callboard': '1' } })
  fakeFetch(() => answer(), { ours: false })
  const portal = () => new Response('<form>', { headers: { 'content-type': 'text/html' } })
  answer = portal
  await expect(send('GET', '/v2/calls', { scope })).rejects.toMatchObject({ kind: 'sso-required' })
  expect(now()).toBeNull()
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await send('GET', '/v2/calls', { scope }).catch(() => {})
  expect(now()).toBe('network')
  answer = portal
  await retryConnection()
  expect(now()).toBe('captive-portal')
  await expect(send('GET', '/session')).rejects.toMatchObject({ kind: 'captive-portal' })
  answer = () => fakeJson({}, { headers: { 'x-callboard': '1' } })
  const returned = vi.fn()
  const stop = onReturn(returned)
  await retryConnection()
  expect([now(), returned.mock.calls.length]).toEqual([null, 1])
  stop()
})
