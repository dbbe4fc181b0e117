import { expect, test } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import { isReadable } from '#/contract/field.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { pageOfContacts, recordOfContact } from '#/server/archive/fake-service-testing.ts'
import { failure } from '#/server/http/failure.ts'
import { createPageRequests } from './fetching.ts'
import { createConcurrencyLimits } from './concurrency-limits.ts'
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
} from './reading-testing.ts'

test('days are read newest first, and each is there as soon as the pages reach past it', async () => {
  const { store } = await openTestStore()
  const all = Array.from({ length: 60 }, (_, nth) => serviceContact(nth + 1, TEST_DAY - (nth % 6)))
  const gate = Promise.withResolvers<void>()
  const pages: number[] = []
  const reading = readingOf(
    store,
    async (query) => {
      const page = Number(query.get('page') ?? 1)
      pages.push(page)
      if (page > 12) await gate.promise
      return pageOfContacts(all, query)
    },
    { now: () => TEST_NOON },
  )
  const question = reading.ask(testReader('me'), TEST_DAYS)
  // Ten a day, three a page: twelve pages cover four days, three of which are over on every clock.
  await expect
    .poll(async () => (await store.map(TEST_ACCOUNT, TEST_DAYS)).map(({ day }) => TEST_DAY - day))
    .toEqual([2, 1, 0])
  const early = await reading.state(question)
  expect(early).toMatchObject({ is: 'reading', loaded: 30, total: 60 })
  expect((await store.map(TEST_ACCOUNT, TEST_DAYS)).every(({ state }) => state === 'reading')).toBe(true)
  gate.resolve()
  await reading.settled()
  expect(await reading.state(question)).toMatchObject({ is: 'complete', loaded: 60, total: 60, unread: [] })
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
  expect(pages.slice(0, 12).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, nth) => nth + 1),
  )
})

test('four at once while a page waits, two when none does', async () => {
  const { store } = await openTestStore()
  const all = Array.from({ length: 90 }, (_, nth) => serviceContact(nth + 1, TEST_DAY))
  let running = 0
  let most = 0
  const reading = readingOf(
    store,
    async (query) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return pageOfContacts(all, query)
    },
    { now: () => TEST_NOON },
  )
  const question = reading.ask(testReader('me'), { first: TEST_DAY, last: TEST_DAY })
  await reading.settled()
  expect(most).toBe(4)
  await store.forget(TEST_ACCOUNT, null, true)
  most = 0
  reading.leave(reading.ask(testReader('me'), { first: TEST_DAY, last: TEST_DAY }))
  await reading.settled()
  expect(most).toBe(2)
  expect(question.is).toBe('complete')
})

test('the next month is begun while the last page of the one before is on its way, and all of it is read', async () => {
  const { store } = await openTestStore()
  const older = TEST_DAY - 30
  const all = Array.from({ length: 120 }, (_, nth) =>
    serviceContact(nth + 1, nth % 2 === 0 ? TEST_DAY : older),
  )
  const requested: string[] = []
  const begun = Promise.withResolvers<void>()
  const reading = readingOf(
    store,
    async (query) => {
      const page = `${query.get('date_to')?.slice(0, 7)} ${query.get('page') ?? 1}`
      requested.push(page)
      if (page === '2026-10 2') begun.resolve()
      // Each month has twenty pages. The last one gets no answer before the next month begins.
      if (page === '2026-11 20') await begun.promise
      return pageOfContacts(all, query)
    },
    { now: () => TEST_NOON },
  )
  const days = { first: older, last: TEST_DAY }
  const question = reading.ask(testReader('me'), days)
  await reading.settled()
  // Except for the total of both months, nothing is requested twice.
  expect(new Set(requested).size).toBe(requested.length - 1)
  expect(await reading.state(question)).toMatchObject({ is: 'complete', loaded: 120, total: 120 })
})

test('whoever asks for the same days joins; the second session goes on when the first has ended', async () => {
  const { store } = await openTestStore()
  const all = Array.from({ length: 60 }, (_, nth) => serviceContact(nth + 1, TEST_DAY - (nth % 6)))
  const open = new Set(['first', 'second'])
  const used: string[] = []
  const reading = readingOf(
    store,
    (query, session) => {
      used.push(session)
      if (used.length === 5) open.delete('second')
      return pageOfContacts(all, query)
    },
    { now: () => TEST_NOON, open: (name) => open.has(name) },
  )
  const questions = ['first', 'second'].map((name) => reading.ask(testReader(name), TEST_DAYS))
  await reading.settled()
  expect(questions.map(({ is }) => is)).toEqual(['complete', 'complete'])
  expect(new Set(used)).toEqual(new Set(['first', 'second']))
  expect(used.length).toBeLessThanOrEqual(21)
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
})

