import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test('leaves what is short enough alone', () => {
  expect(cutText('abc', 3)).toBe('abc')
  expect(cutText('abcd', 3)).toBe('abc')
})
test('cuts before a character that does not fit whole', () => {
  expect(cutText('ab😀c', 3)).toBe('ab')
})
test('is a start of the text, never longer than asked and never broken inside a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, length) => {
      const cut = cutText(text, length)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.length).toBeLessThanOrEqual(length)
      expect(cut.isWellFormed()).toBe(true)
    }),
  )
})
