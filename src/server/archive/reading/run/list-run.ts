import { pageDatesOf, unreadDaysIn, type PageDates } from '#/server/metrics/columns/unread-days.ts'
import { claimOf, createTally, type Gap, type ListHole, type Page } from '#/api/pages.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { isReadable, type Unreadable } from '#/contract/field.ts'
import { createDaySorter } from './day-sorter.ts'
import { createDayWriter } from './day-writer.ts'
import { eachDay } from '#/server/archive/reading/due.ts'
import { dateOfRecord, ownerOfRecord } from '#/server/archive/store/stored-day.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import type { KnownCountries } from '#/server/archive/store/callers.ts'
import type { ReadDay } from '#/server/archive/store/writing/write-days.ts'

type ReadingGap = Exclude<Gap, 'callers'>

export type ContactName = Pick<ListedCallRead, 'id' | 'obj_oid'>

export interface CallsAnswer {
  readonly page: Page<ContactName>
  readonly raw: readonly unknown[]
  readonly titles: readonly (readonly [oid: string, title: string])[]
  readonly countries?: KnownCountries
}

/** A page failed after all retries; others may succeed. */
export class PageLost extends Error {
  override readonly name = 'PageLost'
}
const MAX_LOST_PAGES = 3
/** Contacts of one run: they are in memory until it ends, and lost when it is interrupted. */
const MAX_CONTACTS = 10_000

/**
 * The next run may begin with this many pages left: leasing its days and requesting its first page take a
 * while, which these pages fill.
 */
const FEW_PAGES = 12

/** Limits a run when the service's totals are wrong. */
const MOST_CONTACTS = 200_000

export interface RunOptions {
  readonly days: SegmentDays
  /** @throws PageLost; any other error ends the run */
  readonly ask: (page: number) => Promise<CallsAnswer>
  readonly parallel: () => number
  /** Days that are replaced only by a complete run. */
  readonly held: ReadonlySet<number>
  readonly stored: ReadonlySet<number>
  readonly write: (days: readonly ReadDay[]) => Promise<void>
  readonly onTotal: (total: number | null) => void
  /** Few or no pages are left to request; called repeatedly. */
  readonly onNearEnd?: () => void
  readonly now: () => number
  readonly maxContacts?: number
}

/** Why and where contacts are missing; `long`: too many for one run, nothing was stored. */
export type RunResult =
  | { readonly is: 'long'; readonly days: number }
  | {
      readonly is: 'read'
      readonly readAt: number
      readonly gaps: readonly ReadingGap[]
      readonly unread: readonly SegmentDays[]
      readonly missing: number
      readonly lost: unknown
    }

const contactKeyOf = ({ obj_oid, id }: ContactName): string => `${obj_oid} ${id}`
const ownerOf = (record: ContactName | Unreadable): string | null =>
  ownerOfRecord(isReadable(record) ? record : record.raw)

/**
 * Runs tasks in parallel, up to the current limit.
 * @throws the first error, after all have ended
 */
const sideBySide = async (next: () => (() => Promise<void>) | null, parallel: () => number) => {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  for (;;) {
    while (failures.length === 0 && running.size < parallel()) {
      const work = next()
      if (!work) break
      const one: Promise<void> = work()
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(one))
      running.add(one)
    }
    if (running.size === 0) break
    await Promise.race(running)
  }
  if (failures.length > 0) throw failures[0]
}

