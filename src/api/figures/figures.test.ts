import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { fakeFetch, fakeJson } from '#/test/fake-fetch.ts'
import { figuresQuery, readingQuery, recountOf, type FiguresJob } from './figures.ts'

afterEach(() => void vi.useRealTimers())

const job: FiguresJob = {
  scope: { principal: 'one', client: null },
  oid: null,
  days: { first: 20_000, last: 20_029 },
  comparedDays: null,
}

test('figures are asked for again at once with the first contacts, and every few seconds from then on', () => {
  vi.useFakeTimers()
  const queryClient = new QueryClient()
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  const { onState } = recountOf(queryClient, job)
  const state = (loaded: number, is: ReadingState['is'] = 'loading') =>
    onState({ is, version: `${loaded}`, rules: '', current: { loaded, total: 700, unread: [] } } as never)

  state(0)
  expect(invalidate).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(100)
  state(26)
  expect(invalidate).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(100)
  state(50)
  expect(invalidate).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(2_900)
  expect(invalidate).toHaveBeenCalledTimes(3)
  state(700, 'loaded')
  expect(invalidate).toHaveBeenCalledTimes(4)
})

test('figures that the server confirms while it reads let the page follow that reading again', async () => {
  fakeFetch(() => fakeJson({ unchanged: true }))
  const queryClient = new QueryClient()
  const question = figuresQuery(job, 'table', 'rows', {})
  const loading = { is: 'loading', version: '1' }
  queryClient.setQueryData(question.queryKey, { state: loading, answer: { rows: [] } })
  const { queryKey } = readingQuery(job)
  queryClient.setQueryData(queryKey, { is: 'loaded', version: '2' } as never)

  await queryClient.fetchQuery({ ...question, staleTime: 0 })
  expect(queryClient.getQueryData(queryKey)).toEqual(loading)
})
