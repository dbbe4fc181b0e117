import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import { openTestArchive, openTestStore } from '#/server/archive/archive-testing.ts'
import { pageOfContacts } from '#/server/archive/fake-service-testing.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { newTestPlace } from '#/server/database/testing/engine.ts'
import { LEASE_MS } from './leases.ts'
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

const root = mkdtempSync(join(tmpdir(), 'callboard-leases-'))
afterAll(() => rmSync(root, { recursive: true }))

/** The first write loads code into its thread. */
const WRITTEN = { timeout: 10_000 }

/** Two servers on one archive, with a service that records who requests what. */
const withServers = async (contacts = 60) => {
  const place = await newTestPlace(mkdtempSync(join(root, 'data-')))
  const opened = { a: await openTestArchive(place), b: await openTestArchive(place) }
  onTestFinished(async () => {
    for (const { database } of Object.values(opened)) await database.destroy()
  })
  const { store, database } = opened.a
  const all = Array.from({ length: contacts }, (_, nth) => serviceContact(nth + 1, TEST_DAY - (nth % 6)))
  /** `step`: whether waiting takes time. */
  const clock = { at: TEST_NOON, step: true }
  const requests = new Map<string, string[]>()
  const answered = new Map<string, number>()
  const inFlight = new Map<string, number>()
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const server = (name: 'a' | 'b', over: ArchiveStore = opened[name].store) =>
    readingOf(
      over,
      async (query) => {
        requests.set(name, [...(requests.get(name) ?? []), query.toString()])
        inFlight.set(name, (inFlight.get(name) ?? 0) + 1)
        if (requests.get(name)!.length > (answered.get(name) ?? Infinity)) await gates.get(name)?.promise
        inFlight.set(name, (inFlight.get(name) ?? 0) - 1)
        // Lets others run in between.
        await new Promise((resolve) => setImmediate(resolve))
        return pageOfContacts(all, query)
      },
      {
        now: () => clock.at,
        holder: name,
        look: async (ms) => {
          if (clock.step) clock.at += ms
          await new Promise((resolve) => setImmediate(resolve))
        },
      },
    )
  /** Stops answering this server after so many requests, as if it had died, until it is thawed. */
  const freeze = (name: string, after: number) => {
    gates.set(name, Promise.withResolvers())
    answered.set(name, after)
  }
  /** @param written days of its answers; a dead server writes nothing more */
  const isFrozen = async (name: string, waiting: number, written: number) => {
    await expect.poll(() => inFlight.get(name)).toBe(waiting)
    await expect.poll(async () => (await store.map(TEST_ACCOUNT, TEST_DAYS)).length, WRITTEN).toBe(written)
  }
  const thaw = (name: string) => {
    answered.delete(name)
    gates.get(name)?.resolve()
  }
  const claimOn = (name: 'a' | 'b', holder: string, days: readonly number[]) =>
    opened[name].store.claim(TEST_ACCOUNT, days, { holder, now: clock.at, ms: LEASE_MS })
  return { store, database, all, clock, requests, server, claimOn, freeze, isFrozen, thaw }
}

const both = (requested: ReadonlyMap<string, readonly string[]>) => {
  const [a = [], b = []] = ['a', 'b'].map((name) => requested.get(name))
  return a.filter((page) => b.includes(page))
}

test('two servers, one question: no page is asked for by both, and both answer it whole', async () => {
  const { store, all, requests, server, database, clock, freeze, isFrozen, thaw } = await withServers()
  const [a, b] = [server('a'), server('b')]
  clock.step = false
  freeze('a', 0)
  const first = a.ask(testReader('me'), TEST_DAYS)
  await isFrozen('a', 1, 0)
  const questions = [first, b.ask(testReader('me'), TEST_DAYS)]
  thaw('a')
  const seen = new Set<number>()
  while (questions[1]!.is === 'reading') {
    await questions[1]!.news.promise
    for (const day of questions[1]!.changed) seen.add(day)
  }
  await Promise.all([a.settled(), b.settled()])
  expect(questions.map(({ is }) => is)).toEqual(['complete', 'complete'])
  expect(both(requests)).toEqual([])
  expect(requests.get('b') ?? []).toEqual([])
  // The waiting server reports each day as it arrives.
  expect([...seen].toSorted((x, y) => x - y)).toEqual([0, 1, 2, 3, 4, 5].map((nth) => TEST_DAYS.first + nth))
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
  expect(await b.state(questions[1]!)).toMatchObject({ is: 'complete', loaded: 60, total: 60 })
  expect(await database.selectFrom('archive_leases').selectAll().execute()).toEqual([])
})

test('the tail of a day that has not ended is looked at by one', async () => {
  const { all, requests, server, clock, store } = await withServers()
  const [a, b] = [server('a'), server('b')]
  clock.step = false
  a.ask(testReader('me'), TEST_DAYS)
  await a.settled()
  requests.clear()
  clock.at += 2 * MINUTE_MS
  all.push(serviceContact(999, TEST_DAY))
  const today = { first: TEST_DAY, last: TEST_DAY }
  const questions = [a.ask(testReader('me'), today), b.ask(testReader('me'), today)]
  await Promise.all([a.settled(), b.settled()])
  expect(questions.map(({ is }) => is)).toEqual(['complete', 'complete'])
  expect(both(requests)).toEqual([])
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
})

