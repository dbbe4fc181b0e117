import { expect, test } from 'vitest'
import type { ReadDay } from '#/server/archive/store/writing/write-days.ts'
import { createDayWriter } from './day-writer.ts'

const dayOf = (day: number, contacts = 1): ReadDay => ({
  day,
  readAt: 0,
  records: Array.from({ length: contacts }, (_, nth) => ({ id: nth })),
  titles: [],
  faulty: [],
})

/** A writer whose writes wait to be released. */
const slowWriter = () => {
  const written: number[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const writer = createDayWriter((days) => {
    written.push(days.map(({ day }) => day))
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    return gate.promise
  })
  return { ...writer, written, gates }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('what gathers during a write is written at once, in the order in which it came', async () => {
  const { add, settled, written, gates } = slowWriter()
  await add([])
  await add([dayOf(9)])
  await add([dayOf(8), dayOf(7)])
  await add([])
  await add([dayOf(6)])
  expect(written).toEqual([[9]])
  gates[0]!.resolve()
  await turn()
  expect(written).toEqual([[9], [8, 7, 6]])
  gates[1]!.resolve()
  await settled()
  await add([dayOf(5)])
  gates[2]!.resolve()
  await settled()
  expect(written).toEqual([[9], [8, 7, 6], [5]])
})

test('one transaction takes a thousand contacts, or one day of more', async () => {
  const { add, settled, written, gates } = slowWriter()
  const adding = add([dayOf(9), dayOf(8, 600), dayOf(7, 600), dayOf(6, 5_000), dayOf(5)])
  for (let nth = 0; nth < 4; nth++) {
    gates[nth]!.resolve()
    await turn()
  }
  await adding
  await settled()
  expect(written).toEqual([[9, 8], [7], [6], [5]])
})

test('who reads faster than can be written waits', async () => {
  const { add, gates } = slowWriter()
  await add([dayOf(9)])
  let isThere = false
  const adding = add([dayOf(8, 4_000)]).then(() => (isThere = true))
  await turn()
  expect(isThere).toBe(false)
  gates[0]!.resolve()
  await turn()
  gates[1]!.resolve()
  await adding
})

test('nothing is written after a write that failed, and who asks is told why', async () => {
  const { add, settled, written, gates } = slowWriter()
  await add([dayOf(9)])
  await add([dayOf(8)])
  gates[0]!.reject(new Error('the disk is full'))
  await expect(settled()).rejects.toThrow('the disk is full')
  await expect(add([dayOf(7)])).rejects.toThrow('the disk is full')
  expect(written).toEqual([[9]])
})
