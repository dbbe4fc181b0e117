// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeFetch, fakeJson } from '#/test/fake-fetch.ts'
import { exportQuery } from './contact-exports.ts'

test.each([
  [404, 0],
  [410, 0],
  [503, 10],
])('asks again for an export answered with %i %i times in 5 s', async (status, times) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { requests } = fakeFetch(() => fakeJson({ error: 'not_found' }, { status }))
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new QueryObserver(cache, exportQuery({ principal: 'p1', client: null }, 'gone'))
  onTestFinished(observer.subscribe(() => undefined))
  await vi.waitUntil(() => observer.getCurrentResult().isError)
  const before = requests.length
  await vi.advanceTimersByTimeAsync(5_000)
  expect(requests.length - before).toBe(times)
})
