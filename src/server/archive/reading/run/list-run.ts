import { pageDatesOf, unreadDaysIn, type PageDates } from '#/analytics/columns/unread-days.ts'
import { claimOf, createTally, type Gap, type ListHole, type Page } from '#/api/pages.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { isReadable, type Unreadable } from '#/contract/field.ts'
import { createDaySorter } from './day-sorter.ts'
import { createDayWriter } from './day-writer.ts'
import { eachDay } from '#/server/archive/reading/due.ts'
import { dateOfRecord, ownerOfRecord } from '#/server/archive/store/stored-day.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import type { SaidCountries } from '#/server/archive/store/callers.ts'
import type { ReadDay } from '#/server/archive/store/writing/write-days.ts'

/** Why a reading is not whole. */
type ReadingGap = Exclude<Gap, 'callers'>

/** What tells a contact from every other. */
export type ContactName = Pick<ListedCallRead, 'id' | 'obj_oid'>

/** A page of `GET /v2/calls`: whose its records are, and beside each the record itself. */
export interface CallsAnswer {
  readonly page: Page<ContactName>
  /** Beside `page.records`. */
  readonly raw: readonly unknown[]
  readonly titles: readonly (readonly [oid: string, title: string])[]
  /** Where the objects of `raw` are, as far as that is known. */
  readonly countries?: SaidCountries
}

/** A page that did not come after all tries, while others may. */
export class PageLost extends Error {
  override readonly name = 'PageLost'
}
/** With as many as this the service is down. */
const MAX_LOST_PAGES = 3
/** Contacts of one run: they are in memory until it has ended, and what was read of it is lost when it is cut off. */
const MAX_CONTACTS = 10_000

/**
 * With so few pages left to be asked for the next run may begin: its days have to be leased and its first page has to come
 * before others of it can be asked for, and meanwhile these keep the places filled.
 */
const FEW_PAGES = 12

/** A service that lies about its totals must not make a run endless. */
const MOST_CONTACTS = 200_000

export interface RunOptions {
  readonly days: SegmentDays
  /** @throws PageLost; anything else ends the run */
  readonly ask: (page: number) => Promise<CallsAnswer>
  /** How many pages may be asked for at once, by now. */
  readonly parallel: () => number
  /** Days that are replaced only when the run is known to be whole. */
  readonly held: ReadonlySet<number>
  /** Days of which something is kept, whatever it is worth. */
  readonly kept: ReadonlySet<number>
  readonly write: (days: readonly ReadDay[]) => Promise<void>
  /** What the service says there is. */
  readonly onTotal: (total: number | null) => void
  /** Few pages or none are left to be asked for, as far as is known: whoever has other days to read may begin. Told again and again. */
  readonly onNearEnd?: () => void
  readonly now: () => number
  readonly maxContacts?: number
}

/** What is missing, and of which days; `long`: they hold too much for one run, and nothing was kept. */
export type RunResult =
  | { readonly is: 'long'; readonly days: number }
  | {
      readonly is: 'read'
      readonly readAt: number
      readonly gaps: readonly ReadingGap[]
      /** Days that the gaps may concern; the others are whole. */
      readonly unread: readonly SegmentDays[]
      /** Contacts that the service says these days have beside those that came. */
      readonly missing: number
      readonly lost: unknown
    }

const contactKeyOf = ({ obj_oid, id }: ContactName): string => `${obj_oid} ${id}`
const ownerOf = (record: ContactName | Unreadable): string | null =>
  ownerOfRecord(isReadable(record) ? record : record.raw)

/** Does pieces of work side by side, as many as there may be by now. @throws the first one's error, when all have ended */
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

/** Takes the answers of a run in. */
const createIntake = (days: SegmentDays, readAt: number) => {
  const tally = createTally<ContactName, void>({ keyOf: contactKeyOf, ownerOf, most: MOST_CONTACTS })
  const sorter = createDaySorter(days, readAt)
  const pages = new Map<number, PageDates>()
  let lastTotal: number | null = null
  let hasGrown = false
  /** How many contacts there are, as each page says it. */
  const totals = new Map<number, number>()
  const doubled = () => tally.shortfall()?.doubled ?? 0

  /**
   * Between a page and the next one a contact has left the list: the rows behind it moved up, and one may have slipped past
   * while the one that left was counted.
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
    /** @returns whether the list goes on behind this page */
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
      // Some of what came meanwhile is here and some is not: neither the list before nor the one after.
      if (hasGrown && all !== tally.total() && all !== lastTotal) gaps.add('changed')
      if (slips().length > 0) gaps.add('changed')
      return [...gaps]
    },
    /** Days that records are missing of or may be. @param gaps why */
    unread: (gaps: readonly ReadingGap[]): readonly SegmentDays[] => {
      if (gaps.length === 0) return []
      const unread = unreadDaysIn([...tally.holes(), ...slips()], pages, days)
      // Where in the list it is cannot be told.
      return unread.length === 0 ? [days] : unread
    },
    missing: (): number => Math.max(0, (tally.total() ?? 0) - tally.progress()[0] - doubled()),
  }
}

/**
 * Reads the contacts of some days, newest first, several pages at a time, and writes each day when all pages that reach
 * past it are here. What the answers are worth is decided by the one reader of pages (G1).
 * @throws what `ask` does, but for PageLost; what `write` does
 */
export const readRun = async (options: RunOptions): Promise<RunResult> => {
  const {
    days,
    ask,
    parallel,
    held,
    kept,
    write,
    onTotal,
    onNearEnd,
    now,
    maxContacts = MAX_CONTACTS,
  } = options
  const readAt = now()
  const { tally, sorter, add, gaps, unread: unreadOf, missing } = createIntake(days, readAt)
  /** Days that were written, with so many records. */
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
  // What was read before it ended is written, however it has ended.
  await loadAll().finally(writer.settled)
  sorter.end()
  const found = gaps(lost.length > 0 ? ['failed'] : [])
  const unread = unreadOf(found)
  const isRead = (day: number) => !unread.some(({ first, last }) => first <= day && day <= last)
  const isLeft = (day: number) => {
    if (held.has(day)) return isRead(day)
    if (written.has(day)) return sorter.count(day) !== written.get(day)
    return sorter.count(day) > 0 || (isRead(day) && kept.has(day))
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
