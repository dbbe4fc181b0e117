import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstAnswer } from './first-answer.ts'
import { keyOf, ofAccount } from './keys.ts'

const KEY = keyOf(ofAccount('somebody'), 'agency')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const observe = (
  answer: Promise<string>,
  { known, cause = 'enter' }: { known?: string; cause?: 'enter' | 'stay' } = {},
) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  if (known !== undefined) queryClient.setQueryData(KEY, known)
  const state = { isOver: false }
  void firstAnswer(queryClient, { queryKey: KEY, queryFn: () => answer }, cause).then(
    () => (state.isOver = true),
  )
  return state
}
const passed = async (ms: number) => void (await vi.advanceTimersByTimeAsync(ms))

test('ends with the answer', async () => {
  const answer = Promise.withResolvers<string>()
  const state = observe(answer.promise)
  await passed(100)
  expect(state.isOver).toBe(false)
  answer.resolve('rows')
  await passed(0)
  expect(state.isOver).toBe(true)
})

test('does not wait for a late answer, on the same page, or where there is one already', async () => {
  const never = new Promise<string>(() => undefined)
  const late = observe(never)
  await passed(150)
  expect(late.isOver).toBe(true)
  const changed = observe(never, { cause: 'stay' })
  await passed(0)
  expect(changed.isOver).toBe(true)
  const known = observe(never, { known: 'rows' })
  await passed(0)
  expect(known.isOver).toBe(true)
})

test('ends with an error, which the page says', async () => {
  const state = observe(Promise.reject(new Error('away')))
  await passed(0)
  expect(state.isOver).toBe(true)
})