test.each([
  [401, 'session_ended', () => failure('session_ended')],
  [403, 'client_forbidden', () => failure('client_forbidden')],
] as const)(
  '%i stops the reading, says why, and what was read is read again next time',
  async (status, code, why) => {
    const { store } = await openTestStore()
    const all = Array.from({ length: 60 }, (_, nth) => serviceContact(nth + 1, TEST_DAY - (nth % 6)))
    let requested = 0
    const reading = readingOf(
      store,
      (query) => {
        if (++requested > 12) throw why()
        return pageOfContacts(all, query)
      },
      { now: () => TEST_NOON },
    )
    const question = reading.ask(testReader('me'), TEST_DAYS)
    await reading.settled()
    expect(question).toMatchObject({ is: 'failed', error: { status, code } })
    expect(requested).toBeLessThanOrEqual(16)
    expect((await store.map(TEST_ACCOUNT, TEST_DAYS)).some(({ state }) => state === 'complete')).toBe(false)
  },
)

test('an account that is closed to its only session by another request is no ended session', async () => {
  const { store } = await openTestStore()
  const all = Array.from({ length: 60 }, (_, nth) => serviceContact(nth + 1, TEST_DAY - (nth % 6)))
  const reading = readingOf(
    store,
    (query) => {
      reading.drop('me', failure('client_forbidden'))
      return pageOfContacts(all, query)
    },
    { now: () => TEST_NOON },
  )
  const question = reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  expect(question).toMatchObject({ is: 'failed', error: { status: 403, code: 'client_forbidden' } })
})

test('429 is waited for as told, and said meanwhile', async () => {
  const all = [serviceContact(1, TEST_DAY)]
  let requested = 0
  let at = TEST_NOON
  const waits: number[] = []
  const ask = createPageRequests({
    calls: {
      call: async (_, { query }) => {
        if (++requested === 1) throw failure('rate_limited', { headers: { 'Retry-After': '7' } })
        return pageOfContacts(all, new URLSearchParams(query))
      },
      concealer: () => (text) => text,
    },
    concurrencyLimits: createConcurrencyLimits(),
    isOpen: async () => true,
    now: () => at,
    wait: async (ms) => {
      waits.push(ms)
      at += ms
    },
  })
  const waitTimes: (number | null)[] = []
  await ask(TEST_DAYS, 1, {
    reader: () => testReader('me'),
    leave: () => undefined,
    isRequested: () => true,
    onWait: (until) => void waitTimes.push(until),
    onRequest: () => undefined,
    signal: new AbortController().signal,
  })
  expect([waits, waitTimes]).toEqual([[7_000], [TEST_NOON + 7_000, null]])
})

test('a record is readable where the contract reads it, whatever stands in its fields', async () => {
  const odd = [{}, [], '', 'x', true, 1.5, -1, 1e99, null, [null, { a: [1] }]]
  const records = Object.keys(listedCall.shape).flatMap((name) =>
    odd.map((value) => ({ id: 1, obj_oid: 'site', [name]: value })),
  )
  const ask = createPageRequests({
    calls: {
      call: async () => ({ calls: [...records, null, 'x', []], meta: {} }),
      concealer: () => (text) => text,
    },
    concurrencyLimits: createConcurrencyLimits(),
    isOpen: async () => true,
    now: () => TEST_NOON,
  })
  const { page, raw } = await ask(TEST_DAYS, 1, {
    reader: () => testReader('me'),
    leave: () => undefined,
    isRequested: () => true,
    onWait: () => undefined,
    onRequest: () => undefined,
    signal: new AbortController().signal,
  })
  const isRead = raw.map((one) => listedCall.lenient.safeParse(one).success)
  expect(page.records.map(isReadable)).toEqual(isRead)
  expect(new Set(isRead)).toEqual(new Set([true, false]))
})

test('an account that is read for nothing more forgets whose key it used', async () => {
  const { store } = await openTestStore()
  const used: string[] = []
  const reading = readingOf(
    store,
    (query, session) => {
      used.push(session)
      return pageOfContacts([serviceContact(1, TEST_DAY)], query)
    },
    { now: () => TEST_NOON },
  )
  reading.ask(testReader('first'), { first: TEST_DAY, last: TEST_DAY })
  await reading.settled()
  reading.ask(testReader('second'), { first: TEST_DAY - 1, last: TEST_DAY })
  await reading.settled()
  expect(used).toEqual(['first', 'second'])
})

