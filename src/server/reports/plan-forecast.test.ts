import { expect, test } from 'vitest'
import { dayNumber, dayText } from '#/contract/day.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { countReport } from '#/server/archive/counting/report.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { reportForecast } from './plan-forecast.ts'

const TODAY = dayNumber('2026-11-20')
const ACCOUNT = 'igor'

/** One contact an hour, every day for eight weeks; today by noon. */
const openHourly = async () => {
  const { store } = await openTestStore()
  for (let day = TODAY - 56; day <= TODAY; day++) {
    const records = Array.from({ length: day === TODAY ? 12 : 24 }, (_, hour) => ({
      id: day * 24 + hour,
      obj_oid: 'site',
      date: `${dayText(day)}T${String(hour).padStart(2, '0')}:00:00+03:00`,
      status: 1,
    }))
    await store.replaceDays(ACCOUNT, [{ day, readAt: 1, records, titles: [], faulty: [] }])
  }
  return { count: (_: 'report', question: Parameters<typeof countReport>[1]) => countReport(store, question) }
}

const plan = {
  month: '2026-11',
  oid: null,
  version: 1,
  contacts: 700,
  target: null,
  spend: null,
  at: 0,
  who: null,
}
const session = { account: ACCOUNT } as never

test('the forecast of days that end today takes today for as far as it has come', async () => {
  const archive = (await openHourly()) as unknown as Archive
  const read: unknown[] = []
  const forecast = await reportForecast(
    { archive, monthPlans: { of: async () => [plan] } },
    { session, client: null, hidden: new Set() },
    {
      object: null,
      days: { from: '2026-11-01', to: '2026-11-20' },
      now: { day: TODAY, minute: 12 * 60, offset: 180 },
    },
    {},
    async (days) => read.push(days) > 0,
  )
  expect(read).toEqual([{ first: TODAY - 56, last: TODAY }])
  // Nineteen days and a half are over; ten and a half more of 24 make 720.
  const { done, low, high, mark } = forecast!.pace
  expect(done).toBe(19 * 24 + 12)
  expect((low + high) / 2).toBeCloseTo(720, -1)
  expect(mark).toBeCloseTo((700 * 19.5) / 30, 5)
})
