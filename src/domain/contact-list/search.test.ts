import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isOfArchive, filtersWithheld, normaliseFilters } from '#/contract/archive/filters.ts'
import { CALL_FILTERS } from '#/contract/call-filters.ts'
import { requestAddress } from '#/contract/endpoint.ts'
import { endpoints } from '#/contract/endpoints.ts'
import { firstRequest } from '#/contract/start/first-request.ts'
import { parseSearch, stringifySearch } from '#/domain/search-params.ts'
import { journalAddress, anyText } from '#/test/journal-address.ts'
import { runs } from '#/test/runs.ts'
import { arriveAtJournal, callerFilter, JOURNAL_SWITCH, readJournalSearch, toCallFilters } from './search.ts'

describe('the journal in the address', () => {
  test('comes back from the address as it went in', () => {
    fc.assert(
      fc.property(journalAddress, (raw) => {
        const { search } = readJournalSearch(raw)
        const again = readJournalSearch(parseSearch(stringifySearch(search)))
        expect(again).toEqual({ search, caller: null, dropped: [] })
      }),
    )
  })

  test('is what the document has fetched for the page that has it', () => {
    let informativeCount = 0
    fc.assert(
      fc.property(journalAddress, (raw) => {
        const url = new URL(`http://localhost/calls${stringifySearch(raw)}`)
        const address = firstRequest(url, { user: null })
        if (address === null) return
        informativeCount++
        const { search } = readJournalSearch(parseSearch(url.search))
        const filters = normaliseFilters(toCallFilters(search, undefined))
        expect(address).toBe(requestAddress(endpoints.all_calls, {}, null, filters))
      }),
      // Few addresses name one request: this one does in every run.
      { examples: [[{ period: 'week' }]] },
    )
    expect(informativeCount).toBeGreaterThan(0)
  })

  test('names a view, which the service is not asked for, and drops what cannot be one', () => {
    const { search } = readJournalSearch({ view: 'missed', status_filter: 'missed' })
    expect(stringifySearch(search)).toBe('?status_filter=missed&view=missed')
    const { date_from, date_to, ...filters } = toCallFilters(search, undefined)
    expect(filters).toEqual({ period: 'custom', status_filter: 'missed' })
    expect([date_from, date_to]).toEqual([expect.any(String), expect.any(String)])
    for (const view of ['', 'x'.repeat(129), 7, ['missed']])
      expect(readJournalSearch({ view })).toEqual({ search: {}, caller: null, dropped: ['view'] })
    // Client-specific filters are dropped.
    expect(JOURNAL_SWITCH.keep({ view: 'mine', target_filter: '1' }).retained).toEqual({ target_filter: '1' })
  })

  test('another client’s journal goes on without what only this client has', () => {
    const own = {
      source_filter: 'Organic',
      uri_filter: '/a',
      status_filter: '17',
      source: 'Organic',
      campaign: 'spring',
      search_request: 'windows',
      page: '/a',
      manager: 'Anna',
      service: 'Calls',
      custom_status: 'Booked',
      deal_status: 'Paid',
    }
    for (const [name, value] of Object.entries(own)) {
      const { search } = readJournalSearch({ [name]: value })
      expect(search).toHaveProperty(name)
      expect(JOURNAL_SWITCH.keep(search).retained).not.toHaveProperty(name)
    }
    const everyones = { target_filter: '1', status_filter: 'ANSWER', region: 'Moscow' }
    expect(JOURNAL_SWITCH.keep(readJournalSearch(everyones).search).retained).toMatchObject(everyones)
  })

  test('is written plainly, in one order, without defaults', () => {
    const { search } = readJournalSearch({
      order_way: 'ASC',
      target_filter: '1',
      period: 'month',
      uri_filter: '/a b',
    })
    expect(stringifySearch(search)).toBe('?target_filter=1&uri_filter=%2Fa+b&order_way=ASC')
  })

  test('never fails, and names what it drops', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...CALL_FILTERS, 'nonsense'), fc.anything()), (raw) => {
        const { search, dropped } = readJournalSearch(raw)
        for (const name of dropped) expect(search).not.toHaveProperty(name)
      }),
    )
    expect(
      readJournalSearch({ period: 'decade', target_filter: 'true', date_from: '2026-02-30' }),
    ).toMatchObject({
      search: {},
      dropped: ['period', 'date_from', 'target_filter'],
    })
  })

  test.each([
    ['banana', {}, ['status_filter']],
    ['<script>', {}, ['status_filter']],
    ['-1', {}, ['status_filter']],
    ['Missed', { status_filter: 'missed' }, []],
    ['noanswer', { status_filter: 'NOANSWER' }, []],
    ['BUSY', { status_filter: 'BUSY' }, []],
    ['SOME_CHAT', { status_filter: 'SOME_CHAT' }, []],
    ['1042', { status_filter: '1042' }, []],
  ])('reads the status %s', (status_filter, search, dropped) =>
    expect(readJournalSearch({ status_filter })).toMatchObject({ search, dropped }),
  )

  test('lets missed contacts be ordered by date and duration only', () => {
    const missed = { status_filter: 'missed' }
    expect(readJournalSearch({ ...missed, order_field: 'source', order_way: 'ASC' })).toMatchObject({
      search: missed,
      dropped: ['order_field'],
    })
    for (const order of [{ order_way: 'ASC' }, { order_field: 'duration', order_way: 'DESC' }])
      expect(readJournalSearch({ ...missed, ...order })).toMatchObject({
        search: { ...missed, ...order },
        dropped: [],
      })
  })

  test('asks the archive for days: the service’s words mean other ones (G23)', () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 22, 12) })
    try {
      const days = (raw: object) => readJournalSearch({ q: 'roof', ...raw }).search
      const until = { q: 'roof', period: 'custom', date_to: '2026-11-22' }
      expect(days({})).toEqual({ ...until, date_from: '2026-10-24', preset: 'last_30_days' })
      expect(days({ period: 'day' })).toEqual({ ...until, date_from: '2026-11-22', preset: 'today' })
      expect(days({ period: 'year' })).toEqual({ ...until, date_from: '2025-11-23' })
      expect(days({ date_from: '2026-11-01' })).toEqual({ ...until, date_from: '2026-11-01' })
      expect(days({ date_to: '2026-11-01' })).toMatchObject({
        date_from: '2024-11-02',
        date_to: '2026-11-01',
      })
      // Without such filters the period stays as it is.
      expect(readJournalSearch({ period: 'year' }).search).toEqual({ period: 'year' })
    } finally {
      vi.useRealTimers()
    }
  })

  test('lets lists of the archive be ordered by date and duration only, and keeps no text too short to look for', () => {
    expect(readJournalSearch({ region: 'Moscow', order_field: 'title' })).toMatchObject({
      search: { region: 'Moscow' },
      dropped: ['order_field'],
    })
    expect(readJournalSearch({ q: 'a' })).toEqual({ search: {}, caller: null, dropped: ['q'] })
  })

  test('takes days without a period for a custom one, and refuses a range that runs backwards', () => {
    expect(readJournalSearch({ date_from: '2026-11-01' }).search).toEqual({
      period: 'custom',
      date_from: '2026-11-01',
    })
    expect(readJournalSearch({ period: 'week', date_from: '2026-11-01' }).search).toEqual({ period: 'week' })
    expect(readJournalSearch({ period: 'custom', date_from: '2026-11-09', date_to: '2026-11-01' })).toEqual({
      search: {},
      caller: null,
      dropped: ['date_from', 'date_to'],
    })
  })

  test('always asks the service for a period, and for the caller as it was typed', () => {
    expect(toCallFilters({}, undefined)).toEqual({ period: 'month' })
    expect(toCallFilters({ period: 'all' }, '8 (916) 482-17-05')).toEqual({
      period: 'all',
      from_filter: '8 (916) 482-17-05',
    })
  })

  test('asks the archive for days by the contacts’ today, not the device’s', () => {
    const day = { period: 'custom', date_from: '2026-03-10', date_to: '2026-03-10' }
    const missed = { period: 'day', status_filter: 'missed' } as const
    expect(toCallFilters(missed, undefined, '2026-03-10')).toEqual({ ...day, status_filter: 'missed' })
    expect(toCallFilters({ period: 'day' }, 'anonymous', '2026-03-10')).toMatchObject(day)
  })

  test('asks the archive for callers who withhold their number, in days and an order that it knows', () => {
    const search = { order_field: 'title', order_way: 'ASC' } as const
    const { date_from, date_to, ...filters } = toCallFilters(search, 'anonymous')
    expect(filters).toEqual({ period: 'custom', from_filter: 'anonymous' })
    expect(date_from! < date_to!).toBe(true)
    const days = { period: 'custom', date_from: '2026-11-01', date_to: '2026-11-02' } as const
    expect(toCallFilters({ ...days, order_field: 'duration' }, 'Скрыт')).toEqual({
      ...days,
      order_field: 'duration',
      from_filter: 'Скрыт',
    })
  })
})

