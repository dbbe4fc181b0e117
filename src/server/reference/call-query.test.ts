import * as fc from 'fast-check'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CALL_FILTERS,
  DURATION_FILTERS,
  ORDER_FIELDS,
  ORDER_WAYS,
  PERIODS,
  type CallFilter,
  type CallFilters,
} from '#/contract/call-filters.ts'
import { CALL_STATUSES } from '#/contract/codes.ts'
import { filteredCalls, pageOfCalls, readFilters, type CallScope } from './call-query.ts'
import { Failure } from './failure.ts'
import type { ContactTable, ReferenceDatabase } from './schema.ts'
import { ACCOUNTS, contactRow, objectRow } from './testing-rows.ts'
import { openAccounts } from './testing.ts'

const OBJECTS = [
  objectRow(1, 'marketer', { title: 'beta' }),
  objectRow(2, 'marketer', { title: 'Альфа' }),
  objectRow(3, 'marketer', { title: 'hidden', status: 5 }),
  objectRow(4, 'client', { title: 'alpha' }),
]
const ACCOUNT: CallScope = { column: 'account_id', id: ACCOUNTS.marketer.id, hiddenObjects: [3] }
const OBJECT: CallScope = { column: 'object_id', id: 2, hiddenObjects: [] }

let database: ReferenceDatabase
beforeAll(async () => {
  database = await openAccounts()
  await database.insertInto('objects').values(OBJECTS).execute()
})
afterAll(() => database.destroy())

type Row = Insertable<ContactTable>

const DAY = 86_400_000
/** Half an hour into 20 November in Moscow, still the 19th in UTC. */
const NOW = Date.parse('2026-11-20T00:30:00+03:00')
const text = fc.string({
  unit: fc.constantFrom('a', 'A', '%', '_', '\\', 'Ж', 'ж', 'é', '😀', '\uffee'),
  maxLength: 6,
})
const phone = fc.string({ unit: fc.constantFrom('8', '7', '4', '9', '+', '-', ' '), maxLength: 13 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 })

const row = fc.record({
  object: fc.constantFrom(...OBJECTS),
  // Around the borders of the periods, with equal instants among them, on clocks far from each other.
  occurred_at: fc
    .tuple(fc.constantFrom(0, 1, 6, 7, 29, 30, 364, 365), fc.integer({ min: -6, max: 6 }))
    .map(([days, hours]) => NOW - days * DAY + hours * 3 * 3_600_000),
  utc_offset: fc.constantFrom(-720, 0, 180, 840),
  status: fc.constantFrom(1, 2, 3, 9, 17),
  src: maybe(fc.constantFrom('TYPEIN', 'UTM', 'utm', 'A%')),
  source_title: maybe(text),
  request_uri: maybe(text),
  phone_number_from: phone,
  call_type: fc.constantFrom(1, 2),
  custom_status_id: maybe(fc.constantFrom(1, 501, 502)),
  duration: maybe(fc.constantFrom(0, 1, 29, 30, 59, 60, 299, 300, 599, 600, 4000)),
  service_name: fc.constantFrom('SMS', 'Site chat', 'E-mail'),
  target: maybe(fc.constantFrom(0 as const, 1 as const)),
})
const rows = fc
  .array(row, { minLength: 1, maxLength: 30 })
  .map((all) => all.map(({ object, ...rest }, index) => contactRow(index + 1, object, rest)))

const day = fc
  .integer({ min: -2, max: 370 })
  .map((days) => new Date(NOW - days * DAY).toISOString().slice(0, 10))
const part = text.filter((value) => value !== '')
const FILTERS = {
  period: fc.constantFrom(...PERIODS),
  date_from: day,
  date_to: day,
  source_filter: fc.constantFrom('TYPEIN', 'UTM', 'utm', 'A%', 'none'),
  source_text_filter: part,
  target_filter: fc.constant('1' as const),
  repeated_filter: fc.constant('1' as const),
  uri_filter: part,
  from_filter: phone.filter((value) => value !== ''),
  duration_filter: fc.constantFrom(...DURATION_FILTERS),
  status_filter: fc.constantFrom('CANCEL', 'ANSWER', 'CHAT', 'USER_CALL', 'BUSY', '1', '501', '999'),
  order_field: fc.constantFrom(...ORDER_FIELDS),
  order_way: fc.constantFrom(...ORDER_WAYS),
} satisfies { [K in CallFilter]: fc.Arbitrary<NonNullable<CallFilters[K]>> }

