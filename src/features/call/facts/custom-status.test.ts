import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCustomStatus } from './call-pane.tsx'

const known = [
  { id: 7, name: 'Booked', color: '#2e7d32' },
  { id: 8, name: null, color: null },
]
const named = (name: string) => ({ name, rest: null, ink: null })

describe('a custom status', () => {
  test('has a name, and its colour for both themes', () => {
    const look = readCustomStatus({ id: 1, name: 'Записан', color: '#2e7d32' }, [])
    expect(look).toMatchObject({ name: 'Записан', rest: null })
    expect(look?.ink).toMatch(/^light-dark\(#2e7d32, #[\da-f]{6}\)$/)
  })

  test('is completed by the object’s own', () => {
    const booked = readCustomStatus({ id: 1, name: 'Booked', color: '#2e7d32' }, [])
    expect(readCustomStatus(7, known)).toEqual(booked)
    expect(readCustomStatus('7', known)).toEqual(booked)
    expect(readCustomStatus({ id: 7 }, known)).toEqual(booked)
    expect(readCustomStatus({ id: 7, name: 'Seen' }, known)).toEqual({ ...booked, name: 'Seen' })
  })

  test('keeps its name when its colour is none', () => {
    for (const color of ['red;background:url(//evil.example)', 'red', '', 7, null, { a: 1 }])
      expect(readCustomStatus({ id: 'x', name: 'Odd', color }, [])).toEqual(named('Odd'))
  })

  test('of an unknown shape is shown as it is', () => {
    expect(readCustomStatus('won', known)).toEqual(named('won'))
    expect(readCustomStatus(9, known)).toEqual(named('9'))
    expect(readCustomStatus(8, known)).toEqual(named('8'))
    expect(readCustomStatus({ stage: { no: 3 } }, known)).toEqual({
      name: null,
      rest: { stage: { no: 3 } },
      ink: null,
    })
    expect(readCustomStatus(['a', 'b'], known)).toEqual({ name: null, rest: ['a', 'b'], ink: null })
  })

  test.each([null, undefined, '', ' ', {}, [], { name: '' }])('%j is none', (raw) => {
    expect(readCustomStatus(raw, known)).toBeNull()
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (raw) => {
        readCustomStatus(raw, known)
        readCustomStatus({ id: raw, name: raw, color: raw }, known)
      }),
    )
  })
})