describe('what the service is asked', () => {
  test('for a caller: what was typed, and nothing that no filter can hold', () => {
    expect(callerFilter(' 8 (495) 123-45-67 ')).toBe('8 (495) 123-45-67')
    expect(callerFilter('anonymous')).toBe('anonymous')
    expect(callerFilter('no\0body')).toBeUndefined()
    expect(toCallFilters({}, 'no\0body')).toEqual({ period: 'month' })
  })

  const caller = fc.oneof(
    fc.constant(undefined),
    fc.integer({ min: 1, max: 99_999_999_999 }).map(String),
    anyText.filter((one) => one.trim() !== ''),
  )

  test('is the link and the caller, each documented and none empty, whatever way they came', () => {
    fc.assert(
      fc.property(journalAddress, caller, (raw, from) => {
        const { search } = readJournalSearch(raw)
        const link = readJournalSearch(parseSearch(stringifySearch(search)))
        const apiFilters = toCallFilters(link.search, from)
        expect(apiFilters).toEqual(toCallFilters(search, from))
        for (const [name, value] of Object.entries(apiFilters)) {
          expect(CALL_FILTERS).toContain(name)
          expect(value).not.toBe('')
        }
        const {
          date_from: _,
          date_to: __,
          ...rest
        }: Record<string, unknown> = { ...raw, period: apiFilters.period }
        if (isOfArchive(search) || filtersWithheld({ from_filter: apiFilters.from_filter })) {
          delete rest['order_field']
          delete rest['order_way']
        }
        expect(apiFilters).toMatchObject(rest)
        expect('from_filter' in apiFilters).toBe(from !== undefined)
        expect(stringifySearch(search)).not.toContain('from_filter')
      }),
      runs(300, 20_000),
    )
  })
})

