import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { readValues, writeValues } from './filters.ts'

const value = fc.option(fc.oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^[!~%|7CE215]{1,6}$/)), {
  nil: null,
})

it('values come out of an address as they went in', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), fc.boolean(), (values, except) => {
      expect(readValues(writeValues({ values, except }))).toEqual({ values, except })
    }),
    runs(500, 10_000),
  )
})

it('says them as a person would', () => {
  expect(writeValues({ values: ['Moscow', null], except: false })).toBe('Moscow|~')
  expect(writeValues({ values: ['100 %'], except: true })).toBe('!100 %25')
})
