import { DAY_MS, dayNumber, HOUR_MS } from '#/contract/day.ts'
import { RIGHTS } from '#/contract/session.ts'
import { columnsOf, segmentRows } from '#/server/archive/archive-testing.ts'
import { countHere } from '#/server/archive/counting/counting.ts'
import type { ServiceContact } from '#/server/archive/fake-service-testing.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import type { StoredSession } from '#/server/session/store.ts'
import { createAccountReading } from './account-reading.ts'
import { createPageRequests, type Reader } from './fetching.ts'
import { createConcurrencyLimits } from './concurrency-limits.ts'

export const TEST_ACCOUNT = 'account'
export const TEST_DAY = dayNumber('2026-11-20')
export const FIRST_TEST_DAY = TEST_DAY - 5
export const TEST_DAYS = { first: FIRST_TEST_DAY, last: TEST_DAY }
export const TEST_NOON = TEST_DAY * DAY_MS + 12 * HOUR_MS

export const testReader = (name: string): Reader => ({
  session: {
    idHash: name,
    key: `key of ${name}`,
    principal: TEST_ACCOUNT,
    account: TEST_ACCOUNT,
    rights: new Set(RIGHTS),
    company: null,
    frame: null,
    kiosk: null,
    openedAt: 0,
    endsAt: Infinity,
    user: {} as StoredSession['user'],
  },
  client: null,
  faults: new Set(),
  hidden: new Set(),
})

/** May throw what a connection would. */
export type TestAnswer = (query: URLSearchParams, session: string) => unknown

export const readingOf = (
  store: ArchiveStore,
  answer: TestAnswer,
  {
    now,
    open = () => true,
    dailyRequests = 500,
    onTrouble = () => undefined,
    holder = 'this server',
    look = async () => undefined,
  }: {
    now: () => number
    open?: (name: string) => boolean
    dailyRequests?: number
    onTrouble?: (trouble: string | null) => void
    holder?: string
    look?: (ms: number) => Promise<unknown>
  },
) =>
  createAccountReading(TEST_ACCOUNT, {
    store,
    count: countHere(store).count,
    ask: createPageRequests({
      calls: {
        call: async (session, { query }) => answer(new URLSearchParams(query), session.idHash),
        concealer: () => (text) => text,
      },
      concurrencyLimits: createConcurrencyLimits(),
      isOpen: async (name) => open(name),
      now,
      wait: async () => undefined,
    }),
    log: () => undefined,
    now,
    dailyRequests,
    retentionDays: 800,
    holder,
    wait: look,
    onTrouble,
  })

export const serviceContact = (id: number, day: number, note = 'x'): ServiceContact => ({
  oid: 'site',
  id,
  day,
  minute: (id * 37) % 1440,
  note,
})
export const rowsOfService = (all: readonly ServiceContact[], days = TEST_DAYS) =>
  all
    .filter(({ day }) => day >= days.first && day <= days.last)
    .map(({ day, oid, id, note }) => `${day} ${oid} ${id} ${note}`)
    .toSorted()

export const cachedRows = async (store: ArchiveStore) =>
  segmentRows(await columnsOf(store, TEST_ACCOUNT, TEST_DAYS))
