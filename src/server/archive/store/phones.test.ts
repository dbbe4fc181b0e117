import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { append, createDataset, type Dataset } from '#/analytics/columns/dataset.ts'
import { DIMENSIONS } from '#/analytics/columns/dimensions.ts'
import { notThrough } from '#/analytics/columns/not-through.ts'
import { select } from '#/analytics/columns/select.ts'
import { runs } from '#/test/runs.ts'
import { callsOf, dayOfRecord, identityOf, ownerOfRecord } from './kept-day.ts'
import { hashPhones } from './phones.ts'

const { kept } = hashPhones('a key of the tests, long enough to be one')

const odd = fc.oneof(fc.constantFrom(null, '', ' ', 0, 7, true, [], {}), fc.string({ maxLength: 6 }))
const mostly = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: odd })
const caller = fc.constantFrom(
  '+79261234567',
  '+79261234567;ext=5',
  '+79267654321',
  'operator',
  '',
  '+442079460958',
  '007',
  '1234567890123456789',
)
const date = fc
  .record({ day: fc.integer({ min: 10, max: 28 }), hour: fc.integer({ min: 10, max: 23 }) })
  .map(({ day, hour }) => `2026-10-${day}T${hour}:14:59+03:00`)

const record = fc.record(
  {
    id: mostly(fc.integer({ min: 1, max: 500 })),
    obj_oid: mostly(fc.constantFrom('site', 'shop')),
    date: mostly(date),
    src: mostly(fc.constantFrom('yandex', 'direct')),
    request_uri: mostly(fc.constantFrom('/a?client=7', '/b#form', 'https://example.com/?q=1')),
    phone_number_from: fc.constant('8 926 123-45-67'),
    caller: mostly(caller),
    search_request: mostly(fc.string()),
    status: mostly(fc.integer({ min: 1, max: 18 })),
    utm: mostly(fc.constantFrom('utm_source=y&utm_campaign=brand+%D0%B0&utm_term=t', 'campaign=%', 'plain')),
    call_type: mostly(fc.record({ id: fc.integer({ min: 1, max: 3 }), name: fc.string() })),
    custom_status: mostly(fc.record({ id: fc.nat(5), name: fc.constantFrom('won', 'lost') })),
    customer_status: mostly(
      fc.record({
        id: fc.nat(4),
        status: fc.string(),
        source: fc.constantFrom('amo', null),
        price: fc.nat(900),
      }),
    ),
    region: mostly(fc.string()),
    duration: mostly(fc.integer({ min: -1, max: 100_000 })),
    source: mostly(fc.record({ title: fc.string(), url: fc.string() })),
    service_name: mostly(fc.string()),
    target: mostly(fc.boolean()),
    managers: mostly(fc.string()),
    messages: fc.constant('SECRET conversation'),
    email_text: fc.constant('SECRET mail'),
    comments: fc.constant([{ id: 1, comment: 'SECRET comment' }]),
  },
  { requiredKeys: ['messages', 'email_text', 'comments'] },
)

const datasetOf = (records: readonly unknown[]): Dataset => {
  const data = createDataset()
  append(data, callsOf({ records, titles: [] }))
  return data
}

/** Everything that figures are counted from, but for who the callers are: only whether two are the same one. */
const figuresOf = (data: Dataset) => ({
  rows: data.rows,
  day: [...data.day.subarray(0, data.rows)],
  minute: [...data.minute.subarray(0, data.rows)],
  duration: [...data.duration.subarray(0, data.rows)],
  trait: [...data.trait.subarray(0, data.rows)],
  deals: { ...data.deals, statuses: data.deals.statuses.values, crms: data.deals.crms.values },
  columns: DIMENSIONS.map((name) => {
    const { codes, values } = data.by[name]
    return Array.from({ length: data.rows }, (_, row) =>
      name === 'caller' ? codes[row]! : values[codes[row]!],
    )
  }),
  notReached: notThrough(data, select(data, [])).callers.map(({ callId, attempts }) => [callId, attempts]),
})

test('figures, repeats and who was reached later are the same with hashes as with numbers', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 30 }), (records) => {
      const reduced = records.map(kept)
      expect(figuresOf(datasetOf(reduced))).toEqual(figuresOf(datasetOf(records)))
      const places = (all: readonly unknown[]) =>
        all.map((raw) => [identityOf(raw), dayOfRecord(raw), ownerOfRecord(raw)])
      expect(places(reduced)).toEqual(places(records))
    }),
    runs(200, 20_000),
  )
})

test('neither texts nor numbers are kept, nor what else columns are not made of', () => {
  fc.assert(
    fc.property(record, (raw) => {
      const text = JSON.stringify(kept(raw))
      expect(text).not.toMatch(/SECRET|9261234567|926 765|20 7946|2079460958|operator|client=7|utm_term/)
    }),
    runs(200, 5_000),
  )
})

test('another installation’s hash of a number is another one', () => {
  const raw = { id: 1, caller: '+79261234567' }
  const other = hashPhones('another key of the tests, long enough')
  expect(kept(raw)).not.toEqual(other.kept(raw))
  expect(hashPhones('a key of the tests, long enough to be one').kept(raw)).toEqual(kept(raw))
  expect(JSON.stringify(kept(raw))).toMatch(/"caller":"[1-9]\d{14}"/)
})
