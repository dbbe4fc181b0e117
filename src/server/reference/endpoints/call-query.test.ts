import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CALL_FILTERS,
  DURATION_FILTERS,
  ORDER_FIELDS,
  ORDER_WAYS,
  PERIODS,
  type CallFilters,
} from '#/contract/call-filters.ts'
import { CALL_STATUSES } from '#/contract/codes.ts'
import { runs } from '#/test/runs.ts'
import { filteredCalls, pageOfCalls, readFilters } from './call-query.ts'
import { Refusal } from '../failure.ts'
import { PAGE_SIZE } from './paging.ts'
import type { ReferenceDatabase } from '../schema.ts'
import {
  ACCOUNT,
  anyFilters,
  contactRows,
  filtersNamed,
  isInScope,
  MIDNIGHT,
  OBJECT,
  OBJECTS,
  matchingIds,
  type ContactInsert,
} from '../testing/calls.ts'
import { testContactRow } from '../testing/rows.ts'
import { createSender, openAccounts } from '../testing/fixture.ts'

let database: ReferenceDatabase
beforeAll(async () => {
  database = await openAccounts()
  await database.insertInto('objects').values(OBJECTS).execute()
})
afterAll(() => database.destroy())

const fill = async (contacts: readonly ContactInsert[]) => {
  await database.deleteFrom('contacts').execute()
  await database.insertInto('contacts').values(contacts).execute()
}

/**
 * Compares SQL and array, with any page size.
 * @returns whether the filters ever kept and ever dropped a contact; otherwise they prove nothing
 */