describe('arriving by a link', () => {
  const arrive = (search: string) => arriveAtJournal(parseSearch(search))

  test('moves the caller out of the address and keeps the rest', () => {
    expect(arrive('?client=7&from_filter=79164821705&target_filter=1')).toEqual({
      search: { target_filter: '1' },
      state: { caller: '79164821705' },
    })
  })
  test('gives back every filter and the caller apart, and then leaves the address alone', () => {
    fc.assert(
      fc.property(journalAddress, fc.integer({ min: 1, max: 99_999_999_999 }).map(String), (raw, from) => {
        const { search } = readJournalSearch(raw)
        expect(arrive(stringifySearch({ ...search, from_filter: from }))).toEqual({
          search,
          state: { caller: from },
        })
        expect(arrive(stringifySearch(search))).toBeNull()
      }),
      runs(200, 10_000),
    )
  })
  test('tells what was dropped', () => {
    expect(arrive('?period=decade')).toEqual({ search: {}, state: { dropped: ['period'] } })
  })
  test('leaves out what goes without saying', () => {
    expect(arrive('?period=month&target_filter=')).toEqual({ search: {}, state: {} })
    expect(arrive('?period=all&x=1')).toBeNull()
  })
})

describe('days that roll', () => {
  const arrive = (search: string) => arriveAtJournal(parseSearch(search))
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 12) }))
  afterEach(() => void vi.useRealTimers())

  test('are those of the day on which the address is opened, and go on rolling', () => {
    const days = '?period=custom&date_from=2026-11-14&date_to=2026-11-20&target_filter=1&preset=last_7_days'
    const moved = { period: 'custom', date_from: '2026-11-17', date_to: '2026-11-23', preset: 'last_7_days' }
    expect(arrive(days)?.search).toEqual({ ...moved, target_filter: '1' })
    expect(arrive('?preset=last_7_days')?.search).toEqual(moved)
    expect(arrive(stringifySearch(moved))).toBeNull()
  })

  test('stay those of the contacts’ own today, where it is another day already, or still', () => {
    for (const [day, isToday] of [
      ['2026-11-21', false],
      ['2026-11-22', true],
      ['2026-11-23', true],
      ['2026-11-24', false],
    ] as const) {
      // 09:00 UTC: the 23rd in most of the world, the 22nd in its far west.
      vi.setSystemTime(Date.parse('2026-11-23T09:00:00Z'))
      const address = `?period=custom&date_from=${day}&date_to=${day}&preset=today`
      expect(arrive(address) === null, day).toBe(isToday)
    }
  })

  test('are not asked of the service by their name, and a name that is none is dropped', () => {
    const { search } = arrive('?preset=yesterday')!
    expect(toCallFilters(search, undefined)).toEqual({
      period: 'custom',
      date_from: '2026-11-22',
      date_to: '2026-11-22',
    })
    expect(arrive('?period=week&preset=soon')?.search).toEqual({ period: 'week' })
  })

  test('go along to another client', () => {
    expect(JOURNAL_SWITCH.keep(arrive('?preset=today')!.search).retained).toMatchObject({
      date_from: '2026-11-23',
      preset: 'today',
    })
  })
})
