import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FILTERED_STATUSES } from '#/contract/call-filters.ts'
import { CALL_STATUS } from '#/contract/codes.ts'
import { DAY_MS, dayNumber, dayText } from '#/contract/day.ts'
import { columnsOf, openTestStore, segmentRows } from '#/server/archive/archive-testing.ts'
import { pageOfContacts, type ServiceContact } from '#/server/archive/fake-service-testing.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { failure } from '#/server/http/failure.ts'
import { runsOfDatabases } from '#/test/runs.ts'
import {
  readingOf,
  rowsOfService,
  serviceContact,
  TEST_ACCOUNT,
  TEST_DAY,
  TEST_NOON,
  testReader,
  type TestAnswer,
} from './reading-testing.ts'

/** All older than the last age of rereading. */
const MONTHS = ['2026-05-01', '2026-06-01', '2026-07-01'] as const
const FROZEN = { first: dayNumber(MONTHS[0]), last: dayNumber('2026-07-31') }
const LENGTH = FROZEN.last - FROZEN.first + 1

/** A service with stored contacts, and a daily visitor. */
const withFrozen = async (all: ServiceContact[], answer?: TestAnswer) => {
  const { store } = await openTestStore()
  const requested: URLSearchParams[] = []
  let at = TEST_NOON
  let dailyRequests = 500
  const make = () =>
    readingOf(
      store,
      (query, session) => {
        requested.push(query)
        at += 100
        return answer ? answer(query, session) : pageOfContacts(all, query)
      },
      { now: () => at, dailyRequests },
    )
  let reading = make()
  reading.ask(testReader('me'), FROZEN)
  await reading.settled()
  let days = 0
  return {
    store,
    requests: requested,
    limit: (requests: number) => {
      dailyRequests = requests
      reading = make()
    },
    /** @returns the day's requests, without the visitor's */
    nextDay: async (): Promise<URLSearchParams[]> => {
      days++
      at = TEST_NOON + days * DAY_MS
      requested.length = 0
      reading.ask(testReader('me'), { first: TEST_DAY + days, last: TEST_DAY + days })
      await reading.settled()
      return requested.filter((query) => query.get('date_to')! <= dayText(FROZEN.last))
    },
    /** Restarts the server. */
    restart: () => (reading = make()),
    setBack: (byDays: number) => (days -= byDays),
  }
}

const rows = async (store: ArchiveStore) => segmentRows(await columnsOf(store, TEST_ACCOUNT, FROZEN))

const some = (count: number): ServiceContact[] =>
  Array.from({ length: count }, (_, nth) => ({
    ...serviceContact(nth + 1, FROZEN.first + ((nth * 7) % LENGTH)),
    status: CALL_STATUS[FILTERED_STATUSES[nth % 2]!],
    target: nth % 3 === 0,
  }))

test('a month a day is counted in turn: five requests where nothing has changed, and no other', async () => {
  const { nextDay, restart } = await withFrozen(some(40))
  // The first visit has counted one already.
  const months: string[] = []
  for (let day = 0; day < 6; day++) {
    const requested = await nextDay()
    expect(requested).toHaveLength(5)
    for (const query of requested) months.push(query.get('date_from')!)
    restart()
  }
  const turns = months.filter((_, nth) => nth % 5 === 0)
  expect(new Set(turns.slice(0, 3))).toEqual(new Set(MONTHS))
  expect(turns.slice(3)).toEqual(turns.slice(0, 3))
})

const change = fc.oneof(
  fc.record({
    is: fc.constant('arrive' as const),
    day: fc.nat(LENGTH - 1),
    status: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ is: fc.constantFrom('remove' as const, 'target' as const), at: fc.nat(60) }),
  fc.record({ is: fc.constant('status' as const), at: fc.nat(60), status: fc.integer({ min: 1, max: 4 }) }),
)

