import { expect, test } from 'vitest'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { pageOfContacts } from '#/server/archive/fake-service-testing.ts'
import { failure } from '#/server/http/failure.ts'
import {
  cachedRows,
  readingOf,
  rowsOfService,
  serviceContact,
  TEST_ACCOUNT,
  TEST_DAY,
  TEST_DAYS,
  TEST_NOON,
  testReader,
  type TestAnswer,
} from './reading-testing.ts'

/** Ten a day, three a page: the ninth page has the third and fourth day before the last. */
const ALL = Array.from({ length: 60 }, (_, nth) => serviceContact(nth + 1, TEST_DAY - (nth % 6)))
const EMPTY_FROM = 15

type Paged = ReturnType<typeof pageOfContacts>
const pageOf = (query: URLSearchParams) => Number(query.get('page') ?? 1)
const withPagination = (answer: Paged, calls: Paged['calls'], total: number) => ({
  ...answer,
  calls,
  meta: { ...answer.meta, pagination: { ...answer.meta.pagination, total_objects: total } },
})

const failingPage: TestAnswer = (query) => {
  if (pageOf(query) === 9) throw failure('upstream_unreachable')
  return pageOfContacts(ALL, query)
}
const endingEarly: TestAnswer = (query) => {
  const answer = pageOfContacts(ALL, query)
  return pageOf(query) < EMPTY_FROM ? answer : withPagination(answer, [], ALL.length)
}
/** From the ninth page on a contact of the first one is gone, so later ones move up. */
const shrinking: TestAnswer = (query) => {
  if (pageOf(query) < 9) return pageOfContacts(ALL, query)
  const newest = pageOfContacts(ALL, new URLSearchParams({ date_from: '2026-11-20', date_to: '2026-11-20' }))
  const [first] = newest.calls as readonly { readonly id: number }[]
  return pageOfContacts(
    ALL.filter(({ id }) => id !== first!.id),
    query,
  )
}

const unreadFrom = (from: number, to = from) => {
  const text = (back: number) => `2026-11-${20 - back}`
  return [{ date_from: text(from), date_to: text(to) }]
}

test.each([
  ['a page fails', failingPage, { loaded: 57, total: 60, unread: unreadFrom(2) }],
  ['the list ends early', endingEarly, { loaded: 42, total: 60, unread: unreadFrom(5, 4) }],
  ['the total shrinks', shrinking, { loaded: 59, total: 60, unread: unreadFrom(2) }],
] as const)('leaves only the days open that it could not read when %s', async (_, answer, expected) => {
  const { store } = await openTestStore()
  const fault: { answer: TestAnswer } = { answer }
  const reading = readingOf(store, (...requested) => fault.answer(...requested), { now: () => TEST_NOON })
  const question = reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  const state = await reading.state(question)
  expect(state).toMatchObject(expected)
  expect(state.shortfall).toMatchObject({ loaded: expected.loaded, total: expected.total })
  const map = await store.map(TEST_ACCOUNT, TEST_DAYS)
  const complete = map.filter((held) => held.state === 'complete')
  expect(complete.every(({ contacts, missing }) => contacts === 10 && missing === 0)).toBe(true)
  expect(map.length - complete.length).toBeLessThanOrEqual(2)

  // Requested again soon, nothing is read, and the service's total stays.
  const again = reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  expect(await reading.state(again)).toMatchObject({ is: 'complete', ...expected })

  // A person presses Retry.
  fault.answer = (query) => pageOfContacts(ALL, query)
  const retry = reading.ask(testReader('me'), TEST_DAYS, true)
  await reading.settled()
  expect(await reading.state(retry)).toMatchObject({
    is: 'complete',
    loaded: 60,
    total: 60,
    unread: [],
    shortfall: null,
  })
  expect(await cachedRows(store)).toEqual(rowsOfService(ALL))
})

test('tries once when a retry fails again', async () => {
  const { store } = await openTestStore()
  let requested = 0
  const reading = readingOf(
    store,
    (...of) => {
      requested++
      if (pageOf(of[0]) > 1) throw failure('upstream_unreachable')
      return pageOfContacts(ALL, of[0])
    },
    { now: () => TEST_NOON },
  )
  reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  const before = requested
  const retry = reading.ask(testReader('me'), TEST_DAYS, true)
  await reading.settled()
  expect(requested).toBeGreaterThan(before)
  expect(retry.is).not.toBe('reading')
  expect((await store.map(TEST_ACCOUNT, TEST_DAYS)).filter(({ tries }) => tries > 0)).not.toEqual([])
})