const expectAgreement = async (filters: fc.Arbitrary<CallFilters>, numRuns: { readonly numRuns: number }) => {
  const seen = { matched: false, dropped: false }
  const scopes = fc.constantFrom(ACCOUNT, OBJECT)
  const sizes = fc.integer({ min: 1, max: 31 })
  // Rarely a whole round keeps no contact: then another one.
  for (let round = 0; round < 5 && !seen.matched; round++)
    await fc.assert(
      fc.asyncProperty(contactRows, filters, scopes, sizes, async (contacts, filters, scope, limit) => {
        await fill(contacts)
        const wanted = matchingIds(contacts, scope, filters)
        const { count } = await filteredCalls(database, scope, filters, MIDNIGHT)
          .select((on) => on.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        expect(count).toBe(wanted.length)
        for (let offset = 0; offset <= wanted.length; offset += limit) {
          const page = await pageOfCalls(database, scope, filters, MIDNIGHT, { limit, offset }).execute()
          expect(page.map(({ id }) => id)).toEqual(wanted.slice(offset, offset + limit))
        }
        seen.matched ||= count > 0
        seen.dropped ||= count < contacts.filter((contact) => isInScope(contact, scope)).length
      }),
      numRuns,
    )
  return seen
}

const PAIRS = CALL_FILTERS.flatMap((one, index) =>
  CALL_FILTERS.slice(index + 1).map((other) => [one, other] as const),
)

describe('filters to SQL, against a plain array', () => {
  it.each(CALL_FILTERS)('%s alone', async (name) => {
    const isOrder = name === 'order_field' || name === 'order_way'
    expect(await expectAgreement(filtersNamed([name]), runs(80, 2_000))).toEqual({
      matched: true,
      dropped: !isOrder,
    })
  })

  it('every two of them', async () => {
    for (const pair of PAIRS) await expectAgreement(filtersNamed(pair), runs(5, 300))
  })

  it('any of them', async () => {
    expect(await expectAgreement(anyFilters, runs(250, 20_000))).toEqual({ matched: true, dropped: true })
  })

  it.each(ORDER_FIELDS.flatMap((field) => ORDER_WAYS.map((way) => [field, way] as const)))(
    'order by %s %s',
    async (order_field, order_way) => {
      await expectAgreement(fc.constant({ order_field, order_way }), runs(25, 1_000))
    },
  )

  it('any of them by HTTP, or a map that says what is wrong', async () => {
    const ask = createSender(database, { now: () => MIDNIGHT })
    const listed = async (path: string, filters: CallFilters) => {
      const response = await ask(`${path}${new URLSearchParams(filters)}`, { as: 'marketer' })
      const body = await response.json()
      return response.ok ? body.calls.map(({ id }: { id: number }) => id) : { status: response.status, body }
    }
    await fc.assert(
      fc.asyncProperty(contactRows, anyFilters, async (contacts, filters) => {
        await fill(contacts)
        const { period, date_from, date_to } = filters
        const isReversed = period === 'custom' && date_from && date_to && date_from > date_to
        const refused = { status: 400, body: { error: { date_to: 'must not be before date_from' } } }
        const wanted = isReversed ? refused : matchingIds(contacts, ACCOUNT, filters)
        expect(await listed('/v1/calls?limit=100&', filters)).toEqual(wanted)
        const ofObject = isReversed ? refused : matchingIds(contacts, OBJECT, filters).slice(0, PAGE_SIZE)
        expect(await listed('/v2/objs/oid-2/calls?', filters)).toEqual(ofObject)
      }),
      runs(80, 5_000),
    )
  })
})

it.each([
  ['ASC', [4, 6, 3, 2, 5, 1]],
  ['DESC', [3, 2, 6, 4, 5, 1]],
] as const)('order by duration %s: ties by the later call, nulls last', async (order_way, ids) => {
  const durations = [null, 30, 30, 5, null, 7]
  await fill(
    durations.map((duration, index) =>
      testContactRow(index + 1, OBJECTS[1]!, { duration, occurred_at: MIDNIGHT + index * 60_000 }),
    ),
  )
  const filters = { order_field: 'duration', order_way } as const
  const found = await pageOfCalls(database, OBJECT, filters, MIDNIGHT, { limit: 10, offset: 0 }).execute()
  expect(found.map(({ id }) => id)).toEqual(ids)
})

it('a day is whole on the clocks furthest east and west', async () => {
  const on = (id: number, wallClock: string, hours: number) =>
    testContactRow(id, OBJECTS[1]!, {
      occurred_at: Date.parse(`${wallClock}Z`) - hours * 3_600_000,
      utc_offset: hours * 60,
    })
  await fill([
    on(1, '2026-11-20T00:00:00.000', 14),
    on(2, '2026-11-20T23:59:59.999', -12),
    on(3, '2026-11-19T23:59:59.999', -12),
    on(4, '2026-11-21T00:00:00.000', 14),
  ])
  const filters = { period: 'custom', date_from: '2026-11-20', date_to: '2026-11-20' } as const
  const found = await filteredCalls(database, OBJECT, filters, MIDNIGHT).select('id').orderBy('id').execute()
  expect(found).toEqual([{ id: 1 }, { id: 2 }])
})

it('every period holds the contact of this minute, also where the day is already the next one', async () => {
  await fill([testContactRow(1, OBJECTS[1]!, { occurred_at: MIDNIGHT + 20 * 3_600_000, utc_offset: 720 })])
  for (const period of PERIODS) {
    const found = await filteredCalls(database, OBJECT, { period }, MIDNIGHT + 20 * 3_600_000)
      .select('id')
      .execute()
    expect(found).toEqual([{ id: 1 }])
  }
})

describe('readFilters', () => {
  const wrong = (query: Record<string, string>) => {
    try {
      readFilters(query)
    } catch (error) {
      if (error instanceof Refusal) return error.error
    }
    return null
  }

  it('takes every filter of the document and ignores other parameters and empty values', () => {
    const query = { period: 'custom', date_from: '2026-01-01', date_to: '2026-01-01', status_filter: '501' }
    expect(readFilters({ ...query, source_filter: '', colour: 'red', page: '2' })).toEqual(query)
  })

  it.each(CALL_STATUSES)('takes status %s by its code name in upper case', (name) => {
    expect(readFilters({ status_filter: name.toUpperCase() })).toEqual({ status_filter: name.toUpperCase() })
  })

  it.each([
    ['period', 'decade', 'must be one of day, week, month, year, all, custom'],
    ['date_from', '2026-02-30', 'must be a day, YYYY-MM-DD'],
    ['date_to', '20.11.2026', 'must be a day, YYYY-MM-DD'],
    ['source_filter', 'x'.repeat(257), 'must be 1 to 256 characters, none of them NUL'],
    ['source_text_filter', '\0', 'must be 1 to 256 characters, none of them NUL'],
    ['uri_filter', 'a\0b', 'must be 1 to 256 characters, none of them NUL'],
    ['from_filter', '7\0', 'must be 1 to 256 characters, none of them NUL'],
    ['target_filter', '0', 'must be 1'],
    ['repeated_filter', 'true', 'must be 1'],
    ['duration_filter', 'gt1h', `must be one of ${DURATION_FILTERS.join(', ')}`],
    ['status_filter', 'answer', 'must be a status code or the id of a custom status'],
    ['order_field', 'date', `must be one of ${ORDER_FIELDS.join(', ')}`],
    ['order_way', 'desc', 'must be one of ASC, DESC'],
  ])('refuses %s=%s', (name, value, message) => {
    expect(wrong({ [name]: value })).toEqual({ [name]: message })
  })

  it('names every wrong parameter at once', () => {
    expect(Object.keys(wrong({ period: 'x', order_way: 'y' }) ?? {})).toEqual(['period', 'order_way'])
  })

  it('refuses custom bounds the wrong way round, and only there', () => {
    const dates = { date_from: '2026-02-02', date_to: '2026-02-01' }
    expect(wrong({ period: 'custom', ...dates })).toEqual({ date_to: 'must not be before date_from' })
    expect(wrong({ period: 'month', ...dates })).toBeNull()
  })
})
