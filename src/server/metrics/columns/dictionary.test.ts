import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { createNumbered } from './dictionary.ts'

const caller = fc.oneof(
  fc.stringMatching(/^\+?[78][0-9]{10}$/),
  fc.stringMatching(/^\+?[0-9]{0,18}$/),
  fc.stringMatching(/^\+?0{1,3}[0-9]{0,4}$/),
  fc.nat(20).map((number) => `+749512345${10 + number}`),
  fc.constantFrom('alice', '101', '', '+', '+7+', 'anna@example.com'),
  fc.nat(200).map((number) => `user${number}@${number % 7}`),
  fc.nat(200).map((number) => `CRM ${number % 90} ${number}`),
)

it('tells callers apart, with their country and without it, and by name', () => {
  fc.assert(
    fc.property(fc.array(caller, { maxLength: 80 }), (all) => {
      const callers = createNumbered()
      const codes = all.map((one) => callers.code(one))
      const known = all.map((one) => one || null)
      expect(codes.map((code) => callers.values.at(code))).toEqual(known)
      expect([...callers.values]).toEqual([null, ...new Set(known.filter((one) => one !== null))])
      expect(callers.values).toHaveLength(new Set([null, ...known]).size)
      for (const one of known) expect(callers.values.at(callers.find(one)!)).toBe(one)
    }),
    runs(300, 10_000),
  )
})

it('gives odd callers back as they are, however alike they look', () => {
  const odd =
    `0|00|+0|+|++7|-7|+-7|7|07|+7|+07|7.0|7e3|7000| 7|7 |٧|999999999999999|+999999999999999|1000000000000000|
9007199254740992|9007199254740993|12345678901234567890|+12345678901234567890|74951234567|+74951234567|+7495123456|
7495•••4567|sip:7@pbx.example|NaN|Infinity|74951234567x|anna@example.com|\u{1F600}`.split(/\|\n?/)
  // More prefixes than have a place.
  for (let nth = 1; nth <= 200; nth++) odd.push(`user${nth}@${nth}`, `user${nth}@pbx7`)
  const callers = createNumbered()
  expect(odd.map(callers.code)).toEqual(odd.map((_, nth) => nth + 1))
  expect(odd.map(callers.code)).toEqual(odd.map(callers.find))
  expect([...callers.values]).toEqual([null, ...odd])
})

it('keeps all of many, and does not find those that never called', () => {
  const callers = createNumbered()
  const number = (index: number) => `+${79_000_000_000 + index * 7}`
  for (let index = 0; index < 30_000; index++) expect(callers.code(number(index))).toBe(index + 1)
  for (let index = 0; index < 30_000; index++) expect(callers.find(number(index))).toBe(index + 1)
  expect(callers.find('+79000000001')).toBeUndefined()
  expect(callers.find('79000000000')).toBeUndefined()
  expect(callers.find(null)).toBe(0)
  expect(callers.code(null)).toBe(0)
})
