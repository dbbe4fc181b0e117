// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenPainted } from './when-painted.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('it runs after the frame that is under way, not in it', () => {
  const run = vi.fn()
  whenPainted(run)
  requestAnimationFrame(() => expect(run).not.toHaveBeenCalled())
  vi.advanceTimersToNextFrame()
  expect(run).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
})

test('a window that is not seen draws no frames, and does not wait for any', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const run = vi.fn()
  whenPainted(run)
  vi.advanceTimersByTime(0)
  expect(run).toHaveBeenCalledOnce()
})

test.each([false, true])('called off, it never runs: hidden %s', (isHidden) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  const run = vi.fn()
  const callOff = whenPainted(run)
  if (!isHidden) vi.advanceTimersToNextFrame()
  callOff()
  vi.runAllTimers()
  expect(run).not.toHaveBeenCalled()
})
