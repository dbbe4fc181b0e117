import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PERIOD_PRESETS } from '#/contract/preferences.ts'
import { DEFAULT_PERIOD } from './period-choice.ts'
import { readPeriodSearch } from './period-search.ts'

const days = { date_from: '2026-10-01', date_to: '2026-10-31' }

test('an address is read as it was written, without the default', () => {
  const period = fc.constantFrom(
    ...PERIOD_PRESETS.filter((name) => name !== DEFAULT_PERIOD).map((name) => ({ period: name })),
    days,
    {},
  )
  const compared = fc.constantFrom(
    {},
    { compare: 'none' },
    { compare: 'year', match_weekdays: '1' },
    { compare: 'days', compare_from: '2026-09-01', compare_to: '2026-09-30' },
  )
  fc.assert(
    fc.property(period, compared, (chosen, comparison) => {
      const search = { ...chosen, ...comparison }
      expect(readPeriodSearch(search)).toEqual({ search, dropped: [] })
    }),
  )
  expect(readPeriodSearch({ period: DEFAULT_PERIOD })).toEqual({ search: {}, dropped: [] })
})

test('what is not understood, or does not go together, is left out and named', () => {
  expect(readPeriodSearch({ period: 'fortnight', compare: 'year' })).toEqual({
    search: { compare: 'year' },
    dropped: ['period'],
  })
  expect(readPeriodSearch({ date_from: '2026-10-31', date_to: '2026-10-01' })).toEqual({
    search: {},
    dropped: ['date_from', 'date_to'],
  })
  expect(readPeriodSearch({ ...days, period: 'today' })).toEqual({ search: days, dropped: [] })
})
