import { expect, test } from 'vitest'
import { createClientsReading, type ClientToRead } from './clients-reading.ts'
import { createQuestion, tell } from './questions/question.ts'

const clientReading = (now: () => number = () => 0) => {
  const begun: string[] = []
  const done: (() => void)[] = []
  const reading = createClientsReading(
    (reader, days, isRetry) => {
      begun.push(`${reader.client} ${days.first}${isRetry ? ' again' : ''}`)
      const question = createQuestion(days)
      done.push(() => {
        question.is = 'complete'
        tell(question)
      })
      return { account: '', reading: { leave: () => {} } as never, question }
    },
    now,
    () => {},
  )
  const want = (client: string, first: number, isRetry: boolean) =>
    reading.want({
      name: 'figures',
      reader: { session: { idHash: 'manager' }, client } as ClientToRead['reader'],
      stretches: [{ first, last: first }],
      isRetry,
    })
  const endOne = async () => {
    const before = begun.length
    done.shift()!()
    await expect.poll(() => begun.length).toBeGreaterThan(before)
  }
  return { begun, want, endOne }
}

test('the period that is shown now is read before what is left of a former one', async () => {
  let time = 0
  const { begun, want, endOne } = clientReading(() => time)
  const wantAll = (first: number) => {
    for (const client of ['1', '2', '3', '4', '5']) want(client, first, false)
  }
  wantAll(100)
  await expect.poll(() => begun).toEqual(['1 100', '2 100', '3 100'])
  time += 60_000
  wantAll(200)
  while (begun.length < 10) await endOne()
  expect(begun.slice(3)).toEqual(['1 200', '2 200', '3 200', '4 200', '5 200', '4 100', '5 100'])
})

test('a retry stays one while it waits, and comes after a reading that is under way', async () => {
  const { begun, want, endOne } = clientReading()
  want('1', 100, false)
  for (const client of ['2', '3', '4', '1']) want(client, 100, true)
  for (const client of ['1', '2', '3', '4']) want(client, 100, false)
  await expect.poll(() => begun).toEqual(['1 100', '2 100 again', '3 100 again'])
  await endOne()
  await endOne()
  expect(begun.slice(3).toSorted()).toEqual(['1 100 again', '4 100 again'])
})

test('forgets the oldest of very many readings that have ended', async () => {
  const work: Promise<void>[] = []
  let begun = 0
  const reading = createClientsReading(
    (_, days) => {
      begun++
      return {
        account: '',
        reading: { leave: () => {} } as never,
        question: { ...createQuestion(days), is: 'complete' },
      }
    },
    () => 0,
    (one) => work.push(one),
  )
  const want = async (first: number) => {
    const reader = { session: { idHash: 'manager' }, client: '1' } as ClientToRead['reader']
    reading.want({ name: 'figures', reader, stretches: [{ first, last: first }], isRetry: false })
    await Promise.all(work.splice(0))
  }
  for (let day = 0; day < 6_000; day++) await want(day)
  expect(begun).toBe(6_000)
  await want(5_999)
  expect(begun).toBe(6_000)
  await want(0)
  expect(begun).toBe(6_001)
})