test('whatever changes in months that the ladder has left: what a count tells is found within as many days as there are months', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
      fc.nat(2),
      async (count, rounds, daysBefore) => {
        const all = some(count)
        const { store, nextDay } = await withFrozen(all)
        for (let day = 0; day < daysBefore; day++) await nextDay()
        let next = 1_000
        for (const changes of rounds) {
          for (const one of changes) {
            const target = 'at' in one ? all[one.at % all.length] : undefined
            if (one.is === 'arrive')
              all.push({
                ...serviceContact(next++, FROZEN.first + one.day),
                status: one.status,
                target: true,
              })
            else if (one.is === 'remove' && target) all.splice(all.indexOf(target), 1)
            else if (one.is === 'target' && target) target.target = !target.target
            else if (one.is === 'status' && target) target.status = one.status
          }
          for (const _ of MONTHS) await nextDay()
          // By month and count: the service's and ours.
          const data = await columnsOf(store, TEST_ACCOUNT, FROZEN)
          const held = Array.from({ length: data.rows }, (_, row) => ({
            month: dayText(data.day[row]!).slice(0, 7),
            target: data.by.target.values[data.by.target.codes[row]!] === 'target',
          }))
          for (const month of MONTHS) {
            const name = month.slice(0, 7)
            const ofService = all.filter(({ day }) => dayText(day).startsWith(name))
            const ofArchive = held.filter((one) => one.month === name)
            expect(ofArchive.length).toBe(ofService.length)
            expect(ofArchive.filter(({ target }) => target).length).toBe(
              ofService.filter(({ target }) => target).length,
            )
          }
        }
        // A single change is never hidden by another.
        if (rounds.length === 1 && rounds[0]!.length === 1)
          expect(await rows(store)).toEqual(rowsOfService(all, FROZEN))
      },
    ),
    {
      ...runsOfDatabases(15, 1_000),
      examples: [
        // One day's loss hides another's gain, and rereading both keeps the sum.
        [
          5,
          [
            [
              { is: 'target', at: 1 },
              { is: 'remove', at: 0 },
              { is: 'target', at: 1 },
            ],
          ],
          0,
        ],
      ],
    },
  )
})

test('a difference costs few requests, and only its day is read', async () => {
  const all = some(60)
  const { store, nextDay } = await withFrozen(all)
  const late = { ...serviceContact(999, FROZEN.first + 40), status: 2, target: true }
  all.push(late)
  const requested: URLSearchParams[] = []
  for (const _ of MONTHS) requested.push(...(await nextDay()))
  expect(await rows(store)).toEqual(rowsOfService(all, FROZEN))
  // Five counts a month, five halves of a month of 30 days, two counts of the known day, and the day itself.
  expect(requested.length).toBeLessThanOrEqual(15 + 5 + 2 + 1)
})

test('a swap of equal size is not seen', async () => {
  const all = some(30)
  const { store, nextDay } = await withFrozen(all)
  all[3]!.note = 'changed'
  for (const _ of MONTHS) await nextDay()
  expect(await rows(store)).not.toEqual(rowsOfService(all, FROZEN))
})

test('a service that counts otherwise than it lists has its days read once, not every time', async () => {
  const all = some(30)
  const { nextDay } = await withFrozen(all, (query) => {
    const page = pageOfContacts(all, query)
    if (!query.has('target_filter')) return page
    const { pagination } = page.meta
    return {
      ...page,
      meta: { ...page.meta, pagination: { ...pagination, total_objects: pagination.total_objects + 1 } },
    }
  })
  for (const _ of MONTHS) await nextDay()
  for (const _ of MONTHS) expect(await nextDay()).toHaveLength(5)
})

test('a filter that the service refuses is left out, and what the account may not see is not asked for', async () => {
  const all = some(30)
  const { nextDay, store } = await withFrozen(all, (query) => {
    if (query.has('status_filter')) throw failure('invalid_request')
    return pageOfContacts(all, query)
  })
  all.push(serviceContact(999, FROZEN.first + 3))
  for (const _ of MONTHS) expect((await nextDay()).some((query) => query.has('target_filter'))).toBe(true)
  expect(await rows(store)).toEqual(rowsOfService(all, FROZEN))
  expect((await store.probes(TEST_ACCOUNT)).map(({ month }) => dayText(month))).toEqual(MONTHS)
})

test('within the day’s requests: a probe that they do not suffice for goes on the next day', async () => {
  const all = some(60)
  const { nextDay, limit, store } = await withFrozen(all)
  all.push({ ...serviceContact(999, FROZEN.first + 40), status: 2, target: true })
  limit(6)
  let days = 0
  const found = async () => (await rows(store)).length === all.length
  while (!(await found()) && days++ < 20) expect((await nextDay()).length).toBeLessThanOrEqual(7)
  expect(await found()).toBe(true)
})

test('a clock that was a year ahead does not keep months from being counted', async () => {
  const { nextDay, setBack, restart } = await withFrozen(some(30))
  await nextDay()
  setBack(-365)
  await nextDay()
  setBack(365)
  restart()
  for (const _ of MONTHS) expect((await nextDay()).length).toBeGreaterThanOrEqual(5)
})
