import fc from 'fast-check'
import { dayNumber, dayText } from '#/contract/day.ts'
import { expect, it } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { runs } from '#/test/runs.ts'
import { bucketsOf } from '#/analytics/period.ts'
import { append, createDataset } from './dataset.ts'
import { dealsBegun, countDeals } from './deals.ts'
import { ownMark, select } from './select.ts'
import type { Filter } from '#/contract/figures/questions.ts'

const FIRST = dayNumber('2026-11-01')
const LAST = dayNumber('2026-11-20')

const contact = fc.record({
  day: fc.option(fc.integer({ min: FIRST, max: LAST }), { freq: 8 }),
  deal: fc.option(fc.nat(5)),
  source: fc.constantFrom('Maps', 'Organic'),
})
const filters = fc.subarray<Filter>([
  { by: 'source', values: ['Maps'] },
  { by: 'day', first: FIRST + 4, last: FIRST + 9 },
])

it('a deal is of the day of its first contact that is shown, and counts once', () => {
  fc.assert(
    fc.property(
      fc.array(contact, { maxLength: 40 }),
      filters,
      fc.constantFrom('day', 'week', 'month'),
      (contacts, narrowed, bucket) => {
        const data = createDataset(4)
        append(
          data,
          contacts.map(({ day, deal, source }, id) =>
            listedCall.lenient.parse({
              id,
              date: day === null ? 'yesterday' : `${dayText(day)}T10:00:00+03:00`,
              source: { title: source },
              customer_status: deal === null ? null : { id: deal, source: 'CRM' },
            }),
          ),
        )
        const starts = bucketsOf(FIRST, LAST, bucket)
        const begun = dealsBegun(data, select(data, narrowed), starts, LAST, ownMark(narrowed, 'day'))

        const isNarrowed = narrowed.some(({ by }) => by === 'source')
        const expected = starts.map(() => 0)
        for (const id of new Set(contacts.map(({ deal }) => deal).filter((deal) => deal !== null))) {
          const days = contacts
            .filter(({ deal, source }) => deal === id && (!isNarrowed || source === 'Maps'))
            .flatMap(({ day }) => day ?? [])
          if (days.length > 0) expected[starts.findLastIndex((start) => start <= Math.min(...days))]!++
        }
        expect(begun).toEqual(expected)
        if (contacts.every(({ day }) => day !== null) && !narrowed.some(({ by }) => by === 'day'))
          expect(begun.reduce((sum, count) => sum + count, 0)).toBe(
            countDeals(data, select(data, narrowed), new Set()).deals,
          )
      },
    ),
    runs(200, 3_000),
  )
})
