import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { createCallers } from './dictionary.ts'

const caller = fc.oneof(
  fc.stringMatching(/^\+?[78][0-9]{10}$/),
  fc.stringMatching(/^\+?[0-9]{0,18}$/),
  fc.stringMatching(/^\+?0{1,3}[0-9]{0,4}$/),
  fc.nat(20).map((number) => `+749512345${10 + number}`),
  fc.constantFrom('alice', '101', '', '+', '+7+', 'anna@example.com'),
)

it('tells callers apart, with their country and without it, and by name', () => {
  fc.assert(
    fc.property(fc.array(caller, { maxLength: 80 }), (all) => {
      const callers = createCallers()
      const codes = all.map((one) => callers.code(one))
      const known = all.map((one) => one || null)
      expect(codes.map((code) => callers.values[code])).toEqual(known)
      expect(callers.values).toEqual([null, ...new Set(known.filter((one) => one !== null))])
      for (const one of known) expect(callers.values[callers.find(one)!]).toBe(one)
    }),
    runs(300, 10_000),
  )
})

it('keeps all of many, and does not find those that never called', () => {
  const callers = createCallers()
  const number = (index: number) => `+${79_000_000_000 + index * 7}`
  for (let index = 0; index < 30_000; index++) expect(callers.code(number(index))).toBe(index + 1)
  for (let index = 0; index < 30_000; index++) expect(callers.find(number(index))).toBe(index + 1)
  expect(callers.find('+79000000001')).toBeUndefined()
  expect(callers.find('79000000000')).toBeUndefined()
  expect(callers.find(null)).toBe(0)
  expect(callers.code(null)).toBe(0)
})
