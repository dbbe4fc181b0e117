// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useIdleCode } from './use-idle-code.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const atOnce = (run: () => void) => {
  run()
  return () => {}
}
const comingAt = (nth: number) => {
  let tries = 0
  return vi.fn(async () => {
    tries++
    if (tries < nth) throw new TypeError('Failed to fetch dynamically imported module')
    return { Part: 'here' }
  })
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('code that a server did not give comes by itself when it gives it, asked for less and less often', async () => {
  const fetchCode = comingAt(4)
  const { result } = renderHook(() => useIdleCode(fetchCode, atOnce))
  await pass(0)
  expect([result.current, fetchCode.mock.calls.length]).toEqual([null, 1])
  await pass(5_000)
  await pass(9_000)
  expect(fetchCode).toHaveBeenCalledTimes(2)
  await pass(1_000)
  await pass(20_000)
  expect([result.current, fetchCode.mock.calls.length]).toEqual([{ Part: 'here' }, 4])
  await pass(600_000)
  expect(fetchCode).toHaveBeenCalledTimes(4)
})

test('without a network nothing is asked for until there is one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const fetchCode = comingAt(2)
  const { result } = renderHook(() => useIdleCode(fetchCode, atOnce))
  await pass(600_000)
  expect(fetchCode).toHaveBeenCalledTimes(1)
  act(() => void dispatchEvent(new Event('online')))
  await pass(0)
  expect(result.current).toEqual({ Part: 'here' })
})

test('a part that has gone asks for nothing more', async () => {
  const fetchCode = comingAt(9)
  const { unmount } = renderHook(() => useIdleCode(fetchCode, atOnce))
  // The first try is pending.
  unmount()
  await pass(600_000)
  expect(fetchCode).toHaveBeenCalledTimes(1)
})
