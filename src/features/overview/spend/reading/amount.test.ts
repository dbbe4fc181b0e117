import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { decimalSignOf, readAmount } from './amount.ts'

const read = (text: string, sign: ',' | '.' | null = null) => {
  const found = readAmount(text, sign)
  return found.is === 'read' ? found.amount : found.is
}

test.each([
  ['1234', 1234],
  ['0', 0],
  ['+5', 5],
  ['1234.5', 1234.5],
  ['1234,5', 1234.5],
  ['1 234,50', 1234.5],
  ['1 234,50', 1234.5],
  ['1 234,50', 1234.5],
  ["1'234.50", 1234.5],
  ['1’234’567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['1,234,567.89', 1_234_567.89],
  ['1.234.567,89', 1_234_567.89],
  ['1,234', 1234],
  ['1.234', 1234],
  ['0,125', 0.13],
  ['0.500', 0.5],
  ['12345,678', 12_345.68],
  ['1 234,500', 1234.5],
  ['12 000,00 ₽', 12_000],
  ['12 000 руб.', 12_000],
  ['12000р.', 12_000],
  ['$1,234.50', 1234.5],
  ['US$ 12', 12],
  ['1 200 EUR', 1200],
  ['١', 'no_number'],
  ['', 'no_amount'],
  ['  ', 'no_amount'],
  ['-', 'no_amount'],
  ['--', 'no_amount'],
  ['–', 'no_amount'],
  ['abc', 'no_number'],
  ['12 clicks', 'no_number'],
  ['12%', 'no_number'],
  ['1 2', 'no_number'],
  ['1,23,456', 123_456],
  ['1,23,45', 'no_number'],
  ['1.2.3,4', 'no_number'],
  ['1e5', 'no_number'],
  ['01.11.2026', 'no_number'],
  ['-5', 'negative'],
  ['−5 000,00', 'negative'],
  ['(5)', 'negative'],
  ['-0', 0],
  ['1 000 000 000 001', 'too_big'],
  ['9'.repeat(400), 'too_big'],
])('%j is %s', (text, expected) => expect(read(text)).toBe(expected))

describe('a column', () => {
  test('tells what its amounts do not tell by themselves', () => {
    expect(decimalSignOf(['1,234', '5,50 ₽', 'Итого'])).toBe(',')
    expect(decimalSignOf(['1,234', '5.50'])).toBe('.')
    expect(decimalSignOf(['1,234', '12'])).toBeNull()
    expect(read('1,234', ',')).toBe(1.23)
    expect(read('1,234', '.')).toBe(1234)
    expect(read('1.234', ',')).toBe(1234)
  })
})

test.each([
  ['CA$12.34', 12.34, 'CAD'],
  ['12,34 zł', 12.34, 'PLN'],
  ['kr 100', 100, 'kr'],
  ['S/ 99', 99, 'PEN'],
  ['S/.99', 99, 'PEN'],
  ['12.34 US$', 12.34, 'USD'],
  ['RUB 1 234.50', 1234.5, 'RUB'],
  ['1 234 сом', 1234, 'KGS'],
  ['₸ 500', 500, 'KZT'],
  ['100 Kč', 100, 'CZK'],
  ['1 000 lei', 1000, 'RON'],
  ['R$ 1.234,56', 1234.56, 'BRL'],
  ['1.234,56 €', 1234.56, 'EUR'],
  ['£12', 12, 'GBP'],
  ['₹1,00,000', 100_000, 'INR'],
  ['¥1,200', 1200, '¥'],
  ['12 000 ₽', 12_000, 'RUB'],
  ['12 000 руб.', 12_000, 'RUB'],
  ['12 000р', 12_000, 'RUB'],
  ['200 000 soʻm', 200_000, 'UZS'],
  ["5 000 so'm", 5000, 'UZS'],
  ["'5", 5, null],
  ['1 500 ₴', 1500, 'UAH'],
  ['MX$15', 15, 'MXN'],
  ['CHF 1’200.50', 1200.5, 'CHF'],
  ['15 XAF', 15, 'XAF'],
  ['US $5', 5, 'USD'],
  ['$5 USD', 5, 'USD'],
  ['Rs. 500', 500, 'rs'],
  ['12 usd', 12, 'USD'],
  ['৳ 50', 50, '৳'],
  ['1 200 Ft', 1200, 'HUF'],
  ['-', undefined, undefined],
])('reads %s as %s %s', (text, amount, currency) =>
  expect(readAmount(text)).toEqual(
    amount === undefined ? { is: 'no_amount' } : { is: 'read', amount, currency },
  ),
)

test('finds what a currency stands for, and none in other words', () => {
  expect(['-$5', '($5)', '$-5', '5-'].map((text) => read(text))).toEqual(Array(4).fill('negative'))
  expect(['top 10', '10 all', '5 clicks', 'Окна 24"'].map((text) => read(text))).toEqual(
    Array(4).fill('no_number'),
  )
  expect(read('1234500000', null)).toBe(1_234_500_000)
  expect(readAmount('1234500000', null, 1e-6)).toMatchObject({ amount: 1234.5 })
  expect(readAmount('2000000000000000', null, 1e-6)).toMatchObject({ amount: 2e9 })
})

test('tells which currency it drops', () => {
  expect(readAmount('5 ₽')).toMatchObject({ currency: 'RUB' })
  expect(readAmount('5 руб.')).toMatchObject({ currency: 'RUB' })
  expect(readAmount('5')).toMatchObject({ currency: null })
})

const cents = fc.integer({ min: 0, max: 1e14 })
test.each(['en-US', 'ru-RU', 'de-DE', 'de-CH', 'fr-FR', 'en-ZA'])(
  'whatever %s writes is read back',
  (locale) => {
    const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 })
    const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'RUB' })
    fc.assert(
      fc.property(cents, (amount) => {
        expect(read(plain.format(amount / 100))).toBe(amount / 100)
        expect(read(money.format(amount / 100))).toBe(amount / 100)
        expect(read(String(amount / 100).replace('.', ','), ',')).toBe(amount / 100)
      }),
      runs(300, 20_000),
    )
  },
)

test('nothing makes it fail, and what it reads is an amount', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[\d.,  ₽'-]*$/)), (text) => {
      const found = readAmount(text)
      if (found.is === 'read') expect(found.amount >= 0 && found.amount <= 1e12).toBe(true)
    }),
    runs(500, 20_000),
  )
})
