import { expect, test } from 'vitest'
import { offsetLabel } from './contact-labels.ts'

test('a list says whose clock its times are on: of one object its own, of all each object’s', () => {
  const offsets = { main: 180, isMixed: false }
  expect(offsetLabel(offsets, false)).toBe('Times are the object’s own, UTC+3')
  expect(offsetLabel(offsets, true)).toBe('Times are each object’s own, UTC+3')
  expect(offsetLabel({ main: 180, isMixed: true }, true)).toMatch(/^Several time zones: UTC\+3/)
  expect(offsetLabel({ main: null, isMixed: false }, true)).toBeNull()
})
