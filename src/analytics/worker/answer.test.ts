import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { runs } from '#/test/runs.ts'
import { append, createDataset } from '#/analytics/columns/dataset.ts'
import { answer } from './answer.ts'

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
