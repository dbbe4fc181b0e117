import fc from 'fast-check'
import { expect, it } from 'vitest'
import { phoneDigits } from '#/i18n/format.ts'
import { runs } from '#/test/runs.ts'
import { createCallers } from './dictionary.ts'

const phone = fc.oneof(
  fc.stringMatching(/^\+?[78][0-9]{10}$/),
  fc.stringMatching(/^[0-9]{0,18}$/),
  fc.stringMatching(/^0{1,3}[0-9]{0,4}$/),
  fc.nat(20).map((number) => `8 (495) 123-45-${10 + number}`),
  fc.constantFrom('sip:100@example.com', 'hidden', '', '+7 ٤٩٥', '８495'),
)

it('tells callers apart by their digits, as phoneDigits has them', () => {
  fc.assert(
    fc.property(fc.array(phone, { maxLength: 80 }), (phones) => {
      const callers = createCallers()
      const codes = phones.map((one) => callers.code(one))
      const digits = phones.map((one) => phoneDigits(one) || null)
      expect(codes.map((code) => callers.values[code])).toEqual(digits)
      expect(callers.values).toEqual([null, ...new Set(digits.filter((one) => one !== null))])
      for (const one of digits) expect(callers.values[callers.find(one)!]).toBe(one)
    }),
    runs(300, 10_000),
  )
})

it('keeps all of many, and does not find those that never called', () => {
  const callers = createCallers()
  const number = (index: number) => String(79_000_000_000 + index * 7)
  for (let index = 0; index < 30_000; index++) expect(callers.code(`+${number(index)}`)).toBe(index + 1)
  for (let index = 0; index < 30_000; index++) expect(callers.find(number(index))).toBe(index + 1)
  expect(callers.find('79000000001')).toBeUndefined()
  expect(callers.find(null)).toBe(0)
  expect(callers.code(null)).toBe(0)
})
