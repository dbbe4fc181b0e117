import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { runs } from '#/test/runs.ts'
import { append, createDataset, NO_OFFSET, type Dataset } from './dataset.ts'
import { DIMENSIONS } from '#/contract/figures/dimensions.ts'
import { appendSegment, encodeSegment } from './segment.ts'

const text = fc.option(
  fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('Яндекс', ' ', 'ё', '0', '__proto__')),
  {
    nil: null,
  },
)
const contact = fc.record({
  id: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
  obj_oid: fc.constantFrom('a', 'b', 'constructor'),
  date: fc.option(
    fc
      .tuple(
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.constantFrom('+03:00', '-11:30', ''),
      )
      .map(([day, minute, offset]) => {
        const two = (number: number) => String(number).padStart(2, '0')
        return `2026-02-${two(day)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:00${offset}`
      }),
    { nil: null, freq: 8 },
  ),
  status: fc.option(fc.integer({ min: -1, max: 300 }), { nil: null }),
  duration: fc.option(fc.constantFrom(-1, 0, 1, 59, 86_400, 86_401, 2 ** 31), { nil: null }),
  call_type: fc.option(fc.record({ id: fc.constantFrom(1, 2, 9) }), { nil: null }),
  target: fc.option(fc.boolean(), { nil: null }),
  caller: fc.option(
    fc.constantFrom('+7 (921) 000-11-22', '89210001122', '007', '', 'anonymous', '12345678901234567890'),
    { nil: null },
  ),
  source: fc.option(fc.record({ title: text }), { nil: null }),
  utm: fc.option(fc.constantFrom('utm_campaign=a&utm_source=b', 'utm_campaign=%'), { nil: null }),
  search_request: text,
  request_uri: text,
  region: text,
  managers: text,
  service_name: text,
  custom_status: fc.option(fc.record({ name: text, id: fc.nat(3) }), { nil: null }),
  customer_status: fc.option(
    fc.record({
      source: text,
      id: fc.constantFrom('1', '2'),
      status: text,
      price: fc.option(fc.nat(9), { nil: null }),
    }),
    {
      nil: null,
    },
  ),
})

const contacts = fc
  .uniqueArray(contact, { maxLength: 40, selector: ({ obj_oid, id }) => `${obj_oid} ${id}` })
  .map((raw) => raw.map((one) => listedCall.lenient.parse(one)))

/** A dataset's content, independent of codes and row order. */
const valuesOf = (data: Dataset) => ({
  rows: Array.from({ length: data.rows }, (_, row) => ({
    id: data.id[row],
    day: data.day[row],
    minute: data.minute[row],
    offset: data.offset[row] === NO_OFFSET ? null : data.offset[row],
    duration: data.duration[row],
    trait: data.trait[row],
    by: DIMENSIONS.map((name) => data.by[name].values.at(data.by[name].codes[row]!)),
  })).toSorted((a, b) => a.id! - b.id! || (a.by[0]! < b.by[0]! ? -1 : 1)),
  deals: [...data.by.deal.values]
    .map((value, deal) => [
      value,
      data.deals.statuses.values[data.deals.status[deal]!],
      data.deals.crms.values[data.deals.crm[deal]!],
      data.deals.price[deal],
    ])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  seconds: data.secondsBound,
  titles: [...data.objectTitles].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  clocks: [...data.objectClocks]
    .map(([oid, newest]) => [oid, newest.map(({ at }) => at)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
})

it('what is written as segments and read again says what the contacts themselves say, in any order', () => {
  fc.assert(
    fc.property(contacts, fc.array(fc.nat(2), { minLength: 40, maxLength: 40 }), (calls, parts) => {
      const whole = createDataset(1)
      append(whole, calls)
      whole.objectTitles.set('a', 'Shop «A»')
      const segments = [0, 1, 2].map((part) => {
        const data = createDataset(1)
        append(
          data,
          calls.filter((_, at) => parts[at] === part),
        )
        data.objectTitles.set('a', 'Shop «A»')
        return encodeSegment(data)
      })
      const read = createDataset(1)
      for (const segment of segments) appendSegment(read, segment)
      expect(valuesOf(read)).toEqual(valuesOf(whole))
      // Several segments as one, with one object's rows only.
      const month = encodeSegment(read)
      const [ofA, wholeA] = [createDataset(1), createDataset(1)]
      appendSegment(ofA, month, { oid: 'a', days: null })
      append(
        wholeA,
        calls.filter(({ obj_oid }) => obj_oid === 'a'),
      )
      wholeA.objectTitles.set('a', 'Shop «A»')
      expect({ ...valuesOf(ofA), deals: null }).toEqual({ ...valuesOf(wholeA), deals: null })
    }),
    runs(150, 5_000),
  )
})

it('keeps ids that take more than 32 bits whole, after narrow ones too', () => {
  const narrow = Array.from({ length: 1_500 }, (_, nth) => nth + 1)
  const ids = [...narrow, 2 ** 32 + 1, -1, Number.MAX_SAFE_INTEGER, 7]
  const calls = ids.map((id) =>
    listedCall.lenient.parse({ id, obj_oid: 'a', date: '2026-11-20T10:00:00+03:00' }),
  )
  const appended = createDataset(1)
  for (const call of calls) append(appended, [call])
  const read = createDataset(1)
  appendSegment(read, encodeSegment(appended))
  for (const data of [appended, read])
    expect([...data.id.subarray(0, data.rows)].toSorted((a, b) => a - b)).toEqual(
      ids.toSorted((a, b) => a - b),
    )
})

it('refuses bytes of another version and bytes that end too early, and leaves the dataset alone', () => {
  const data = createDataset()
  append(data, [listedCall.lenient.parse({ id: 1, obj_oid: 'a', date: '2026-02-01T10:00:00+03:00' })])
  const segment = encodeSegment(data)
  const before = valuesOf(data)
  expect(() => appendSegment(data, segment.subarray(0, -1))).toThrow('ends too early')
  expect(() => appendSegment(data, Uint8Array.of(9, ...segment.subarray(1)))).toThrow('version 9')
  expect(() => appendSegment(data, new Uint8Array())).toThrow('version none')
  expect(valuesOf(data)).toEqual(before)
})

it('takes few bytes a contact, once compressed', () => {
  const data = createDataset()
  const calls = Array.from({ length: 4_000 }, (_, at) =>
    listedCall.lenient.parse({
      id: 9_000_000 + at * 7,
      obj_oid: ['a', 'b', 'c'][at % 3],
      date: `2026-02-${String(1 + Math.floor(at / 143)).padStart(2, '0')}T${String(8 + ((at * 7) % 12)).padStart(2, '0')}:${String((at * 13) % 60).padStart(2, '0')}:00+03:00`,
      status: [2, 2, 3, 12][at % 4],
      duration: (at * 37) % 400,
      caller: `+7921${String((at * 7919) % 10_000_000).padStart(7, '0')}`,
      source: { title: ['Google', 'Яндекс', 'Direct'][at % 3] },
    }),
  )
  append(data, calls)
  expect(deflateRawSync(encodeSegment(data)).length / 4_000).toBeLessThan(20)
})