const createIntake = (days: SegmentDays, readAt: number) => {
  const tally = createTally<ContactName, void>({ keyOf: contactKeyOf, ownerOf, most: MOST_CONTACTS })
  const sorter = createDaySorter(days, readAt)
  const pages = new Map<number, PageDates>()
  let lastTotal: number | null = null
  let hasGrown = false
  const totals = new Map<number, number>()
  const doubled = () => tally.shortfall()?.doubled ?? 0

  /**
   * A contact left the list between two pages: rows moved up, and one may have been skipped while the removed one was counted.
   */
  const slips = (): ListHole[] =>
    [...totals].flatMap(([page, total]) => {
      const next = totals.get(page + 1)
      if (next === undefined || next >= total) return []
      return [{ after: page, before: pages.get(page + 1)?.newest ? page + 1 : null }]
    })

  return {
    tally,
    sorter,
    /** @returns whether there is a next page */
    add: (number: number, { page, raw, titles, countries = [] }: CallsAnswer): boolean => {
      sorter.name(titles)
      sorter.place(countries)
      const [isAgain, before] = [tally.has(number), doubled()]
      let fresh: ReadonlySet<ContactName> = new Set()
      const goesOn = tally.add(number, page, (taken) => void (fresh = new Set(taken)))
      const { total } = claimOf(page)
      if (lastTotal !== null && total !== null && total !== lastTotal) hasGrown = true
      if (total !== null) totals.set(number, total)
      lastTotal = total ?? lastTotal
      if (!tally.has(number)) return goesOn
      pages.set(number, pageDatesOf(raw.map(dateOfRecord)))
      sorter.add(number, { records: page.records, raw, fresh, isDoubled: doubled() > before, isAgain })
      return goesOn
    },
    gaps: (found: readonly ReadingGap[]): readonly ReadingGap[] => {
      const shortfall = tally.shortfall(found)
      const gaps = new Set<ReadingGap>(
        shortfall?.gaps.filter((gap) => gap !== 'doubled' && gap !== 'unreadable' && gap !== 'callers'),
      )
      const [here] = tally.progress()
      const all = here + doubled()
      // Some new contacts are here and some not: neither the old list nor the new one.
      if (hasGrown && all !== tally.total() && all !== lastTotal) gaps.add('changed')
      if (slips().length > 0) gaps.add('changed')
      return [...gaps]
    },
    /**
     * Days with records missing or possibly missing.
     * @param gaps why
     */
    unread: (gaps: readonly ReadingGap[]): readonly SegmentDays[] => {
      if (gaps.length === 0) return []
      const unread = unreadDaysIn([...tally.holes(), ...slips()], pages, days)
      return unread.length === 0 ? [days] : unread
    },
    missing: (): number => Math.max(0, (tally.total() ?? 0) - tally.progress()[0] - doubled()),
  }
}

/**
 * Reads days, newest first, several pages in parallel, and writes each day when its last page is here.
 * Completeness is decided by the shared page reader (G1).
 * @throws what `ask` throws, except PageLost; what `write` throws
 */
export const readRun = async (options: RunOptions): Promise<RunResult> => {
  const {
    days,
    ask,
    parallel,
    held,
    stored,
    write,
    onTotal,
    onNearEnd,
    now,
    maxContacts = MAX_CONTACTS,
  } = options
  const readAt = now()
  const { tally, sorter, add, gaps, unread: unreadOf, missing } = createIntake(days, readAt)
  const written = new Map<number, number>()
  const lost: unknown[] = []
  let isOver = false
  const writer = createDayWriter(write)

  const put = (all: readonly number[]): Promise<void> => {
    const read = all.map((day) => sorter.day(day))
    for (const { day, records } of read) written.set(day, records.length)
    return writer.add(read)
  }

  const load = async (page: number) => {
    try {
      const answer = await ask(page)
      if (!add(page, answer)) isOver = true
      onTotal(tally.total())
      if (lost.length === 0) await put(sorter.past().filter((day) => !written.has(day) && !held.has(day)))
    } catch (error) {
      if (!(error instanceof PageLost) || page === 1) throw error
      lost.push(error)
      if (lost.length >= MAX_LOST_PAGES) isOver = true
    }
  }

  const hasMore = (page: number) => !isOver && page <= tally.lastPage()
  let next = 1
  const hasNext = () => {
    while (tally.has(next)) next++
    return hasMore(next)
  }
  const nextLoad = () => {
    const page = hasNext() ? next++ : null
    if (page === null || tally.lastPage() - page < FEW_PAGES) onNearEnd?.()
    return page === null ? null : load.bind(null, page)
  }
  const loadAll = async () => {
    do {
      await sideBySide(nextLoad, parallel)
      for (let page = 2; hasMore(page); page++) if (tally.isBehind(page)) await load(page)
    } while (hasNext())
  }
  if (hasNext()) await load(next++)
  const total = tally.total() ?? 0
  const length = eachDay(days).length
  if (total > maxContacts && length > 1) {
    await writer.settled()
    return { is: 'long', days: Math.max(1, Math.floor((length * maxContacts) / total)) }
  }
  // Complete days are written however the run ended.
  await loadAll().finally(writer.settled)
  sorter.end()
  const found = gaps(lost.length > 0 ? ['failed'] : [])
  const unread = unreadOf(found)
  const isRead = (day: number) => !unread.some(({ first, last }) => first <= day && day <= last)
  const isLeft = (day: number) => {
    if (held.has(day)) return isRead(day)
    if (written.has(day)) return sorter.count(day) !== written.get(day)
    return sorter.count(day) > 0 || (isRead(day) && stored.has(day))
  }
  await put(eachDay(days).filter(isLeft).toReversed())
  await writer.settled()
  return {
    is: 'read',
    readAt,
    gaps: found,
    unread,
    missing: unread.length === 0 ? 0 : missing(),
    lost: lost.at(-1) ?? null,
  }
}
