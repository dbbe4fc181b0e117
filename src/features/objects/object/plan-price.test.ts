import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf } from './plan.tsx'

test.each([
  ['₽16,900', 16_900],
  ['$1,200.50', 1200.5],
  ['16 900 ₽', 16_900],
  ['16\u00A0900 ₽', 16_900],
  ['₽900', 900],
  ['₽0', 0],
])('%s is %d', (price, amount) => {
  expect(amountOf(price)).toBe(amount)
})

test.each([
  null,
  '',
  'free',
  '₽1.200',
  '₽1,20',
  '₽1,2000',
  'from 900 to 1200',
  '900 for 30 days',
  '€1.200,50',
])('%s is not told for sure', (price) => {
  expect(amountOf(price)).toBeNull()
})

test('what is written for an amount is read as that amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom('₽', '$', '€ '), (cents, currency) => {
      const amount = cents / 100
      const written = amount.toLocaleString('en-US', { maximumFractionDigits: 2 })
      expect(amountOf(`${currency}${written}`)).toBe(amount)
    }),
  )
})