// What the API document's 4.3 and 4.4 say, once more, over an array and without a line of the code under test.

const TODAY = '2026-11-20'
const FIRST_DAY = { day: TODAY, week: '2026-11-14', month: '2026-10-22', year: '2025-11-21' }
const SECONDS: Record<string, (seconds: number) => boolean> = {
  lt30s: (seconds) => seconds < 30,
  f30t60s: (seconds) => seconds >= 30 && seconds < 60,
  f1t5m: (seconds) => seconds >= 60 && seconds < 300,
  f5t10m: (seconds) => seconds >= 300 && seconds < 600,
  gt10m: (seconds) => seconds >= 600,
  gt1m: (seconds) => seconds >= 60,
  gt30s: (seconds) => seconds >= 30,
}
const STATUS: Record<string, number> = { CANCEL: 1, ANSWER: 2, BUSY: 4, CHAT: 9, USER_CALL: 17 }

const digits = (value: string) => {
  const all = value.replace(/[^0-9]/g, '')
  return all.length === 11 && all[0] === '8' ? '7' + all.slice(1) : all
}
const includes = (value: string | null | undefined, wanted: string) =>
  (value ?? null) !== null && value!.toLowerCase().includes(wanted.toLowerCase())

const isInPeriod = (contact: Row, { period = 'all', date_from, date_to }: CallFilters) => {
  const local = new Date(contact.occurred_at + contact.utc_offset * 60_000).toISOString().slice(0, 10)
  if (period === 'all') return true
  if (period === 'custom') return (!date_from || local >= date_from) && (!date_to || local <= date_to)
  return local >= FIRST_DAY[period] && local <= TODAY
}

const passes = (contact: Row, filters: CallFilters) =>
  isInPeriod(contact, filters) &&
  (!filters.source_filter || contact.src === filters.source_filter) &&
  (!filters.source_text_filter || includes(contact.source_title, filters.source_text_filter)) &&
  (!filters.target_filter || contact.target === 1) &&
  (!filters.repeated_filter || contact.call_type === 1) &&
  (!filters.uri_filter || includes(contact.request_uri, filters.uri_filter)) &&
  (!filters.from_filter ||
    (digits(filters.from_filter) !== '' &&
      digits(contact.phone_number_from).includes(digits(filters.from_filter)))) &&
  (!filters.duration_filter ||
    (typeof contact.duration === 'number' && SECONDS[filters.duration_filter]!(contact.duration))) &&
  (!filters.status_filter ||
    (filters.status_filter in STATUS
      ? contact.status === STATUS[filters.status_filter]
      : contact.custom_status_id === Number(filters.status_filter)))

const ORDER: Record<string, (contact: Row) => string | number | null | undefined> = {
  source: (contact) => contact.source_title?.toLowerCase(),
  uri: (contact) => contact.request_uri?.toLowerCase(),
  from: (contact) => digits(contact.phone_number_from),
  duration: (contact) => contact.duration,
  status: (contact) => contact.status,
  title: (contact) => OBJECTS.find(({ id }) => id === contact.object_id)?.title.toLowerCase(),
  service: (contact) => contact.service_name,
}
const compare = (left: string | number, right: string | number) =>
  typeof left === 'number' && typeof right === 'number'
    ? left - right
    : Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)))

