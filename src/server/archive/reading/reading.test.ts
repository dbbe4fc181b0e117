import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, dayNumber, HOUR_MS, MINUTE_MS } from '#/contract/day.ts'
import { columnsOf, openTestStore, segmentRows } from '#/server/archive/archive-testing.ts'
import {
  pageOfContacts,
  recordOfContact,
  type ServiceContact,
} from '#/server/archive/fake-service-testing.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { failure } from '#/server/http/failure.ts'
import type { StoredSession } from '#/server/session/store.ts'
import { runs } from '#/test/runs.ts'
import { createAccountReading } from './account-reading.ts'
import { createAsking, type Asker } from './asking.ts'
import { createPlaces } from './places.ts'

const ACCOUNT = 'account'
const TODAY = dayNumber('2026-11-20')
const FIRST = TODAY - 5
const DAYS = { first: FIRST, last: TODAY }
const NOON = TODAY * DAY_MS + 12 * HOUR_MS

const asker = (name: string): Asker => ({
  session: { idHash: name, key: `key of ${name}`, principal: ACCOUNT, user: {} as StoredSession['user'] },
  client: null,
  faults: new Set(),
})

/** What the service answers to a page; it may throw what the way to it would. */
type Answer = (query: URLSearchParams, session: string) => unknown

const readingOf = (
  store: ArchiveStore,
  answer: Answer,
  {
    now,
    open = () => true,
    dailyRequests = 500,
    onTrouble = () => undefined,
  }: {
    now: () => number
    open?: (name: string) => boolean
    dailyRequests?: number
    onTrouble?: (trouble: string | null) => void
  },
) =>
  createAccountReading(ACCOUNT, {
    store,
    ask: createAsking({
      calls: {
        call: async (session, { query }) => answer(new URLSearchParams(query), session.idHash),
        concealer: () => (text) => text,
      },
      places: createPlaces(),
      isOpen: async (name) => open(name),
      now,
      wait: async () => undefined,
    }),
    log: () => undefined,
    now,
    dailyRequests,
    daysKept: 800,
    onTrouble,
  })

const contact = (id: number, day: number, note = 'x'): ServiceContact => ({
  oid: 'site',
  id,
  day,
  minute: (id * 37) % 1440,
  note,
})
const rowsOfService = (all: readonly ServiceContact[], days = DAYS) =>
  all
    .filter(({ day }) => day >= days.first && day <= days.last)
    .map(({ day, oid, id, note }) => `${day} ${oid} ${id} ${note}`)
    .toSorted()

const held = async (store: ArchiveStore) => segmentRows(await columnsOf(store, ACCOUNT, DAYS))

test('days are read newest first, and each is there as soon as the pages reach past it', async () => {
  const { store } = await openTestStore()
  const all = Array.from({ length: 60 }, (_, nth) => contact(nth + 1, TODAY - (nth % 6)))
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
    { now: () => NOON },
  )
  const question = reading.ask(asker('me'), DAYS)
  // Ten a day, three a page: twelve pages reach four days back, and three of those are past on every clock.
  await expect
    .poll(async () => (await store.map(ACCOUNT, DAYS)).map(({ day }) => TODAY - day))
    .toEqual([2, 1, 0])
  const early = await reading.state(question)
  expect(early).toMatchObject({ is: 'reading', loaded: 30, total: 60 })
  expect((await store.map(ACCOUNT, DAYS)).every(({ state }) => state === 'reading')).toBe(true)
  gate.resolve()
  await reading.settled()
  expect(await reading.state(question)).toMatchObject({ is: 'complete', loaded: 60, total: 60, unread: null })
  expect(await held(store)).toEqual(rowsOfService(all))
  expect(pages.slice(0, 12).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, nth) => nth + 1),
  )
})

test('four at once while somebody listens, two when nobody does', async () => {
  const { store } = await openTestStore()
  const all = Array.from({ length: 90 }, (_, nth) => contact(nth + 1, TODAY))
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
    { now: () => NOON },
  )
  const question = reading.ask(asker('me'), { first: TODAY, last: TODAY })
  await reading.settled()
  expect(most).toBe(4)
  await store.forget(ACCOUNT, null, true)
  most = 0
  reading.leave(reading.ask(asker('me'), { first: TODAY, last: TODAY }))
  await reading.settled()
  expect(most).toBe(2)
  expect(question.is).toBe('complete')
})

test('whoever asks for the same days joins; the second session goes on when the first has ended', async () => {
  const { store } = await openTestStore()
  const all = Array.from({ length: 60 }, (_, nth) => contact(nth + 1, TODAY - (nth % 6)))
  const open = new Set(['first', 'second'])
  const with_: string[] = []
  const reading = readingOf(
    store,
    (query, session) => {
      with_.push(session)
      if (with_.length === 5) open.delete('second')
      return pageOfContacts(all, query)
    },
    { now: () => NOON, open: (name) => open.has(name) },
  )
  const questions = ['first', 'second'].map((name) => reading.ask(asker(name), DAYS))
  await reading.settled()
  expect(questions.map(({ is }) => is)).toEqual(['complete', 'complete'])
  expect(new Set(with_)).toEqual(new Set(['first', 'second']))
  expect(with_.length).toBeLessThanOrEqual(21)
  expect(await held(store)).toEqual(rowsOfService(all))
})

