import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { runs } from '#/test/runs.ts'
import { countAll, countBy, countsAt, medianDuration } from './aggregate.ts'
import { append, createDataset } from './dataset.ts'
import { ownMark, select } from './select.ts'
import type { Filter } from '#/contract/figures/questions.ts'

const DAY_SECONDS = 86_400

const contact = fc.record({
  duration: fc.oneof(
    fc.nat(300),
    fc.integer({ min: DAY_SECONDS - 2, max: 2 ** 31 + 2 }),
    fc.constant(-5),
    fc.constant(null),
  ),
  status: fc.constantFrom(1, 2, 2, 2, 9, 17, 99, null),
  call_type: fc.constantFrom({ id: 1 }, { id: 2 }, { id: 3 }, null),
  target: fc.constantFrom(true, false, null),
  region: fc.constantFrom('a', 'b', null),
})
const dataOf = (contacts: readonly object[]) => {
  const data = createDataset(4)
  append(
    data,
    contacts.map((one, id) => listedCall.lenient.parse({ id, ...one })),
  )
  return data
}

it('fault-odd-number: any durations; what is longer than a day is in no sum and no median', () => {
  fc.assert(
    fc.property(fc.array(contact, { maxLength: 120 }), (contacts) => {
      const data = dataOf(contacts)
      const all = select(data, [])
      const seconds = contacts
        .filter(
          ({ status, duration }) =>
            status === 2 && duration !== null && duration >= 0 && duration <= DAY_SECONDS,
        )
        .map(({ duration }) => duration!)
        .toSorted((a, b) => a - b)
      const counts = countAll(data, all)
      expect(counts.timed).toBe(seconds.length)
      expect(counts.talk_seconds).toBe(seconds.reduce((sum, one) => sum + one, 0))
      const middle = [seconds[(seconds.length - 1) >> 1], seconds[seconds.length >> 1]]
      expect(medianDuration(data, all)).toBe(seconds.length === 0 ? null : (middle[0]! + middle[1]!) / 2)
    }),
    runs(200, 5_000),
  )
})

it('few groups and many are counted alike', () => {
  fc.assert(
    fc.property(fc.array(contact, { minLength: 150, maxLength: 200 }), (contacts) => {
      const data = dataOf(contacts)
      const all = select(data, [])
      const { codes } = data.by.region
      const few = countBy(data, all, { codes, size: data.by.region.values.length })
      const many = countBy(data, all, { codes, size: 100_000 })
      for (const code of data.by.region.values.keys())
        expect(countsAt(many, code)).toEqual(countsAt(few, code))
    }),
    runs(50, 1_000),
  )
})

it('more filters than fit into a byte narrow as few do', () => {
  const data = dataOf([
    { region: 'a', status: 2 },
    { region: 'b', status: 2 },
    { region: 'a', status: 1 },
  ])
  const none = (by: Extract<Filter, { values: unknown }>['by']): Filter => ({ by, values: [], except: true })
  const filters: Filter[] = [
    ...(['object', 'source', 'campaign', 'page', 'manager', 'service', 'kind', 'target'] as const).map(none),
    { by: 'region', values: ['a'] },
    { by: 'status', values: ['2'] },
  ]
  const selection = select(data, filters)
  expect(countAll(data, selection).contacts).toBe(1)
  expect(countAll(data, selection, ownMark(filters, 'region')).contacts).toBe(2)
  expect(countAll(data, selection, ownMark(filters, 'region', 'status')).contacts).toBe(3)
})
