import { expect, test } from 'vitest'
import { dayNumber, dayText } from '#/contract/day.ts'
import { listedCall } from '#/contract/call.ts'
import type { SpendRules } from '#/contract/figures/questions.ts'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'
import { todayFacts } from './answer.ts'
import { NO_SPEND, shareDays, spendCosts } from './costs.ts'

const TODAY = dayNumber('2026-11-20')
const NOON = { day: TODAY, minute: 12 * 60, offset: 180 }
let id = 0
/** A call a day of each of these sources; the last one is no target. */
const daily = (first: number, last: number, ...sources: string[]) => {
  const data = createDataset()
  const calls = Array.from({ length: last - first + 1 }, (_, nth) =>
    sources.map((title, place) =>
      listedCall.lenient.parse({
        id: ++id,
        obj_oid: 'a',
        date: `${dayText(first + nth)}T10:00:00+03:00`,
        status: 2,
        target: place < sources.length - 1 || sources.length === 1,
        source: { title },
      }),
    ),
  )
  append(data, calls.flat())
  return data
}
const spent = (source: string, months: SpendRules['saved'][number]['months']) => ({
  client: null,
  object: null,
  source,
  campaign: null,
  months,
})
const rules = (...saved: SpendRules['saved']): SpendRules => ({ ...NO_SPEND, saved })
const november = { first: dayNumber('2026-11-01'), last: TODAY }
const question = { filters: [], days: november, today: TODAY, now: NOON }

test('spend of today is what of the day has passed, and partly paid days come with their contacts', () => {
  const data = daily(november.first, TODAY, 'Ads', 'Maps')
  const week = { amount: 700, first: 5, last: 11 }
  const spend = rules(spent('Ads', { '2026-11': 3_000 }), spent('Maps', { '2026-11': week }))
  const { parts, counted, period } = spendCosts(data, { ...question, spend }, null)
  expect(period).toEqual({ from: '2026-11-01', to: '2026-11-20' })
  expect(parts.map(({ source, part }) => [source, part])).toEqual([
    ['Ads', 100 * 19.5],
    ['Maps', 700],
  ])
  // All days of Ads are paid for, so its row of the report tells.
  expect(counted.map(({ days }) => days)).toEqual([[{ from: '2026-11-05', to: '2026-11-11' }]])
  const maps = counted[0]!.rows.find(({ path }) => path.length === 1 && path[0] === 'Maps')
  expect(maps).toMatchObject({ contacts: 7, target: 0 })
})

test('chosen days narrow the spend too', () => {
  const filters = [{ by: 'day', first: TODAY - 9, last: TODAY - 5 }] as const
  const spend = rules(spent('Ads', { '2026-11': 3_000 }))
  const { parts } = spendCosts(daily(november.first, TODAY, 'Ads'), { ...question, filters, spend }, null)
  expect(parts).toMatchObject([{ part: 500, inside: 5, of: 30 }])
})

test('a planned cost counts on what paid sources bring; without these days it says so', () => {
  const plan = { month: '2026-11', contacts: null, target: 100, spend: 5_000 }
  const spend = { ...rules(spent('Ads', { '2026-11': 3_000 })), plan }
  const data = daily(november.first, TODAY, 'Ads', 'Organic', 'Maps')
  const days = shareDays(TODAY)
  const share = daily(days.first, days.last, 'Ads', 'Organic', 'Maps')
  // Half of the target contacts are from Ads, which must bring 50 for 5,000.
  expect(spendCosts(data, { ...question, spend: { ...spend, share: 'read' } }, share)).toMatchObject({
    planned: { cost: 100, brought: { paid: 60, all: 120 } },
    notPlanned: null,
  })
  const unread = { ...question, spend: { ...spend, share: 'reading' as const } }
  expect(spendCosts(data, unread, null)).toMatchObject({ planned: null, notPlanned: 'reading' })
  const free = rules(spent('Radio', { '2026-11': 3_000 }))
  expect(spendCosts(data, { ...question, spend: { ...free, plan, share: 'read' } }, share)).toMatchObject({
    planned: null,
    notPlanned: 'no_target',
  })
  expect(spendCosts(data, { ...question, spend: { ...NO_SPEND, plan } }, null)).toMatchObject({
    planned: null,
    notPlanned: null,
  })
})

test('sources of the last seven days have what was paid for them, over the contacts of these days', () => {
  const data = daily(TODAY - 29, TODAY, 'Ads', 'Maps')
  const spend = rules(
    spent('Ads', { '2026-11': 3_000 }),
    spent('Maps', { '2026-11': { amount: 70, first: 16, last: 18 } }),
  )
  const { sources } = todayFacts(data, null, {
    ...question,
    days: { first: TODAY - 29, last: TODAY },
    comparedDays: null,
    isComplete: true,
    spend,
  })
  expect(sources.map(({ value, contacts, paid }) => [value, contacts, paid])).toEqual([
    ['Ads', 7, { contacts: 7, target: 7, amount: 650 }],
    ['Maps', 7, { contacts: 3, target: 0, amount: 70 }],
  ])
})
