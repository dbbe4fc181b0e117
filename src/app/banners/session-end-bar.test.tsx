// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeFetch, fakeJson } from '#/test/fake-fetch.ts'
import { SessionEndBar } from './session-end-bar.tsx'

beforeAll(async () => void (await import('#/contract/session.ts')))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const HALF_AN_HOUR = 1800
const session = (endsIn: number | null) => ({
  principal: endsIn === null ? null : 'p1',
  user: null,
  rights: [],
  ends_in: endsIn,
  sign_in: 'session',
  sign_out: true,
  refused: null,
  refused_because: null,
  ask: null,
  sample: null,
  help: { url: null, text: null },
  wall: false,
})

/** A server whose session ends soon; activity extends it. */
const startAt = (seconds: number) => {
  let endsAt = performance.now() + seconds * 1000
  const onEnded = vi.fn()
  const { requests } = fakeFetch(({ headers }) => {
    if (headers['x-callboard-background'] === undefined && endsAt > performance.now())
      endsAt = performance.now() + HALF_AN_HOUR * 1000
    const left = Math.round((endsAt - performance.now()) / 1000)
    return fakeJson(session(left > 0 ? left : null))
  })
  render(<SessionEndBar endsIn={seconds} onEnded={onEnded} />)
  return {
    requests,
    onEnded,
    pass: async (s: number) => {
      for (; s > 0; s--) await act(() => vi.advanceTimersByTimeAsync(1000))
    },
    usedElsewhere: () => (endsAt = performance.now() + HALF_AN_HOUR * 1000),
  }
}
const shown = () => screen.queryByText(/^You will be signed out in \d/)?.textContent ?? null

test('fault-idle: two minutes before the end it says how long, and goes on when asked to', async () => {
  const { pass, requests } = startAt(HALF_AN_HOUR)
  await pass(HALF_AN_HOUR - 125)
  expect([shown(), requests.length]).toEqual([null, 0])
  await pass(10)
  expect(shown()).toMatch(/1:5\d/)
  await pass(30)
  expect(shown()).toMatch(/1:2\d/)
  expect(requests.every(({ headers }) => headers['x-callboard-background'] === '1')).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
  await pass(1)
  expect(shown()).toBeNull()
  await pass(HALF_AN_HOUR - 130)
  expect(shown()).toBeNull()
  await pass(30)
  expect(shown()).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Stay signed in' })).toBeTruthy()
})

test('fault-idle: another tab that is used keeps this one silent', async () => {
  const { pass, usedElsewhere } = startAt(HALF_AN_HOUR)
  await pass(HALF_AN_HOUR - 300)
  usedElsewhere()
  await pass(300)
  expect(shown()).toBeNull()
})

test('fault-idle: nothing is done: the page learns that the session has ended', async () => {
  const { pass, onEnded } = startAt(HALF_AN_HOUR)
  await pass(HALF_AN_HOUR + 20)
  expect(onEnded).toHaveBeenCalled()
})

test('fault-asleep: after hours of sleep it looks at once whether there is a session, and only once', async () => {
  const { pass, requests, onEnded } = startAt(HALF_AN_HOUR)
  await pass(60)
  const awake = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => awake() + 12 * 3600_000)
  await pass(2)
  expect(onEnded).toHaveBeenCalledOnce()
  expect(requests).toHaveLength(1)
})
