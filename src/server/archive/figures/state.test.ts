import { expect, test } from 'vitest'
import { createQuestion, stateOf } from '#/server/archive/reading/questions/question.ts'
import type { FollowedReading } from './followed.ts'
import { figuresState } from './state.ts'

test('reading that ends while its state is taken changes the version with the state', async () => {
  const days = { first: 20_000, last: 20_006 }
  const current = createQuestion(days)
  const context = { serviceTotal: null, waitUntil: null, now: 0 }
  const one = {
    days,
    comparedDays: null,
    current,
    compared: null,
    isStopped: false,
    reading: { stateOf: () => stateOf([], current, context) },
  } as unknown as FollowedReading
  const seen = {
    account: 'one',
    oid: null,
    hidden: new Set<string>(),
    presentation: null,
    workingHours: [],
    chosen: {},
  }
  let onMap = () => {}
  const take = () =>
    figuresState(
      {
        map: async () => {
          onMap()
          return []
        },
      },
      { seen, rules: '' } as never,
      one,
    )

  const during = await take()
  onMap = () => void (current.is = 'complete')
  const atTheEnd = await take()
  const after = await take()

  expect([during.is, atTheEnd.is, after.is]).toEqual(['loading', 'loaded', 'loaded'])
  expect(atTheEnd.version).toBe(after.version)
  expect(after.version).not.toBe(during.version)
})
