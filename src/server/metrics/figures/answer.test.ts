import fc from 'fast-check'
import { expect, it, describe } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { runs } from '#/test/runs.ts'
import { append, createDataset, dropFrom, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { NO_SPEND } from './costs.ts'
import { answer, todayFacts } from './answer.ts'
import type { TodayQuestion } from '#/contract/figures/questions.ts'
import { dayNumber } from '#/contract/day.ts'
import { dealStatuses } from '#/server/metrics/columns/deals.ts'

const contact = fc.record({
  date: fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.nat(3))
      .map(([day, minute]) => `2026-11-0${day}T10:0${minute}:00+03:00`),
    fc.constant('yesterday'),
  ),
  region: fc.constantFrom('Казань', 'Москва'),
})

it('rows behind a figure are the newest, undated ones last, of all that there are', () => {
  fc.assert(
    fc.property(
      fc.array(contact, { maxLength: 40 }),
      fc.nat(45),
      fc.boolean(),
      (drawn, limit, isNarrowed) => {
        const contacts = drawn.map((one, id) => ({ ...one, id }))
        const data = createDataset(4)
        append(
          data,
          contacts.map((one) => listedCall.lenient.parse(one)),
        )
        const filters = isNarrowed ? [{ by: 'region', values: ['Казань'] } as const] : []
        const shown = contacts.filter(({ region }) => !isNarrowed || region === 'Казань')
        const at = ({ date }: { date: string }) => (date === 'yesterday' ? '' : date)
        const expected = shown
          .toSorted((a, b) => (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : 0))
          .slice(0, limit)
        const { rows, total } = answer.rows(data, null, { filters, limit })
        expect(total).toBe(shown.length)
        expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      },
    ),
    runs(200, 5_000),
  )
})

const TODAY = dayNumber('2026-11-20')
let id = 0
const callOf = (source: string, day: string, more: object = {}) =>
  listedCall.lenient.parse({
    id: ++id,
    obj_oid: 'a',
    date: `${day}T10:00:00+03:00`,
    status: 2,
    target: true,
    source: { title: source },
    phone_number_from: `7903000${id}`,
    caller: `7903000${id}`,
    ...more,
  })
const dataOf = (...calls: ReturnType<typeof callOf>[]): Dataset => {
  const data = createDataset(4)
  append(data, calls)
  return data
}
const question: TodayQuestion = {
  filters: [],
  days: { first: TODAY - 29, last: TODAY },
  comparedDays: null,
  today: TODAY,
  now: { day: TODAY, minute: 840, offset: 180 },
  isComplete: true,
  spend: NO_SPEND,
}
const MISSED = { status: 3 }

describe('facts of today', () => {
  const data = dataOf(
    callOf('Maps', '2026-11-20'),
    callOf('Maps', '2026-11-19', MISSED),
    callOf('Organic', '2026-11-18', MISSED),
    callOf('Organic', '2026-11-01', MISSED),
  )

  it('are those of the last seven days, whatever the page shows', () => {
    const { figures, sources } = todayFacts(data, null, {
      ...question,
      filters: [{ by: 'source', values: ['Maps'] }],
    })
    expect(figures).toMatchObject({ contacts: 3, calls: 3, missed: 2 })
    expect(sources.map(({ value, contacts }) => [value, contacts])).toEqual([
      ['Maps', 2],
      ['Organic', 1],
    ])
  })

  it('say nothing of silence while a part is missing', () => {
    expect(todayFacts(data, null, question).objects[0]?.silence).not.toBeNull()
    const partial = todayFacts(data, null, { ...question, isComplete: false }).objects
    expect(partial).toMatchObject([{ oid: 'a', silence: null }])
  })
})

it('names of deals’ statuses are counted by deals, each once, and only of those loaded', () => {
  const deal = (dealId: number, status: string | null) => ({
    customer_status: { id: dealId, source: 'crm', status },
  })
  const data = dataOf(
    callOf('Maps', '2026-11-01', deal(1, 'Paid')),
    callOf('Maps', '2026-11-02', deal(1, 'Paid')),
    callOf('Maps', '2026-11-03', deal(2, 'Lost')),
    callOf('Maps', '2026-11-04', deal(3, 'Lost')),
    callOf('Maps', '2026-11-05', deal(4, null)),
    callOf('Maps', '2026-11-06'),
  )
  expect(dealStatuses(data)).toEqual([
    { name: 'Lost', deals: 2 },
    { name: 'Paid', deals: 1 },
  ])
  dropFrom(data, dayNumber('2026-11-04'))
  expect(dealStatuses(data)).toEqual([
    { name: 'Lost', deals: 1 },
    { name: 'Paid', deals: 1 },
  ])
})
