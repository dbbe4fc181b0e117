import { expect, test } from 'vitest'
import { openTestStore, readDay } from '#/server/archive/archive-testing.ts'
import { countReport } from './report.ts'

const FIRST = 20_000
const DAYS = { first: FIRST, last: FIRST + 5 }

test('counts each contact once when days become a month while they are read', async () => {
  const { store } = await openTestStore()
  for (let day = FIRST; day <= DAYS.last; day++)
    await store.replaceDays('somebody', [readDay(day, [{ oid: 'site', id: day, note: 'a' }])])
  const read: number[] = []
  const joining = {
    ...store,
    segment: async (account: string, day: number) => {
      if (read.push(day - FIRST) === 3) await store.joinSegments('somebody', DAYS)
      return store.segment(account, day)
    },
  }
  const { report, byObject } = await countReport(joining, {
    account: 'somebody',
    oid: null,
    hidden: new Set(),
    asked: {
      days: DAYS,
      comparedDays: null,
      comparedMonths: null,
      filters: [],
      bucket: 'day',
      now: null,
      won: [],
      countAs: [],
    },
  })
  expect(read).toEqual([5, 4, 3])
  expect(report.figures.contacts).toBe(6)
  expect([...byObject]).toEqual([['site', 6]])
})
