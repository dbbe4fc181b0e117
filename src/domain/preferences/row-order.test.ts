import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setLocale } from '#/i18n/locale.ts'
import { pressHeader, sortRows } from './row-order.ts'

// Sorting and plurals depend on the language.
setLocale('en')

interface Row {
  readonly name: string
  readonly count: number | null
}
const countOf = ({ count }: Row) => count
const nameOf = ({ name }: Row) => name
const row = fc.record({ name: fc.string(), count: fc.option(fc.integer(), { nil: null }) })
const direction = fc.constantFrom('ascending' as const, 'descending' as const)

describe('sortRows', () => {
  it('keeps every row, orders the known values and puts the unknown last', () => {
    fc.assert(
      fc.property(fc.array(row), direction, (rows, direction) => {
        const sorted = sortRows(rows, direction, countOf, nameOf)
        expect(new Set(sorted)).toEqual(new Set(rows))
        const known = sorted.map(countOf).filter((count) => count !== null)
        expect(sorted.slice(known.length).every(({ count }) => count === null)).toBe(true)
        const ascending = direction === 'ascending' ? known : known.toReversed()
        expect(ascending).toEqual(ascending.toSorted((a, b) => a - b))
      }),
    )
  })

  it('orders equal values by name, from A in both directions', () => {
    const rows = [
      { name: 'b', count: 1 },
      { name: 'A', count: 1 },
    ]
    for (const direction of ['ascending', 'descending'] as const)
      expect(sortRows(rows, direction, countOf, nameOf).map(nameOf)).toEqual(['A', 'b'])
  })

  it('orders texts as people do: 2 before 12, whatever the case', () => {
    const rows = ['Hotel 12', 'hotel 2', 'Авто'].map((name) => ({ name, count: null }))
    expect(sortRows(rows, 'ascending', nameOf, nameOf).map(nameOf)).toEqual(['hotel 2', 'Hotel 12', 'Авто'])
  })
})

describe('pressHeader', () => {
  it('starts a column in its first direction and turns it at every further press', () => {
    const start = { column: 'name', direction: 'ascending' } as const
    const first = pressHeader<'name' | 'count'>(start, 'count', 'descending')
    expect(first).toEqual({ column: 'count', direction: 'descending' })
    const second = pressHeader(first, 'count', 'descending')
    expect(second).toEqual({ column: 'count', direction: 'ascending' })
    expect(pressHeader(second, 'count', 'descending')).toEqual(first)
  })
})
