import { DEFAULT_PERIOD } from '#/domain/period/period-choice.ts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PERIOD_PRESETS } from '#/contract/preferences.ts'
import { REPORT_FILTERS } from '#/contract/shared-reports/report-filters.ts'
import { COMPARISONS } from '#/domain/period/comparison.ts'
import { maskedFilters, readableByOthers } from '#/domain/privacy-mode/readable.ts'
import { parseSearch, stringifySearch } from '#/domain/search-params.ts'
import { setPrivacyMode, type PrivacyMode } from '#/i18n/privacy-mode.ts'
import { runs } from '#/test/runs.ts'
import { DAY_MS } from '#/contract/day.ts'
import {
  arriveAtOverview,
  BUCKETS,
  CHANGES_METRICS,
  HEAT_METRICS,
  PICTURES,
  readOverviewSearch,
  readPictures,
  readValue,
  TREND_METRICS,
  writeDays,
  writeHours,
  writePictures,
  writeValue,
} from './search.ts'

const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(days * DAY_MS).toISOString().slice(0, 10))
const range = fc.tuple(day, day).map(([a, b]) => ({ from: a < b ? a : b, to: a < b ? b : a }))
const text = fc.string({ minLength: 1, maxLength: 40 })
const period = fc.oneof(
  fc.record(
    { period: fc.constantFrom(...PERIOD_PRESETS.filter((name) => name !== DEFAULT_PERIOD)) },
    { requiredKeys: [] },
  ),
  range.map(({ from, to }) => ({ date_from: from, date_to: to })),
)
const comparison = fc.oneof(
  fc.record(
    {
      compare: fc.constantFrom(...COMPARISONS.filter((name) => name !== 'days')),
    },
    { requiredKeys: [] },
  ),
  range.map(({ from, to }) => ({ compare: 'days', compare_from: from, compare_to: to })),
)
const numbers = (max: number) => fc.nat(max).map(String)
const KNOWN: Partial<Record<(typeof REPORT_FILTERS)[number], fc.Arbitrary<string>>> = {
  channel: fc.constantFrom('call', 'email', 'other', '~'),
  status: fc.integer({ min: -1, max: 99 }).map(String),
  kind: fc.constantFrom('first_time', 'repeated', '~'),
  target: fc.constantFrom('target', 'not_target', '~'),
  weekday: numbers(6),
  hour: fc.oneof(
    numbers(23),
    fc.tuple(fc.nat(10), fc.integer({ min: 11, max: 23 })).map(([first, last]) => writeHours(first, last)),
  ),
  hour_of_week: numbers(167),
}
const rest = fc.record(
  {
    object: text,
    match_weekdays: fc.constant('1'),
    bucket: fc.constantFrom(...BUCKETS),
    trend_metric: fc.constantFrom(...TREND_METRICS.slice(1)),
    heat_metric: fc.constantFrom(...HEAT_METRICS.slice(1)),
    changes_metric: fc.constantFrom(...CHANGES_METRICS.slice(1)),
    as_table: fc
      .subarray([...PICTURES], { minLength: 1 })
      .map((pictures) => writePictures(new Set(pictures))!),
    days: range.map(writeDays),
    ...(Object.fromEntries(REPORT_FILTERS.map((name) => [name, KNOWN[name] ?? text])) as Record<
      (typeof REPORT_FILTERS)[number],
      fc.Arbitrary<string>
    >),
  },
  { requiredKeys: [] },
)