test('the ladder: late changes are found at age 1, 2, 3, 7, 14, 35 and 90 days, and in between nothing is asked', async () => {
  const { store } = await openTestStore()
  const all = [serviceContact(1, TEST_DAY, 'age 0')]
  let at = TEST_NOON
  const requested: string[] = []
  const reading = readingOf(
    store,
    (query) => {
      if (query.get('date_from') === '2026-11-20') requested.push(`${Math.floor(at / DAY_MS) - TEST_DAY}`)
      return pageOfContacts(all, query)
    },
    { now: () => at },
  )
  // Until the month is counted instead of read.
  for (let age = 0; age <= 100; age++) {
    at = TEST_NOON + age * DAY_MS + 1_000
    all[0]!.note = `age ${age}`
    const day = TEST_DAY + age
    reading.ask(testReader('me'), { first: day, last: day })
    await reading.settled()
  }
  expect(requested.map(Number)).toEqual([0, 1, 2, 3, 7, 14, 35, 90])
  expect((await store.records(TEST_ACCOUNT, TEST_DAY)).records).toEqual([
    recordOfContact({ ...all[0]!, note: 'age 90' }),
  ])
})

test('what is in memory is read once, and nothing is looked for that no user asked for', async () => {
  const { store } = await openTestStore('memory')
  let at = TEST_NOON
  const requested: string[] = []
  const reading = readingOf(
    store,
    (query) => {
      requested.push(`${query.get('date_from')} ${query.get('date_to')}`)
      return pageOfContacts([serviceContact(1, TEST_DAY)], query)
    },
    { now: () => at },
  )
  for (let age = 0; age <= 100; age++) {
    at = TEST_NOON + age * DAY_MS + 1_000
    reading.ask(testReader('me'), { first: TEST_DAY + age, last: TEST_DAY + age })
    await reading.settled()
  }
  // Each day while it lasted, the first one no more than others.
  expect(requested).toHaveLength(101)
  expect(new Set(requested).size).toBe(101)
})

test('what no user asked for has its budget of requests a day', async () => {
  const { store } = await openTestStore()
  const all = Array.from({ length: 900 }, (_, nth) => serviceContact(nth + 1, TEST_DAY - 1 - (nth % 3)))
  let at = TEST_NOON
  let requested = 0
  const reading = readingOf(
    store,
    (query) => {
      requested++
      return pageOfContacts(all, query)
    },
    { now: () => at, dailyRequests: 10 },
  )
  reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  expect(requested).toBeGreaterThanOrEqual(300)
  for (let days = 1; days <= 3; days++) {
    at += DAY_MS
    requested = 0
    const day = TEST_DAY + days
    reading.ask(testReader('me'), { first: day, last: day })
    await reading.settled()
    // One of the three due days in full, and one or two requests for empty days.
    expect(requested).toBeGreaterThan(100)
    expect(requested).toBeLessThan(110)
  }
})

test('a full disk: the question fails with the reason, what is held stays, and it goes on when there is room', async () => {
  const { store, database } = await openTestStore()
  const all = [serviceContact(1, TEST_DAY), serviceContact(2, TEST_DAY - 1)]
  const troubles: (string | null)[] = []
  let at = TEST_NOON
  const reading = readingOf(store, (query) => pageOfContacts(all, query), {
    now: () => at,
    onTrouble: (trouble) => void troubles.push(trouble),
  })
  reading.ask(testReader('me'), { first: TEST_DAY, last: TEST_DAY })
  await reading.settled()
  const begin = database.transaction.bind(database)
  database.transaction = () => {
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  }
  const refused = reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  expect(refused).toMatchObject({ is: 'failed', error: { status: 503, code: 'storage_full' } })
  expect(await reading.state(refused)).toMatchObject({ loaded: 1 })
  database.transaction = begin
  at += 2 * MINUTE_MS
  reading.ask(testReader('me'), TEST_DAYS)
  await reading.settled()
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
  expect(troubles.at(-1)).toBeNull()
  expect(troubles).toContain('full')
})

test('an incomplete day says why, and is tried again less and less often', async () => {
  const { store } = await openTestStore()
  const all = [serviceContact(1, TEST_DAY - 1), serviceContact(2, TEST_DAY - 1)]
  let at = TEST_NOON
  let requestCount = 0
  const reading = readingOf(
    store,
    (query) => {
      requestCount++
      const page = pageOfContacts(all, query)
      return { ...page, meta: { ...page.meta, pagination: { ...page.meta.pagination, total_objects: 9 } } }
    },
    { now: () => at },
  )
  const days = { first: TEST_DAY - 1, last: TEST_DAY - 1 }
  const ask = async () => {
    requestCount = 0
    const question = reading.ask(testReader('me'), days)
    await reading.settled()
    return { requestCount, ...(await reading.state(question)) }
  }
  expect(await ask()).toMatchObject({
    requestCount: 1,
    is: 'complete',
    loaded: 2,
    shortfall: { gaps: ['short'] },
  })
  expect((await ask()).requestCount).toBe(0)
  at += MINUTE_MS
  expect((await ask()).requestCount).toBe(1)
  at += MINUTE_MS
  expect((await ask()).requestCount).toBe(0)
  at += MINUTE_MS
  expect((await ask()).requestCount).toBe(1)
})
