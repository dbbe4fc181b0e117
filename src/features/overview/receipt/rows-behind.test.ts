import { describe, expect, it } from 'vitest'
import { answer } from '#/server/metrics/figures/answer.ts'
import { dayNumber } from '#/contract/day.ts'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'
import { NOT_TARGET } from '#/contract/figures/dimensions.ts'
import { REPORT_METRIC_IDS, REPORT_METRICS } from '#/analytics/report-metrics.ts'
import type { ReportComparison, Direction } from '#/contract/figures/answers.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { changeOf } from '#/analytics/figure-change.ts'
import { journalPlace, rowsBehind, countedRows } from './rows-behind.ts'

const DAYS = { first: dayNumber('2026-11-01'), last: dayNumber('2026-11-20') }
const PERIOD = { period: 'custom', date_from: '2026-11-01', date_to: '2026-11-20' }
const place = (filters: readonly Filter[], oid: string | null = null) =>
  journalPlace(DAYS, oid, filters, { isArchived: false })

describe('the journal of a figure', () => {
  it('is offered where the API has just this filter', () => {
    expect(place([])).toEqual({ oid: null, search: PERIOD })
    expect(place([{ by: 'kind', values: ['first_time'] }])?.search).toEqual({
      ...PERIOD,
      repeated_filter: '1',
    })
    expect(place([{ by: 'target', values: ['target'] }], 'a')).toEqual({
      oid: 'a',
      search: { ...PERIOD, target_filter: '1' },
    })
    expect(place([{ by: 'status', values: ['2'] }])?.search).toEqual({ ...PERIOD, status_filter: 'ANSWER' })
    expect(place([{ by: 'object', values: ['b'] }])).toEqual({ oid: 'b', search: PERIOD })
  })

  it('takes what several filters of one thing have in common', () => {
    const missed = rowsBehind('missed_rate', { missed: 3, calls: 9 }, [])!.filters
    expect(place(missed)?.search).toEqual({ ...PERIOD, status_filter: 'missed' })
    expect(place([{ by: 'status', values: ['4'] }, ...missed])?.search).toEqual({
      ...PERIOD,
      status_filter: 'BUSY',
    })
    expect(place([{ by: 'status', values: ['2'] }, ...missed])).toBeNull()
    expect(place([{ by: 'object', values: ['b'] }], 'a')).toBeNull()
  })

  it('has the days that a click in the trend has left', () => {
    const from = { by: 'day', first: DAYS.first + 4, last: DAYS.last + 9 } as const
    expect(place([from])?.search).toEqual({ ...PERIOD, date_from: '2026-11-05' })
    expect(place([{ by: 'day', first: DAYS.last + 1, last: DAYS.last + 2 }])).toBeNull()
  })

  it.each<Filter>([
    { by: 'source', values: ['Maps'] },
    { by: 'region', values: ['Moscow'] },
    { by: 'kind', values: ['repeated'] },
    { by: 'kind', values: [null] },
    { by: 'target', values: [NOT_TARGET] },
    { by: 'status', values: ['9'] },
    { by: 'status', values: ['42'] },
    { by: 'status', values: ['1', '3'] },
    { by: 'status', values: ['2'], except: true },
  ])('is not offered for $by $values', (filter) => {
    expect(place([filter])).toBeNull()
  })
})

describe('the journal of a figure, where our server finds contacts', () => {
  const found = (filters: readonly Filter[], oid: string | null = null) =>
    journalPlace(DAYS, oid, filters, { isArchived: true })

  it('has any filter of the report', () => {
    expect(found([{ by: 'region', values: ['Moscow', null] }])?.search).toEqual({
      ...PERIOD,
      region: 'Moscow|~',
    })
    expect(
      found([
        { by: 'status', values: ['2'], except: true },
        { by: 'object', values: ['b'] },
      ]),
    ).toEqual({
      oid: 'b',
      search: { ...PERIOD, status: '!2' },
    })
    // API filters are preferred: the journal has controls for them.
    expect(
      found([
        { by: 'region', values: ['Moscow'] },
        { by: 'target', values: ['target'] },
      ])?.search,
    ).toEqual({
      ...PERIOD,
      target_filter: '1',
      region: 'Moscow',
    })
    expect(found([{ by: 'day', first: DAYS.first + 4, last: DAYS.last + 9 }])?.search).toEqual({
      ...PERIOD,
      date_from: '2026-11-05',
    })
  })

  it('takes what several filters of one thing leave together', () => {
    expect(
      found([
        { by: 'status', values: ['1', '2', '3'] },
        { by: 'status', values: ['3'], except: true },
        { by: 'status', values: ['3', '2'] },
      ])?.search,
    ).toEqual({ ...PERIOD, status_filter: 'ANSWER' })
    expect(
      found([
        { by: 'source', values: ['a'], except: true },
        { by: 'source', values: ['b', 'a'], except: true },
      ])?.search,
    ).toEqual({ ...PERIOD, source: '!a|b' })
  })

  it('says of numbers and deals only whether there is one', () => {
    const { filters } = rowsBehind('deals', { deals: 3 }, [])!
    expect(found(filters)?.search).toEqual({ ...PERIOD, has_deal: '1' })
    expect(found([{ by: 'caller', values: [null] }])?.search).toEqual({ ...PERIOD, has_caller: '0' })
    expect(found([{ by: 'caller', values: ['79161234567'] }])).toBeNull()
  })

  it('is not offered where nothing is left, or of several objects', () => {
    expect(
      found([
        { by: 'region', values: ['a'] },
        { by: 'region', values: ['b'] },
      ]),
    ).toBeNull()
    expect(found([{ by: 'object', values: ['a', 'b'] }])).toBeNull()
    expect(found([{ by: 'object', values: ['b'] }], 'a')).toBeNull()
    // API filters are preferred: the journal has controls for them.
    expect(
      found([
        { by: 'region', values: ['Moscow'] },
        { by: 'target', values: ['target'] },
      ])?.search,
    ).toEqual({
      ...PERIOD,
      target_filter: '1',
      region: 'Moscow',
    })
    expect(found([{ by: 'day', first: DAYS.last + 1, last: DAYS.last + 2 }])).toBeNull()
  })
})