describe('an address of the overview', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(period, comparison, rest, (days, compared, others) => {
        const search = { ...days, ...compared, ...others }
        const read = readOverviewSearch(parseSearch(stringifySearch(search)))
        expect(read).toEqual({ search, dropped: [] })
      }),
      runs(300, 10_000),
    )
  })

  it('leaves out what is usual, and drops and names what is invalid', () => {
    expect(readOverviewSearch({ period: DEFAULT_PERIOD, trend_metric: 'contacts' })).toEqual({
      search: {},
      dropped: [],
    })
    expect(
      readOverviewSearch({
        period: 'century',
        date_from: '2026-11-05',
        date_to: '2026-11-01',
        days: 'x',
        bucket: 'hour',
      }),
    ).toEqual({ search: {}, dropped: ['date_from', 'date_to', 'period', 'bucket', 'days'] })
    expect(readOverviewSearch({ source: 'a'.repeat(5000), from_filter: '7903' })).toEqual({
      search: {},
      dropped: ['source'],
    })
  })

  it('takes an empty parameter for none, so that the address and the page agree', () => {
    expect(parseSearch('?object=&source=Search&region=')).toEqual({ source: 'Search' })
  })

  it('drops and names values that nothing can have, instead of a report of none', () => {
    const nonsense = {
      channel: 'pigeon',
      status: 'ANSWERED',
      kind: '3',
      target: 'yes',
      weekday: '7',
      hour: '24',
      hour_of_week: '168',
    }
    expect(readOverviewSearch(nonsense)).toEqual({ search: {}, dropped: Object.keys(nonsense) })
    expect(readOverviewSearch({ hour: '-1', weekday: '1.5', target: 'constructor' }).search).toEqual({})
  })

  it('understands the journal’s own spelling where it means the same', () => {
    expect(readOverviewSearch({ target: '1', kind: '1', status: 'NOANSWER', hour: '09' })).toEqual({
      search: { target: 'target', kind: 'first_time', status: '3', hour: '9' },
      dropped: [],
    })
    expect(readOverviewSearch({ kind: '2', target: '0', status: '42' }).search).toEqual({
      kind: 'repeated',
      target: 'not_target',
      status: '42',
    })
  })

  it('keeps what earlier versions wrote of the comparison, and drops days of its own that are none', () => {
    for (const compare of ['previous', 'year', 'none'] as const)
      expect(readOverviewSearch({ compare })).toEqual({ search: { compare }, dropped: [] })
    expect(readOverviewSearch({ compare: 'days', compare_from: '2026-11-05' })).toEqual({
      search: {},
      dropped: ['compare', 'compare_from'],
    })
    expect(
      readOverviewSearch({ compare: 'year', compare_from: '2026-11-01', compare_to: '2026-11-05' }),
    ).toEqual({ search: { compare: 'year' }, dropped: ['compare_from', 'compare_to'] })
  })

  it('is changed on arrival only where something has to be dropped', () => {
    expect(arriveAtOverview({ client: '7', period: DEFAULT_PERIOD, region: 'Moscow' })).toBeNull()
    expect(arriveAtOverview({ region: 'Moscow', bucket: 'hour' })).toEqual({
      search: { region: 'Moscow' },
      state: { dropped: ['bucket'] },
    })
  })

  it('names the pictures that are tables in one order, whatever else it names', () => {
    expect(readOverviewSearch({ as_table: 'heat_map,trend,clock', trend_metric: 'contacts' })).toEqual({
      search: { as_table: 'trend,heat_map' },
      dropped: [],
    })
    expect(readOverviewSearch({ as_table: 'clock', heat_metric: 'calls' }).dropped).toEqual([
      'heat_metric',
      'as_table',
    ])
    expect([...readPictures('heat_map,trend')]).toEqual(['trend', 'heat_map'])
    expect(writePictures(new Set())).toBeUndefined()
  })

  it('tells "has none" from every value', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constant(null),
          text,
          text.map((value) => `~${value}`),
        ),
        (value) => {
          expect(readValue(writeValue(value))).toBe(value)
        },
      ),
    )
    expect(writeValue(null)).not.toBe(writeValue('~'))
  })
})

it('presenting-address: a manager that was filtered by before a presentation leaves the address, a mask may stay', () => {
  expect(arriveAtOverview({ manager: 'Анна Белова' })).toBeNull()
  setPrivacyMode({ readable: readableByOthers, masked: maskedFilters } as PrivacyMode)
  onTestFinished(() => setPrivacyMode(null))
  expect(arriveAtOverview({ manager: 'Анна Белова', region: 'Москва' })).toEqual({
    search: { region: 'Москва' },
    state: { dropped: [], masked: ['manager'] },
  })
  expect(arriveAtOverview({ manager: '••••• 4117' })).toBeNull()
  expect(arriveAtOverview({ manager: '~' })).toBeNull()
})
