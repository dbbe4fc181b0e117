import { expect, test } from 'vitest'
import { createClientsReading, type ClientToRead } from './clients-reading.ts'
import { createQuestion, tell } from './questions/question.ts'

test('the period that is shown now is read before what is left of a former one', async () => {
  const begun: string[] = []
  const done: (() => void)[] = []
  let time = 0
  const reading = createClientsReading(
    (asker, days) => {
      begun.push(`${asker.client} ${days.first}`)
      const question = createQuestion(days)
      done.push(() => {
        question.is = 'complete'
        tell(question)
      })
      return { reading: { leave: () => {} } as never, question }
    },
    () => time,
    () => {},
  )
  const want = (first: number) => {
    for (const client of ['1', '2', '3', '4', '5'])
      reading.want({
        name: 'figures',
        asker: { session: { idHash: 'manager' }, client } as ClientToRead['asker'],
        stretches: [{ first, last: first }],
        isRetry: false,
      })
  }
  want(100)
  await expect.poll(() => begun).toEqual(['1 100', '2 100', '3 100'])
  time += 60_000
  want(200)
  while (begun.length < 10) {
    const before = begun.length
    done.shift()!()
    await expect.poll(() => begun.length).toBeGreaterThan(before)
  }
  expect(begun.slice(3)).toEqual(['1 200', '2 200', '3 200', '4 200', '5 200', '4 100', '5 100'])
})
