import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { recountOf, type FiguresJob } from './figures.ts'

afterEach(() => void vi.useRealTimers())

test('figures are asked for again at once with the first contacts, and every few seconds from then on', () => {
  vi.useFakeTimers()
  const queryClient = new QueryClient()
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  const job: FiguresJob = {
    scope: { principal: 'one', client: null },
    oid: null,
    days: { first: 20_000, last: 20_029 },
    comparedDays: null,
  }
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
