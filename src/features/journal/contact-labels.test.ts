import { expect, test } from 'vitest'
import { offsetWords } from './contact-labels.ts'

test('a list says whose clock its times are on: of one object its own, of all each object’s', () => {
  const offsets = { main: 180, isMixed: false }
  expect(offsetWords(offsets, false)).toBe('Times are the object’s own, UTC+3')
  expect(offsetWords(offsets, true)).toBe('Times are each object’s own, UTC+3')
  expect(offsetWords({ main: 180, isMixed: true }, true)).toMatch(/^Several time zones: UTC\+3/)
  expect(offsetWords({ main: null, isMixed: false }, true)).toBeNull()
})
