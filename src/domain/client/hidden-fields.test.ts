import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hiddenFields } from './hidden-fields.ts'

describe('hiddenFields', () => {
  test('takes a list of names', () => {
    expect(hiddenFields({ hidden_fields: ['managers', 'region'] })).toEqual(new Set(['managers', 'region']))
  })

  test('ignores every other shape', () => {
    const notNames = fc
      .anything()
      .filter((raw) => !Array.isArray(raw) || raw.some((one) => typeof one !== 'string'))
    fc.assert(
      fc.property(notNames, (raw) => {
        expect(hiddenFields({ hidden_fields: raw }).size).toBe(0)
      }),
    )
    expect(hiddenFields(undefined).size).toBe(0)
  })
})
