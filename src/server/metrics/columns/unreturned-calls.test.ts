import { expect, test } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { append, createDataset } from './dataset.ts'
import { select } from './select.ts'
import { streaksOf } from './call-backs.ts'
import { unreturnedCalls } from './unreturned-calls.ts'

/** Codes of the API document, 3.2. */
const [MISSED, ANSWERED] = [1, 2]
const contact = (obj_oid: string, time: string, status: number) =>
  listedCall.lenient.parse({ id: 1, obj_oid, date: `2026-11-19T${time}`, caller: '+79001234567', status })

test.each([
  [
    'answered before',
    contact('vladivostok', '12:05:00+10:00', ANSWERED),
    contact('moscow', '11:50:00+03:00', MISSED),
    1,
  ],
  [
    'answered after',
    contact('vladivostok', '18:00:00+10:00', MISSED),
    contact('moscow', '12:00:00+03:00', ANSWERED),
    0,
  ],
])(
  'who was reached is told by the moment, not by the clocks of two objects: %s',
  (_, first, second, waiting) => {
    const data = createDataset()
    append(data, [first, second])
    expect(unreturnedCalls(data, select(data, [])).total).toBe(waiting)
    expect(streaksOf(data).filter(({ reached }) => reached < 0)).toHaveLength(waiting)
  },
)
