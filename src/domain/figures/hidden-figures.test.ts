import { expect, test } from 'vitest'
import { hiddenOf } from './hidden-figures.ts'

test.each(['phone_number_from', 'status', 'date'])('who waits is not told without %s', (field) => {
  expect(hiddenOf(new Set([field])).metric('not_through')).toBe(true)
})

test('other figures go without what they do not need', () => {
  expect(hiddenOf(new Set(['date'])).metric('missed')).toBe(false)
  expect(hiddenOf(new Set(['status', 'date', 'phone_number_from'])).metric('contacts')).toBe(false)
})
