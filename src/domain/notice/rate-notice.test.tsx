// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#/api/error.ts'
import { closeGate, openGate } from '#/api/transport/rate-gate.ts'
import { LoadError } from './load-error.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(openGate)
  cleanup()
  vi.useRealTimers()
})

test('fault-429: a panel that failed by it counts with it, and cannot be tried before', () => {
  const onRetry = vi.fn()
  render(<LoadError error={new ApiError('rate-limited', { status: 429 })} onRetry={onRetry} />)
  act(() => closeGate(42))
  expect(screen.getAllByText('Too many requests. Next try 0:42').length).toBeGreaterThan(0)
  const retry = screen.getByRole('button', { name: /^Retry/ })
  retry.click()
  expect(onRetry).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(42_000))
  retry.click()
  expect(onRetry).toHaveBeenCalledOnce()
})