const contact = (id: number, fields: Partial<ListedCallRead>): ListedCallRead =>
  ({
    id,
    obj_oid: 'a',
    date: '2026-11-05T10:00:00+03:00',
    target: null,
    duration: null,
    customer_status: null,
    utm: null,
    phone_number_from: null,
    request_uri: null,
    status: null,
    ...fields,
  }) as ListedCallRead

describe('the contacts behind a figure', () => {
  const data = createDataset()
  append(data, [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 42].map((status) =>
      contact(status, { status, duration: 10, phone_number_from: '+74950000000' }),
    ),
    contact(100, { status: 2, duration: 20, target: true, call_type: { id: 1, name: null } }),
    contact(101, { status: 3, target: false, call_type: { id: 2, name: null } }),
  ])
  const { figures } = answer.report(data, null, {
    filters: [],
    days: DAYS,
    comparedDays: null,
    bucket: 'day',
    won: [],
    now: null,
  })

  it.each(REPORT_METRIC_IDS)('%s: the list has as many as the figure has counted', (metric) => {
    const rows = rowsBehind(metric, figures, [])
    if (rows === null) return expect(['won', 'spend']).toContain(metric)
    if (rows.found) return expect(metric).toBe('not_through')
    const { total } = answer.rows(data, null, { filters: rows.filters, limit: 0 })
    if (rows.count !== null) expect(total).toBe(rows.count)
    const { part, whole, unit } = REPORT_METRICS[metric]
    if (rows.count === null) expect(['callers', 'deals']).toContain(countedRows(metric))
    else if (whole === null && unit === 'count') expect(total).toBe(figures[part])
    expect(total).toBeLessThanOrEqual(data.rows)
  })

  it('are not offered where some of them have no duration', () => {
    expect(rowsBehind('mean_duration', { answered: 3, timed: 2, talk_seconds: 50 }, [])).toBeNull()
    expect(rowsBehind('talk_time', { answered: 3, timed: 3, talk_seconds: 50 }, [])?.count).toBe(3)
  })
})

describe('the contacts that only our server finds', () => {
  it('are those of the deal statuses that count as won', () => {
    expect(rowsBehind('won', { won: 2 }, ['Paid', 'A|B'])).toEqual({
      filters: [],
      found: { deal_status: 'Paid|A%7CB' },
      count: null,
    })
    expect(rowsBehind('won', { won: 0 }, [])).toBeNull()
    // More than an address holds.
    const many = Array.from({ length: 100 }, (_, nth) => `${nth}`.padEnd(200, 'x'))
    expect(rowsBehind('won', { won: 2 }, many)).toBeNull()
  })

  it('are the last calls of those who did not get through', () => {
    expect(rowsBehind('not_through', { not_through: 3 }, [])).toEqual({
      filters: [],
      found: { not_reached: '1' },
      count: 3,
    })
  })
})

describe('a change', () => {
  const none = {
    contacts: null,
    calls: null,
    missed_rate: null,
    first_time: null,
    target_rate: null,
    deals: null,
  }
  const over = { days: 30, comparedDays: 30, directions: none } satisfies ReportComparison

  it('is worse or better only where it is more than chance, and never against its own figure', () => {
    const contacts = (now: number, direction: Direction) =>
      changeOf(
        'contacts',
        { contacts: now },
        { contacts: 100 },
        { ...over, directions: { ...none, contacts: direction } },
      )
    expect(contacts(50, 'down')).toEqual({ by: -0.5, unit: 'count', isPerDay: false, verdict: 'worse' })
    expect(contacts(150, 'up').verdict).toBe('better')
    expect(contacts(50, 'none').verdict).toBe('same')
    expect(contacts(50, null).verdict).toBeNull()
    expect(contacts(101, 'down').verdict).toBe('same')
  })

  it('of a share of nothing is none, and fewer missed calls are better', () => {
    const missed = (part: number, calls: number) =>
      changeOf(
        'missed_rate',
        { missed: part, calls },
        { missed: 10, calls: 200 },
        { ...over, directions: { ...none, missed_rate: 'down' } },
      )
    expect(missed(1, 200).verdict).toBe('better')
    expect(missed(0, 0)).toEqual({ by: null, unit: 'share', isPerDay: false, verdict: null })
  })
})
