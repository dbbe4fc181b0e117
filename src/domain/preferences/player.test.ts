import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPlayerSettings, SPEEDS } from './player.ts'

const DEFAULTS = { speed: 1, volume: 1 }

test.each([
  [null, DEFAULTS],
  ['', DEFAULTS],
  ['{', DEFAULTS],
  ['null', DEFAULTS],
  ['[1.5, 0]', DEFAULTS],
  ['{"speed":1.5,"volume":0.25}', { speed: 1.5, volume: 0.25 }],
  ['{"speed":3,"volume":0}', { speed: 1, volume: 0 }],
  ['{"speed":"2","volume":"0.5"}', DEFAULTS],
  ['{"volume":1.01}', DEFAULTS],
  ['{"volume":-0.1,"speed":2}', { speed: 2, volume: 1 }],
])('%s', (stored, expected) => {
  expect(readPlayerSettings(stored)).toEqual(expected)
})

test('whatever is kept, an element can be given it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
      const { speed, volume } = readPlayerSettings(stored)
      expect(SPEEDS).toContain(speed)
      expect(volume >= 0 && volume <= 1).toBe(true)
    }),
  )
})
