import { afterEach, expect, test, vi } from 'vitest'
import { closeGate, gate, gateOpen, gateSeconds, openGate } from './rate-gate.ts'

afterEach(() => {
  openGate()
  vi.useRealTimers()
})

test('fault-429: whoever waits is told of the end, also where the last second runs out while all are told', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const waits: number[] = []
  const { unsubscribe: stop } = gate.subscribe((seconds) => {
    waits.push(seconds)
    // Simulated rendering time.
    now += 0.5
  })
  closeGate(1)
  const opened = gateOpen()
  now = 999.8
  vi.advanceTimersByTime(1000)
  expect(waits).toEqual([1])
  now = 1000.3
  vi.advanceTimersByTime(1000)
  expect(waits).toEqual([1, 0])
  await opened
  stop()
})

test('nothing waits for longer than two minutes, whatever the service says', () => {
  closeGate(Infinity)
  expect(gateSeconds()).toBe(120)
})
