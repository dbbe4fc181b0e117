import { expect, test } from 'vitest'
import { createTurns, type Waiter } from './turns.ts'

const never = new AbortController().signal
const of = (account: string, person = account): Waiter => ({ account, person })

/** Takes that start together wait for the first. */
const setUp = () => {
  const turns = createTurns()
  const begun: string[] = []
  const take = (waiter: Waiter, name: string, signal = never) =>
    turns.take(waiter, signal, () => Promise.resolve(begun.push(name)))
  return { turns, begun, take }
}

test('count-bomb: whoever asks a lot waits for themselves, not everybody else for them', async () => {
  const { begun, take } = setUp()
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => take(of('a', 'anna'), name)),
    take(of('a', 'igor'), 'colleague'),
    take(of('b'), 'b1'),
    take(of('b'), 'b2'),
  ])
  expect(begun).toEqual(['a1', 'b1', 'colleague', 'b2', 'a2', 'a3', 'a4'])
})

test('count-bomb: a person waits with no more questions than pages ask, and nobody else is refused', async () => {
  const { begun, take } = setUp()
  const taken = Array.from({ length: 60 }, (_, nth) => take(of('a', 'anna'), `a${nth}`))
  const colleague = take(of('a', 'igor'), 'colleague')
  const all = await Promise.allSettled(taken)
  await colleague
  // One runs and fifty wait.
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(51)
  expect(all.at(-1)).toMatchObject({ reason: { status: 429, error: 'rate_limited' } })
  expect(begun.slice(0, 2)).toEqual(['a0', 'colleague'])
})

test('who leaves while waiting takes no turn, and a turn that fails is over', async () => {
  const { turns, begun, take } = setUp()
  const leaving = new AbortController()
  const first = take(of('a'), 'first')
  const left = take(of('b'), 'left', leaving.signal)
  const last = take(of('c'), 'last')
  leaving.abort()
  await expect(left).rejects.toBe(leaving.signal.reason)
  await Promise.all([first, last])
  expect(begun).toEqual(['first', 'last'])
  const fails = turns.take(of('a'), never, () => Promise.reject(new Error('broken')))
  await expect(fails).rejects.toThrow('broken')
  await take(of('a'), 'next')
  expect(begun.at(-1)).toBe('next')
})
