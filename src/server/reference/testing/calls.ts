import * as fc from 'fast-check'
import type { Insertable } from 'kysely'
import {
  CALL_FILTERS,
  DURATION_FILTERS,
  ORDER_FIELDS,
  ORDER_WAYS,
  PERIODS,
  type CallFilter,
  type CallFilters,
} from '#/contract/call-filters.ts'
import { callerDigits } from '#/server/reference/caller-digits.ts'
import type { CallScope } from '#/server/reference/endpoints/call-query.ts'
import type { ContactTable } from '#/server/reference/schema.ts'
import { DAY_MS } from '#/contract/day.ts'
import { TEST_ACCOUNTS, testContactRow, objectRow } from './rows.ts'

/* Contacts, filters and their meaning (API document 4.3 and 4.4) over an array, independent of the code under test. */

export const OBJECTS = [
  objectRow(1, 'marketer', { title: 'beta' }),
  objectRow(2, 'marketer', { title: 'Альфа' }),
  objectRow(3, 'marketer', { title: 'hidden', status: 5 }),
  objectRow(4, 'client', { title: 'alpha' }),
]
export const ACCOUNT: CallScope = { column: 'account_id', id: TEST_ACCOUNTS.marketer.id, hiddenObjects: [3] }
export const OBJECT: CallScope = { column: 'object_id', id: 2, hiddenObjects: [] }

export type ContactInsert = Insertable<ContactTable>

/** Already 20 November in Moscow, still the 19th in UTC. */
export const MIDNIGHT = Date.parse('2026-11-20T00:30:00+03:00')

const text = fc.string({
  unit: fc.constantFrom('a', 'A', '%', '_', '\\', 'Ж', 'ж', 'é', '😀', '\uffee'),
  maxLength: 6,
})
const phone = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.string({ unit: fc.constantFrom('8', '7', '4', '9', '+', '-', ' '), maxLength: 13 }),
  },
  fc.constantFrom('anonymous', 'Anonymous'),
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 })

const row = fc.record({
  object: fc.constantFrom(...OBJECTS),
  occurred_at: fc
    .tuple(fc.constantFrom(0, 1, 6, 7, 29, 30, 364, 365), fc.integer({ min: -6, max: 6 }))
    .map(([days, hours]) => MIDNIGHT - days * DAY_MS + hours * 3 * 3_600_000),
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
export const contactRows: fc.Arbitrary<ContactInsert[]> = fc
  .array(row, { minLength: 1, maxLength: 30 })
  .map((all) => all.map(({ object, ...rest }, index) => testContactRow(index + 1, object, rest)))

const day = fc
  .integer({ min: -2, max: 370 })
  .map((days) => new Date(MIDNIGHT - days * DAY_MS).toISOString().slice(0, 10))
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

/** All of these filters; dates without a period come with and without `custom`. */
export const filtersNamed = (names: readonly CallFilter[]): fc.Arbitrary<CallFilters> =>
  fc.tuple(fc.record(FILTERS), fc.boolean()).map(([all, isCustom]) => {
    const filters: CallFilters = { ...all }
    for (const name of CALL_FILTERS) if (!names.includes(name)) delete filters[name]
    return isCustom && (filters.date_from || filters.date_to) ? { period: 'custom', ...filters } : filters
  })

export const anyFilters: fc.Arbitrary<CallFilters> = fc
  .oneof(fc.subarray(CALL_FILTERS, { maxLength: 4 }), fc.subarray(CALL_FILTERS))
  .chain(filtersNamed)

const FIRST_DAY = { day: '2026-11-20', week: '2026-11-14', month: '2026-10-22', year: '2025-11-21' }
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

const digits = callerDigits
const includes = (value: string | null | undefined, wanted: string) =>
  (value ?? null) !== null && value!.toLowerCase().includes(wanted.toLowerCase())

const isInPeriod = (contact: ContactInsert, { period = 'all', date_from, date_to }: CallFilters) => {
  const local = new Date(contact.occurred_at + contact.utc_offset * 60_000).toISOString().slice(0, 10)
  if (period === 'all') return true
  if (period === 'custom') return (!date_from || local >= date_from) && (!date_to || local <= date_to)
  return local >= FIRST_DAY[period]
}

const passes = (contact: ContactInsert, filters: CallFilters) =>
  isInPeriod(contact, filters) &&
  (!filters.source_filter || contact.src === filters.source_filter) &&
  (!filters.source_text_filter || includes(contact.source_title, filters.source_text_filter)) &&
  (!filters.target_filter || contact.target === 1) &&
  (!filters.repeated_filter || contact.call_type === 1) &&
  (!filters.uri_filter || includes(contact.request_uri, filters.uri_filter)) &&
  (!filters.from_filter ||
    (digits(filters.from_filter) === ''
      ? includes(contact.phone_number_from, filters.from_filter)
      : digits(contact.phone_number_from).includes(digits(filters.from_filter)))) &&
  (!filters.duration_filter ||
    (typeof contact.duration === 'number' && SECONDS[filters.duration_filter]!(contact.duration))) &&
  (!filters.status_filter ||
    (filters.status_filter in STATUS
      ? contact.status === STATUS[filters.status_filter]
      : contact.custom_status_id === Number(filters.status_filter)))

const ORDER: Record<string, (contact: ContactInsert) => string | number | null | undefined> = {
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
  (left: ContactInsert, right: ContactInsert) => {
    const byDate = left.occurred_at - right.occurred_at || left.id - right.id
    if (!order_field) return order_way === 'ASC' ? byDate : -byDate
    const [a, b] = [ORDER[order_field]!(left) ?? null, ORDER[order_field]!(right) ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || -byDate
    return (order_way === 'ASC' ? compare(a, b) : compare(b, a)) || -byDate
  }

export const isInScope = (contact: ContactInsert, scope: CallScope): boolean =>
  contact[scope.column] === scope.id && !scope.hiddenObjects.includes(contact.object_id)

export const matchingIds = (
  contacts: readonly ContactInsert[],
  scope: CallScope,
  filters: CallFilters,
): number[] =>
  contacts
    .filter((contact) => isInScope(contact, scope) && passes(contact, filters))
    .toSorted(inOrder(filters))
    .map(({ id }) => id)