test('a server that is gone in the middle: the other one goes on after the lease has run out, and not before', async () => {
  const { store, all, requests, server, freeze, isFrozen, clock } = await withServers()
  const [a, b] = [server('a'), server('b')]
  freeze('a', 12)
  a.ask(testReader('me'), TEST_DAYS)
  await isFrozen('a', 4, 3)
  const died = clock.at
  const question = b.ask(testReader('me'), TEST_DAYS)
  await expect.poll(() => requests.get('b')?.length ?? 0).toBeGreaterThan(0)
  expect(clock.at - died).toBeGreaterThan(LEASE_MS - 1_000)
  expect(clock.at - died).toBeLessThan(LEASE_MS + 3_000)
  await b.settled()
  expect(question.is).toBe('complete')
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
})

test('one that was only away finds that its days are another’s, and asks and writes nothing more of them', async () => {
  const { store, all, requests, server, freeze, isFrozen, thaw, clock } = await withServers()
  const writes: string[] = []
  const [a, b] = [
    server('a', { ...store, replaceDays: async (...of) => (writes.push('a'), store.replaceDays(...of)) }),
    server('b'),
  ]
  // Polling takes no time here, so that no lease of a slow writer expires.
  clock.step = false
  freeze('a', 12)
  const first = a.ask(testReader('me'), TEST_DAYS)
  await isFrozen('a', 4, 3)
  clock.at += LEASE_MS
  const second = b.ask(testReader('me'), TEST_DAYS)
  await expect.poll(() => requests.get('b')?.length ?? 0).toBeGreaterThan(0)
  const before = [requests.get('a')!.length, writes.length]
  thaw('a')
  await Promise.all([a.settled(), b.settled()])
  // Only requests already in flight.
  expect([requests.get('a')!.length, writes.length]).toEqual(before)
  expect([first.is, second.is]).toEqual(['complete', 'complete'])
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
})

test('an account that is forgotten while another server reads it does not come back until it is asked for again', async () => {
  const { store, database, all, server, freeze, isFrozen, thaw } = await withServers()
  const a = server('a')
  freeze('a', 12)
  const question = a.ask(testReader('me'), TEST_DAYS)
  await isFrozen('a', 4, 3)
  await store.forget(TEST_ACCOUNT, null, true)
  thaw('a')
  await a.settled()
  expect(question.is).toBe('failed')
  const tables = [
    'archive_days',
    'archive_records',
    'archive_texts',
    'archive_segments',
    'archive_contacts',
  ] as const
  for (const table of tables)
    expect(await database.selectFrom(table).selectAll().execute(), table).toEqual([])
  const again = a.ask(testReader('me'), TEST_DAYS)
  await a.settled()
  expect(again.is).toBe('complete')
  expect(await cachedRows(store)).toEqual(rowsOfService(all))
})

test.each([
  ['a year ahead', 365 * DAY_MS],
  ['a year back', -365 * DAY_MS],
])('the clock is set %s: no server holds a day for longer than said', async (_, by) => {
  const { store } = await openTestStore()
  const ms = LEASE_MS
  const claim = (holder: string, now: number) => store.claim(TEST_ACCOUNT, [1, 2], { holder, now, ms })
  expect((await claim('a', TEST_NOON)).size).toBe(2)
  expect((await claim('b', TEST_NOON + ms - 1)).size).toBe(0)
  expect((await claim('b', TEST_NOON + by)).size).toBe(2)
  // The previous holder learns of it on renewal.
  const renewed = await store.renew(TEST_ACCOUNT, [1, 2], { holder: 'a', now: TEST_NOON + by + 1, ms })
  expect(renewed.size).toBe(0)
  expect((await claim('a', TEST_NOON + by + ms)).size).toBe(2)
})

test('whoever claims at once: every day belongs to one server and no other', async () => {
  const { claimOn } = await withServers(0)
  const days = Array.from({ length: 60 }, (_, nth) => nth)
  const held = await Promise.all(
    Array.from({ length: 16 }, async (_, nth) => {
      // Each prefers others.
      const wanted = [...days.slice(nth * 3), ...days.slice(0, nth * 3)]
      return [...(await claimOn(nth % 2 === 0 ? 'a' : 'b', `server ${nth}`, wanted))]
    }),
  )
  expect(held.flat().toSorted((a, b) => a - b)).toEqual(days)
})

test('days are held one by one: two servers share what they are asked for, and what is given back is free', async () => {
  const { store } = await openTestStore()
  const claim = (holder: string, days: number[]) =>
    store.claim(TEST_ACCOUNT, days, { holder, now: TEST_NOON, ms: LEASE_MS })
  expect(await claim('a', [3, 1, 2])).toEqual(new Set([1, 2, 3]))
  expect(await claim('b', [2, 3, 4, 5])).toEqual(new Set([4, 5]))
  expect(await store.claim('other', [1], { holder: 'b', now: TEST_NOON, ms: LEASE_MS })).toEqual(new Set([1]))
  expect(await store.renew(TEST_ACCOUNT, [1, 2, 3], { holder: 'a', now: TEST_NOON, ms: LEASE_MS })).toEqual(
    new Set([1, 2, 3]),
  )
  await store.release(TEST_ACCOUNT, [3], 'a')
  await store.release(TEST_ACCOUNT, [2], 'b')
  expect(await claim('b', [2, 3])).toEqual(new Set([3]))
  await store.release(TEST_ACCOUNT, null, 'a')
  expect(await claim('b', [1, 2])).toEqual(new Set([1, 2]))
})
