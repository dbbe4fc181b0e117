/** @module-tag all */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#/contract/day.ts'
import { columnsOf, openTestStore, segmentRows } from '#/server/archive/archive-testing.ts'
import { pageOfContacts } from '#/server/archive/fake-service-testing.ts'
import { failure } from '#/server/http/failure.ts'
import { runsOfDatabases } from '#/test/runs.ts'
import {
  FIRST_TEST_DAY,
  cachedRows,
  readingOf,
  rowsOfService,
  serviceContact,
  TEST_ACCOUNT,
  TEST_DAYS,
  TEST_NOON,
  testReader,
  type TestAnswer,
} from './reading-testing.ts'

type Event =
  | { readonly is: 'arrive'; readonly day: number }
  | { readonly is: 'change' | 'remove'; readonly at: number }
  | { readonly is: 'move'; readonly at: number; readonly day: number }
  | { readonly is: 'kill' | 'fail' | 'forget-page' | 'nothing' }

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ is: 'nothing' } as const) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('arrive' as const), day: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('change' as const), at: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('remove' as const), at: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('move' as const), at: fc.nat(40), day: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.constant({ is: 'kill' } as const) },
  { weight: 1, arbitrary: fc.constant({ is: 'fail' } as const) },
  { weight: 1, arbitrary: fc.constant({ is: 'forget-page' } as const) },
)

test('any history, killed at any point: a contact stands once, and after standstill and the ladder the archive is what paging gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 25 }),
      fc.array(event, { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      async (count, events, questions) => {
        const { store } = await openTestStore()
        let all = Array.from({ length: count }, (_, nth) =>
          serviceContact(nth + 1, FIRST_TEST_DAY + (nth % 6), 'first'),
        )
        let next = count + 1
        let at = TEST_NOON
        const left = [...events]
        let isKilled = false
        const happen = (one: Event) => {
          const target = 'at' in one && all.length > 0 ? all[one.at % all.length]! : undefined
          if (one.is === 'arrive') all.push(serviceContact(next++, FIRST_TEST_DAY + one.day))
          else if (one.is === 'change' && target) target.note = `changed ${next++}`
          else if (one.is === 'remove' && target) all = all.filter((other) => other !== target)
          else if (one.is === 'move' && target) target.day = FIRST_TEST_DAY + one.day
        }
        const answer: TestAnswer = (query) => {
          at += 200
          const one = left.shift() ?? { is: 'nothing' }
          happen(one)
          if (one.is === 'kill') isKilled = true
          if (isKilled) throw new Error('the process is gone')
          if (one.is === 'fail') throw failure('upstream_timeout')
          if (one.is === 'forget-page') query.delete('page')
          return pageOfContacts(all, query)
        }
        const now = () => at
        for (let nth = 0; nth < questions; nth++) {
          isKilled = false
          // A crash: only the store survives.
          const reading = readingOf(store, answer, { now })
          reading.ask(testReader('me'), TEST_DAYS)
          await reading.settled()
          const rows = (await cachedRows(store)).map((row) => row.split(' ').slice(1, 3).join(' '))
          expect(new Set(rows).size).toBe(rows.length)
          at += [30_000, 70_000, 5 * HOUR_MS, DAY_MS][nth % 4]!
        }
        left.length = 0
        isKilled = false
        // The service does not change; requests continue until every age was reached.
        const reading = readingOf(store, answer, { now })
        for (const days of [0, 0, 1, 2, 3, 4, 7, 8, 14]) {
          at = Math.max(at, TEST_NOON + days * DAY_MS) + 7 * HOUR_MS
          reading.ask(testReader('me'), TEST_DAYS)
          await reading.settled()
        }
        expect(await cachedRows(store)).toEqual(rowsOfService(all))
        const map = await store.map(TEST_ACCOUNT, TEST_DAYS)
        expect(map.map(({ state }) => state)).toEqual(Array(6).fill('complete'))
      },
    ),
    runsOfDatabases(60, 3_000),
  )
})

/** The last page is empty, since its contact moved to the one before. */
const SLIPPED_PAST = [
  12,
  [{ is: 'remove', at: 0 }, { is: 'remove', at: 0 }, { is: 'nothing' }, { is: 'remove', at: 0 }],
] as const

test('a complete day equals that day as it was at its own moment', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 25 }),
      fc.array(
        event.filter(({ is }) => is !== 'kill' && is !== 'fail' && is !== 'forget-page'),
        { maxLength: 40 },
      ),
      async (count, events) => {
        const { store } = await openTestStore()
        let all = Array.from({ length: count }, (_, nth) =>
          serviceContact(nth + 1, FIRST_TEST_DAY + (nth % 6), 'first'),
        )
        let next = count + 1
        let at = TEST_NOON
        const left = [...events]
        /** The service's contacts at each request. */
        const history: { readonly at: number; readonly keys: ReadonlyMap<number, readonly string[]> }[] = []
        const answer: TestAnswer = (query) => {
          at += 200
          const one = left.shift() ?? { is: 'nothing' }
          const target = 'at' in one && all.length > 0 ? all[one.at % all.length]! : undefined
          if (one.is === 'arrive') all.push(serviceContact(next++, FIRST_TEST_DAY + one.day))
          // One change at a time: a swap of two would be undetectable.
          if (one.is === 'remove' && target) all = all.filter((other) => other !== target)
          if (one.is === 'change' && target) target.note = `changed ${next++}`
          history.push({
            at,
            keys: new Map(
              [...Map.groupBy(all, ({ day }) => day)].map(([day, some]) => [
                day,
                some.map(({ id }) => String(id)).toSorted(),
              ]),
            ),
          })
          return pageOfContacts(all, query)
        }
        const hasBoth = events.some(({ is }) => is === 'arrive') && events.some(({ is }) => is === 'remove')
        if (hasBoth) return
        const reading = readingOf(store, answer, { now: () => at })
        reading.ask(testReader('me'), TEST_DAYS)
        await reading.settled()
        const columns = segmentRows(await columnsOf(store, TEST_ACCOUNT, TEST_DAYS)).map((row) =>
          row.split(' '),
        )
        for (const { day, state, readAt, triedAt } of await store.map(TEST_ACCOUNT, TEST_DAYS)) {
          if (state !== 'complete') continue
          const ids = columns
            .filter(([of]) => Number(of) === day)
            .map(([, , id]) => id!)
            .toSorted()
          const moments = history.filter((one) => one.at >= readAt && one.at <= triedAt)
          expect(moments.map(({ keys }) => keys.get(day) ?? [])).toContainEqual(ids)
        }
      },
    ),
    { ...runsOfDatabases(150, 5_000), examples: [[SLIPPED_PAST[0], [...SLIPPED_PAST[1]]]] },
  )
})