test.each([
  [401, 'session_ended', () => failure('session_ended')],
  [403, 'client_forbidden', () => failure('client_forbidden')],
] as const)(
  '%i stops the reading, says why, and what was read is read again next time',
  async (status, code, why) => {
    const { store } = await openTestStore()
    const all = Array.from({ length: 60 }, (_, nth) => contact(nth + 1, TODAY - (nth % 6)))
    let asked = 0
    const reading = readingOf(
      store,
      (query) => {
        if (++asked > 12) throw why()
        return pageOfContacts(all, query)
      },
      { now: () => NOON },
    )
    const question = reading.ask(asker('me'), DAYS)
    await reading.settled()
    expect(question).toMatchObject({ is: 'failed', error: { status, code } })
    expect(asked).toBeLessThanOrEqual(16)
    expect((await store.map(ACCOUNT, DAYS)).some(({ state }) => state === 'complete')).toBe(false)
  },
)

test('429 is waited for as told, and said meanwhile', async () => {
  const all = [contact(1, TODAY)]
  let asked = 0
  let at = NOON
  const waits: number[] = []
  const ask = createAsking({
    calls: {
      call: async (_, { query }) => {
        if (++asked === 1) throw failure('rate_limited', { headers: { 'Retry-After': '7' } })
        return pageOfContacts(all, new URLSearchParams(query))
      },
      concealer: () => (text) => text,
    },
    places: createPlaces(),
    isOpen: async () => true,
    now: () => at,
    wait: async (ms) => {
      waits.push(ms)
      at += ms
    },
  })
  const told: (number | null)[] = []
  await ask(DAYS, 1, {
    asker: () => asker('me'),
    leave: () => undefined,
    isAsked: () => true,
    onWait: (until) => void told.push(until),
    onRequest: () => undefined,
    signal: new AbortController().signal,
  })
  expect([waits, told]).toEqual([[7_000], [NOON + 7_000, null]])
})

test('an account that is read for nothing more forgets whose key it used', async () => {
  const { store } = await openTestStore()
  const used: string[] = []
  const reading = readingOf(
    store,
    (query, session) => {
      used.push(session)
      return pageOfContacts([contact(1, TODAY)], query)
    },
    { now: () => NOON },
  )
  reading.ask(asker('first'), { first: TODAY, last: TODAY })
  await reading.settled()
  reading.ask(asker('second'), { first: TODAY - 1, last: TODAY })
  await reading.settled()
  expect(used).toEqual(['first', 'second'])
})

test('the ladder: late changes are found at age 1, 2, 3, 7, 14, 35 and 90 days, and in between nothing is asked', async () => {
  const { store } = await openTestStore()
  const all = [contact(1, TODAY, 'age 0')]
  let at = NOON
  const asked: string[] = []
  const reading = readingOf(
    store,
    (query) => {
      if (query.get('date_from') === '2026-11-20') asked.push(`${Math.floor(at / DAY_MS) - TODAY}`)
      return pageOfContacts(all, query)
    },
    { now: () => at },
  )
  for (let age = 0; age <= 120; age++) {
    at = NOON + age * DAY_MS + 1_000
    all[0]!.note = `age ${age}`
    const day = TODAY + age
    reading.ask(asker('me'), { first: day, last: day })
    await reading.settled()
  }
  expect(asked.map(Number)).toEqual([0, 1, 2, 3, 7, 14, 35, 90])
  expect((await store.records(ACCOUNT, TODAY)).records).toEqual([
    recordOfContact({ ...all[0]!, note: 'age 90' }),
  ])
})

test('what nobody asked for has its budget of requests a day', async () => {
  const { store } = await openTestStore()
  const all = Array.from({ length: 900 }, (_, nth) => contact(nth + 1, TODAY - 1 - (nth % 3)))
  let at = NOON
  let asked = 0
  const reading = readingOf(
    store,
    (query) => {
      asked++
      return pageOfContacts(all, query)
    },
    { now: () => at, dailyRequests: 10 },
  )
  reading.ask(asker('me'), DAYS)
  await reading.settled()
  expect(asked).toBeGreaterThanOrEqual(300)
  for (let days = 1; days <= 3; days++) {
    at += DAY_MS
    asked = 0
    const day = TODAY + days
    reading.ask(asker('me'), { first: day, last: day })
    await reading.settled()
    // One of three days that are due, whole, and one request for the day itself.
    expect(asked).toBe(101)
  }
})