const inOrder =
  ({ order_field, order_way = 'DESC' }: CallFilters) =>
  (left: Row, right: Row) => {
    const byDate = left.occurred_at - right.occurred_at || left.id - right.id
    if (!order_field) return order_way === 'ASC' ? byDate : -byDate
    const [a, b] = [ORDER[order_field]!(left) ?? null, ORDER[order_field]!(right) ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || -byDate
    return (order_way === 'ASC' ? compare(a, b) : compare(b, a)) || -byDate
  }

const isInScope = (contact: Row, scope: CallScope) =>
  contact[scope.column] === scope.id && !scope.hiddenObjects.includes(contact.object_id)

/** Asks SQL and the array for the same; `fill` makes filters that mean something together. */
const expectAgreement = (filters: fc.Arbitrary<CallFilters>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(rows, filters, fc.constantFrom(ACCOUNT, OBJECT), async (contacts, filters, scope) => {
      await database.deleteFrom('contacts').execute()
      await database.insertInto('contacts').values(contacts).execute()
      const wanted = contacts
        .filter((contact) => isInScope(contact, scope) && passes(contact, filters))
        .toSorted(inOrder(filters))
        .map(({ id }) => id)

      const window = { limit: 100, offset: 0 }
      const found = await pageOfCalls(database, scope, filters, NOW, window).execute()
      expect(found.map(({ id }) => id)).toEqual(wanted)
      const second = await pageOfCalls(database, scope, filters, NOW, { limit: 2, offset: 1 }).execute()
      expect(second.map(({ id }) => id)).toEqual(wanted.slice(1, 3))
      const { count } = await filteredCalls(database, scope, filters, NOW)
        .select((on) => on.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect(count).toBe(wanted.length)
    }),
    { numRuns },
  )

/** One filter alone; dates mean something only with `period=custom`. */
const alone = (name: CallFilter): fc.Arbitrary<CallFilters> =>
  FILTERS[name].map((value: string): CallFilters => ({
    ...(name.startsWith('date_') && { period: 'custom' as const }),
    [name]: value,
  }))

describe('filters to SQL, against a plain array', () => {
  it.each(CALL_FILTERS)('%s alone', (name) => expectAgreement(alone(name), 100))

  it.each(ORDER_FIELDS.flatMap((field) => ORDER_WAYS.map((way) => [field, way] as const)))(
    'order by %s %s',
    (order_field, order_way) => expectAgreement(fc.constant({ order_field, order_way }), 25),
  )

  it('any combination', () => expectAgreement(fc.record(FILTERS, { requiredKeys: [] }), 250))
})

it('a day is whole on the clocks furthest east and west', async () => {
  const on = (id: number, wall: string, hours: number) =>
    contactRow(id, OBJECTS[1]!, {
      occurred_at: Date.parse(`${wall}Z`) - hours * 3_600_000,
      utc_offset: hours * 60,
    })
  await database.deleteFrom('contacts').execute()
  await database
    .insertInto('contacts')
    .values([
      on(1, '2026-11-20T00:00:00.000', 14),
      on(2, '2026-11-20T23:59:59.999', -12),
      on(3, '2026-11-19T23:59:59.999', -12),
      on(4, '2026-11-21T00:00:00.000', 14),
    ])
    .execute()
  const filters = { period: 'custom', date_from: '2026-11-20', date_to: '2026-11-20' } as const
  const found = await filteredCalls(database, OBJECT, filters, NOW).select('id').orderBy('id').execute()
  expect(found).toEqual([{ id: 1 }, { id: 2 }])
})

describe('readFilters', () => {
  const wrong = (query: Record<string, string>) => {
    try {
      readFilters(query)
    } catch (error) {
      if (error instanceof Failure) return error.error
    }
    return null
  }

  it('takes every filter of the document and ignores other parameters and empty values', () => {
    const query = { period: 'custom', date_from: '2026-01-01', date_to: '2026-01-01', status_filter: '501' }
    expect(readFilters({ ...query, source_filter: '', colour: 'red', page: '2' })).toEqual(query)
  })

  it.each(CALL_STATUSES)('takes status %s by its code name in upper case', (name) => {
    expect(readFilters({ status_filter: name.toUpperCase() })).toEqual({ status_filter: name.toUpperCase() })
  })

  it.each([
    ['period', 'decade', 'must be one of day, week, month, year, all, custom'],
    ['date_from', '2026-02-30', 'must be a day, YYYY-MM-DD'],
    ['date_to', '20.11.2026', 'must be a day, YYYY-MM-DD'],
    ['source_filter', 'x'.repeat(257), 'must be 1 to 256 characters'],
    ['target_filter', '0', 'must be 1'],
    ['repeated_filter', 'true', 'must be 1'],
    ['duration_filter', 'gt1h', `must be one of ${DURATION_FILTERS.join(', ')}`],
    ['status_filter', 'answer', 'must be a status code or the id of a custom status'],
    ['order_field', 'date', `must be one of ${ORDER_FIELDS.join(', ')}`],
    ['order_way', 'desc', 'must be one of ASC, DESC'],
  ])('refuses %s=%s', (name, value, message) => {
    expect(wrong({ [name]: value })).toEqual({ [name]: message })
  })

  it('names every wrong parameter at once', () => {
    expect(Object.keys(wrong({ period: 'x', order_way: 'y' }) ?? {})).toEqual(['period', 'order_way'])
  })

  it('refuses custom bounds the wrong way round, and only there', () => {
    const dates = { date_from: '2026-02-02', date_to: '2026-02-01' }
    expect(wrong({ period: 'custom', ...dates })).toEqual({ date_to: 'must not be before date_from' })
    expect(wrong({ period: 'month', ...dates })).toBeNull()
  })
})
