import { dayNumber, dayText, DAY_MS } from '#/contract/day.ts'
import { countHere } from '#/server/archive/counting/counting.ts'
import { createAccountReading } from '#/server/archive/reading/account-reading.ts'
import { createPageRequests } from '#/server/archive/reading/fetching.ts'
import { createConcurrencyLimits } from '#/server/archive/reading/concurrency-limits.ts'
import { segmentColumns } from '#/server/archive/store/columns.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { createArchiveStore } from '#/server/archive/store/store.ts'
import { openDatabase } from '#/server/database/database.ts'
import { percentile, type BenchFigure } from '../support.ts'

/*
 * What is asked of the service in the background, day by day: an account of 137 contacts a day whose overview a user
 * looks at once a day. Days go by as fast as they can be counted.
 */

const A_DAY = 137
const PER_PAGE = 20
const TODAY = dayNumber('2026-11-20')
const GOAL = 60

const recordsOf = (day: number): unknown[] =>
  Array.from({ length: A_DAY }, (_, nth) => ({
    id: day * 1_000 + A_DAY - nth,
    obj_oid: 'site',
    date: `${dayText(day)}T${String(23 - Math.floor(nth / 6)).padStart(2, '0')}:10:00+03:00`,
    status: nth % 3 === 0 ? 1 : 2,
    target: nth % 4 === 0,
  }))

const isListed = (record: unknown, query: Readonly<Record<string, string>>): boolean => {
  const { status, target } = record as { status: number; target: boolean }
  const code = query['status_filter']
  return (
    (query['target_filter'] === undefined || target) &&
    (code === undefined || (code === 'CANCEL' && status === 1) || (code === 'ANSWER' && status === 2))
  )
}

const listed = new Map<string, unknown[]>()
/** The contacts of a day that a query lists. */
const listOf = (day: number, query: Readonly<Record<string, string>>): unknown[] => {
  const key = `${day} ${query['target_filter'] ?? ''} ${query['status_filter'] ?? ''}`
  const before = listed.get(key)
  if (before) return before
  const made = recordsOf(day).filter((one) => isListed(one, query))
  listed.set(key, made)
  return made
}

/** One page, without making the contacts of any other. */
const answerOf = (query: Readonly<Record<string, string>>, today: number) => {
  const first = dayNumber(query['date_from']!)
  const last = Math.min(dayNumber(query['date_to']!), today)
  const page = Number(query['page'] ?? 1)
  const ofDay = listOf(last, query).length
  const total = Math.max(0, last - first + 1) * ofDay
  const records: unknown[] = []
  for (let at = (page - 1) * PER_PAGE; at < Math.min(total, page * PER_PAGE); at++)
    records.push(listOf(last - Math.floor(at / ofDay), query)[at % ofDay])
  const pages = Math.ceil(total / PER_PAGE)
  const pagination = {
    current_page: page,
    next_page: page < pages ? page + 1 : null,
    prev_page: page > 1 ? page - 1 : null,
    total_pages: pages,
    total_objects: total,
  }
  return { calls: records, meta: { obj: [], pagination } }
}

/** @param days that go by; before them so many are held as a year has */
export const measureBackground = async (days: number, held: number): Promise<BenchFigure[]> => {
  const store = await createArchiveStore(openDatabase<ArchiveTables>(':memory:'), segmentColumns)
  let now = TODAY * DAY_MS + DAY_MS / 2
  let requests = 0
  const today = () => Math.floor(now / DAY_MS)
  const reading = createAccountReading('one', {
    store,
    count: countHere(store).count,
    ask: createPageRequests({
      calls: {
        call: async (_, { query }) => {
          requests++
          return answerOf(query ?? {}, today())
        },
        concealer: () => (text) => text,
      },
      places: createConcurrencyLimits(),
      isOpen: async () => true,
      now: () => now,
      wait: async () => undefined,
    }),
    log: () => undefined,
    now: () => now,
    dailyRequests: 500,
    daysKept: 800,
    holder: 'bench',
    look: async () => undefined,
    onTrouble: () => undefined,
  })
  const asker = {
    session: {
      idHash: 'one',
      key: 'key',
      principal: 'one',
      account: 'one',
      rights: new Set<never>(),
      company: null,
      frame: null,
      wall: null,
      openedAt: 0,
      endsAt: Infinity,
      user: {} as never,
    },
    client: null,
    faults: new Set<never>(),
    hidden: new Set<string>(),
  }
  const look = async (first: number) => {
    reading.ask(asker, { first, last: today() })
    await reading.settled()
  }
  await look(today() - held)
  const unasked: number[] = []
  const all: number[] = []
  for (let day = 0; day < days; day++) {
    now += DAY_MS
    requests = 0
    await look(today() - 29)
    all.push(requests)
    unasked.push(await store.countRequests('one', today(), { requests: 0, unasked: 0 }))
  }
  const mean = unasked.reduce((sum, one) => sum + one, 0) / days
  return [
    {
      name: `background requests a day, ${A_DAY} contacts a day, ${days} days, mean`,
      value: mean.toFixed(1),
      goal: String(GOAL),
      met: mean <= GOAL,
    },
    {
      name: 'the busiest day; with what was asked, the busiest',
      value: `${Math.max(...unasked)}; ${Math.max(...all)}`,
    },
    { name: 'median', value: percentile(unasked, 0.5).toFixed(0) },
  ]
}
