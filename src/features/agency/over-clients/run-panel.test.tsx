// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeGate, openGate } from '#/api/transport/rate-gate.ts'
import { RunPanel } from './run-panel.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(openGate)
  cleanup()
  vi.useRealTimers()
})

test('while the service wants to be left alone it says what it waits for, and goes on by itself', () => {
  const run = {
    results: [],
    progress: { clients: 1, allClients: 3, requests: 12, allRequests: 30 },
    start: vi.fn(),
    cancel: vi.fn(),
  }
  render(
    <RunPanel
      run={run}
      choice={{ clients: [], why: 'all' }}
      leastRequests={10}
      hint=""
      startText={() => ''}
      label="Checking"
      shortfalls={[]}
      summary={null}
    />,
  )
  const requests = () => screen.queryByText('12 of at least 30 requests')
  expect(requests()).toBeTruthy()
  act(() => closeGate(42))
  expect(requests()).toBeNull()
  expect(screen.getByText('Too many requests. Next try 0:42')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(42_000))
  expect(requests()).toBeTruthy()
})
