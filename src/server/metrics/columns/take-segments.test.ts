import { expect, test } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { dayNumber } from '#/contract/day.ts'
import { append, createDataset } from './dataset.ts'
import { encodeSegment } from './segment.ts'
import { createSegmentTaker } from './take-segments.ts'

const FIRST = dayNumber('2026-11-01')
const [DAY, NEXT] = [FIRST + 18, FIRST + 19]
const month = { first: FIRST, last: FIRST + 29 }
const only = (day: number) => ({ first: day, last: day })

const segment = (...ids: readonly number[]) => {
  const data = createDataset(4)
  const parse = (id: number) =>
    listedCall.lenient.parse({ id, obj_oid: 'a', status: 2, date: '2026-11-20T00:05:00+03:00' })
  append(data, ids.map(parse))
  return encodeSegment(data)
}

test('a contact that was listed under another day is one row, there or on its own day', () => {
  const data = createDataset(4)
  const { take } = createSegmentTaker(data, null, month)
  take(only(DAY), segment(1, 2))
  take(only(NEXT), segment(3))
  expect(data.rows).toBe(3)
  take(only(DAY), segment(2))
  for (let again = 0; again < 3; again++) {
    take(only(NEXT), segment(1, 3))
    expect(data.rows).toBe(3)
  }
  take(month, segment(1, 2, 3))
  expect(data.rows).toBe(3)
})
