import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { runs } from '#/test/runs.ts'
import { barsOf, computeWaveform, RESOLUTION } from './waveform.ts'

const now = () => Promise.resolve()
const sound = (length: number, level: (share: number) => number) =>
  Float32Array.from({ length }, (_, index) => level(index / length) * (index % 2 ? 1 : -1))

test('the loudest moment is 1, silence 0, half as loud a half', async () => {
  const { voices, seconds } = await computeWaveform(
    [sound(80_000, (share) => (share < 0.25 ? 0 : share < 0.5 ? 0.2 : 0.1))],
    10,
    now,
  )
  expect(seconds).toBe(10)
  expect(voices).toHaveLength(1)
  expect(voices[0]).toHaveLength(RESOLUTION)
  expect([0.1, 0.3, 0.8].map((share) => voices[0]![share * RESOLUTION])).toEqual([0, 1, expect.closeTo(0.5)])
})

test('two channels that differ are two voices on one scale', async () => {
  const { voices } = await computeWaveform(
    [sound(8000, (share) => (share < 0.5 ? 0.8 : 0)), sound(8000, (share) => (share < 0.5 ? 0 : 0.4))],
    1,
    now,
  )
  expect(voices).toHaveLength(2)
  expect([voices[0]![100], voices[0]![900]]).toEqual([1, 0])
  expect([voices[1]![100], voices[1]![900]]).toEqual([0, expect.closeTo(0.5)])
})

test('the same sound in two channels is one voice', async () => {
  const same = sound(8000, (share) => share)
  expect((await computeWaveform([same, same], 1, now)).voices).toHaveLength(1)
})

test('a line that only hums is silent', async () => {
  const { voices } = await computeWaveform([sound(8000, () => 0.003)], 1, now)
  expect(Math.max(...voices[0]!)).toBe(0)
})

test('an hour is looked at in runs', async () => {
  const pause = vi.fn(now)
  await computeWaveform([new Float32Array(3600 * 8000)], 3600, pause)
  expect(pause.mock.calls.length).toBeGreaterThan(60)
})

test('any sound becomes levels from 0 to 1, however short', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.float32Array({ min: -1, max: 1, noNaN: true, maxLength: 5000 }), { maxLength: 3 }),
      async (channels) => {
        const { voices } = await computeWaveform(channels, 1, now)
        expect(voices.length >= 1 && voices.length <= 2).toBe(true)
        for (const level of voices.flat()) expect(level >= 0 && level <= 1).toBe(true)
      },
    ),
    runs(20, 300),
  )
})

test('bars keep the loudest of what they stand for, fewer or more than there are levels', () => {
  expect(barsOf([0, 1, 0.5, 0.25], 2)).toEqual([1, 0.5])
  expect(barsOf([0, 1], 4)).toEqual([0, 0, 1, 1])
  expect(barsOf([], 2)).toEqual([0, 0])
  expect(barsOf([1], 0)).toEqual([])
})
