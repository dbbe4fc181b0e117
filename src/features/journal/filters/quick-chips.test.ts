import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callFilterSchemas, type CallFilters } from '#/contract/call-filters.ts'
import { readJournalSearch } from '#/domain/contact-list/search.ts'
import { QUICK_FILTERS } from './quick-chips.tsx'

test('each is one documented value of a filter of its own, so that any of them stand together', () => {
  for (const { name, value } of QUICK_FILTERS)
    expect(callFilterSchemas[name].safeParse(value).success).toBe(true)
  expect(new Set(QUICK_FILTERS.map(({ name }) => name)).size).toBe(QUICK_FILTERS.length)
})

test('any combination is an address that says just that', () => {
  fc.assert(
    fc.property(fc.subarray([...QUICK_FILTERS]), (pressed) => {
      const filters: CallFilters = Object.fromEntries(pressed.map(({ name, value }) => [name, value]))
      expect(readJournalSearch(filters)).toEqual({ search: filters, caller: null, dropped: [] })
    }),
  )
})