test('a full disk: the question fails with the reason, what is held stays, and it goes on when there is room', async () => {
  const { store, database } = await openTestStore()
  const all = [contact(1, TODAY), contact(2, TODAY - 1)]
  const troubles: (string | null)[] = []
  let at = NOON
  const reading = readingOf(store, (query) => pageOfContacts(all, query), {
    now: () => at,
    onTrouble: (trouble) => void troubles.push(trouble),
  })
  reading.ask(asker('me'), { first: TODAY, last: TODAY })
  await reading.settled()
  const { transaction } = database
  database.transaction = () => {
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  }
  const refused = reading.ask(asker('me'), DAYS)
  await reading.settled()
  expect(refused).toMatchObject({ is: 'failed', error: { status: 503, code: 'storage_full' } })
  expect(await reading.state(refused)).toMatchObject({ loaded: 1 })
  database.transaction = transaction
  at += 2 * MINUTE_MS
  reading.ask(asker('me'), DAYS)
  await reading.settled()
  expect(await held(store)).toEqual(rowsOfService(all))
  expect(troubles.at(-1)).toBeNull()
  expect(troubles).toContain('full')
})

test('an incomplete day says why, and is tried again less and less often', async () => {
  const { store } = await openTestStore()
  const all = [contact(1, TODAY - 1), contact(2, TODAY - 1)]
  let at = NOON
  let asked = 0
  const reading = readingOf(
    store,
    (query) => {
      asked++
      const page = pageOfContacts(all, query)
      return { ...page, meta: { ...page.meta, pagination: { ...page.meta.pagination, total_objects: 9 } } }
    },
    { now: () => at },
  )
  const days = { first: TODAY - 1, last: TODAY - 1 }
  const ask = async () => {
    asked = 0
    const question = reading.ask(asker('me'), days)
    await reading.settled()
    return { asked, ...(await reading.state(question)) }
  }
  expect(await ask()).toMatchObject({ asked: 1, is: 'complete', loaded: 2, shortfall: { gaps: ['short'] } })
  expect((await ask()).asked).toBe(0)
  at += MINUTE_MS
  expect((await ask()).asked).toBe(1)
  at += MINUTE_MS
  expect((await ask()).asked).toBe(0)
  at += MINUTE_MS
  expect((await ask()).asked).toBe(1)
})

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
        let all = Array.from({ length: count }, (_, nth) => contact(nth + 1, FIRST + (nth % 6), 'first'))
        let next = count + 1
        let at = NOON
        const left = [...events]
        let isKilled = false
        const happen = (one: Event) => {
          const target = 'at' in one && all.length > 0 ? all[one.at % all.length]! : undefined
          if (one.is === 'arrive') all.push(contact(next++, FIRST + one.day))
          else if (one.is === 'change' && target) target.note = `changed ${next++}`
          else if (one.is === 'remove' && target) all = all.filter((other) => other !== target)
          else if (one.is === 'move' && target) target.day = FIRST + one.day
        }
        const answer: Answer = (query) => {
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
          // A process that has died: what it knew is gone, and the next one has only the store.
          const reading = readingOf(store, answer, { now })
          reading.ask(asker('me'), DAYS)
          await reading.settled()
          const rows = (await held(store)).map((row) => row.split(' ').slice(1, 3).join(' '))
          expect(new Set(rows).size).toBe(rows.length)
          at += [30_000, 70_000, 5 * HOUR_MS, DAY_MS][nth % 4]!
        }
        left.length = 0
        isKilled = false
        // The service stands still; questions go on until every rung has been reached.
        const reading = readingOf(store, answer, { now })
        for (const days of [0, 0, 1, 2, 3, 4, 7, 8, 14]) {
          at = Math.max(at, NOON + days * DAY_MS) + 7 * HOUR_MS
          reading.ask(asker('me'), DAYS)
          await reading.settled()
        }
        expect(await held(store)).toEqual(rowsOfService(all))
        const map = await store.map(ACCOUNT, DAYS)
        expect(map.map(({ state }) => state)).toEqual(Array(6).fill('complete'))
      },
    ),
    runs(60, 3_000),
  )
})

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
        let all = Array.from({ length: count }, (_, nth) => contact(nth + 1, FIRST + (nth % 6), 'first'))
        let next = count + 1
        let at = NOON
        const left = [...events]
        /** The service's contacts at each moment at which it was asked. */
        const history: { readonly at: number; readonly keys: ReadonlyMap<number, readonly string[]> }[] = []
        const answer: Answer = (query) => {
          at += 200
          const one = left.shift() ?? { is: 'nothing' }
          const target = 'at' in one && all.length > 0 ? all[one.at % all.length]! : undefined
          if (one.is === 'arrive') all.push(contact(next++, FIRST + one.day))
          // One leaves or moves only by itself: of one for one nobody can know.
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
        reading.ask(asker('me'), DAYS)
        await reading.settled()
        const columns = segmentRows(await columnsOf(store, ACCOUNT, DAYS)).map((row) => row.split(' '))
        for (const { day, state, readAt, triedAt } of await store.map(ACCOUNT, DAYS)) {
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
    runs(150, 5_000),
  )
})
