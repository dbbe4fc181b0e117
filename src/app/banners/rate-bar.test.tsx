// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeGate, openGate } from '#/api/transport/rate-gate.ts'
import { RateBar } from './banners.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(openGate)
  cleanup()
  vi.useRealTimers()
})

test('it says when the next try is, counting down, and goes by itself', () => {
  render(
    <div role="status">
      <RateBar />
    </div>,
  )
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => closeGate(62))
  expect(screen.getByText('Too many requests. Next try 1:02')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(20_000))
  expect(screen.getByText('Too many requests. Next try 0:42')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(42_000))
  expect(screen.getByRole('status').textContent).toBe('')
})
