import type { Unreadable } from '#/contract/field.ts'
import type { PaginationRead } from '#/contract/pagination.ts'
import { createRequestQueue } from '#/api/queue.ts'
import { sayOf, type Page } from '#/api/pages.ts'
import { bisect, sumOf, take, type Cut } from './cuts.ts'
import { beginsAbsent, compareDeciding, compareKeys, type SortKey } from './sort-key.ts'
import { createStream, type Entry, type Stream } from './stream.ts'

/*
 * Several lists in the same order, shown as one list of pages (G27). It is read from the top by taking the first of the
 * rows the lists begin with; a page further down is found by bisection: how many of each list's rows stand before it.
 */

/** What cannot be trusted about a merged list. */
export type Flaw =
  /** The service does not keep the order it was asked for, so that rows may stand elsewhere than they should. */
  | 'unordered'
  /** It sends pages again: not all rows can be had (G1). */
  | 'repeated'

interface MergedPage<R> extends Page<R> {
  readonly flaws: readonly Flaw[]
}

export interface MergedList<R> {
  /** @param page from 1; each is asked for on its own, in any order */
  readonly page: (page: number, signal: AbortSignal) => Promise<MergedPage<R>>
}

export interface MergedListOptions<R> {
  /** A page of each of the lists. */
  readonly asks: readonly ((page: number, signal: AbortSignal) => Promise<Page<R>>)[]
  readonly keyOf: (record: R) => string
  readonly sortKeyOf: (record: R | Unreadable) => SortKey | null
  readonly newestFirst: boolean
}

/** Requests in flight: as many as a session may have (G19). */
const MOST_AT_ONCE = 6

const countsOf = (streams: readonly Stream<unknown>[]) => streams.map((stream) => stream.count())

export const createMergedList = <R>({
  asks,
  keyOf,
  sortKeyOf,
  newestFirst,
}: MergedListOptions<R>): MergedList<R> => {
  // One page after another: what one has found out saves the next one its requests.
  const turns = createRequestQueue(1)
  const requests = createRequestQueue(MOST_AT_ONCE)
  const flaws = new Set<Flaw>()
  let streams: readonly Stream<R>[] | null = null
  /** Rows on a page of the merged list. */
  let size = 1
  /** Ties are broken as the service breaks them, as long as it does it in one way. */
  let hasTies = true
  let areAbsentFirst = false
  /** False: only reading from the top finds a place. */
  let canJump = true
  /** By place in the merged list. */
  const cuts = new Map<number, Cut>()
  let version = 0
  const forget = () => {
    cuts.clear()
    version++
  }

  /** Checks the order of rows that stand next to one another. */
  const check = (keys: readonly SortKey[]) => {
    for (let at = 1; at < keys.length; at++) {
      const [before, key] = [keys[at - 1], keys[at]]
      if (before === undefined || key === undefined) continue
      const order = compareDeciding(before, key, areAbsentFirst)
      const isLost = order > 0
      if (isLost) flaws.add('unordered')
      if (!isLost && (order !== 0 || !hasTies || compareKeys(before, key, { areAbsentFirst, hasTies }) <= 0))
        continue
      // Before the first rows are shown the ties can still be left out of it.
      if (!isLost && streams === null) hasTies = false
      else if (canJump) {
        canJump = false
        forget()
      }
    }
  }

  const begin = async (signal: AbortSignal): Promise<readonly Stream<R>[]> => {
    if (streams) return streams
    flaws.clear()
    const firsts = await Promise.all(asks.map((ask) => requests.add(() => ask(1, signal), signal)))
    const heads: (readonly SortKey[])[] = []
    const begun = asks.map((ask, at) =>
      createStream({
        first: firsts[at] ?? { records: [], pagination: null },
        ask: (page, of) => requests.add(() => ask(page, of), of),
        keyOf,
        sortKeyOf,
        newestFirst,
        onRows: (keys) => (streams === null ? heads.push(keys) : check(keys)),
        onEnd: (why) => {
          if (why === 'repeated') flaws.add('repeated')
          forget()
        },
      }),
    )
    // Whether what has no value comes first or last is not shown: a list that has both tells.
    areAbsentFirst = heads.some(beginsAbsent)
    for (const keys of heads) check(keys)
    canJump &&= begun.every((stream) => stream.isSure())
    const longer = begun.filter((stream) => stream.count() > stream.size)
    // What is here already is one page.
    size =
      longer.length > 0
        ? Math.max(...longer.map((stream) => stream.size))
        : Math.max(sumOf(countsOf(begun)), 1)
    streams = begun
    return begun
  }

  /** Which of two rows comes first; never equal. */
  const isBefore = (a: Entry<R>, ofA: number, b: Entry<R>, ofB: number): boolean => {
    const order = compareKeys(a.key, b.key, { areAbsentFirst, hasTies })
    return order === 0 ? ofA < ofB : order < 0
  }

  /** The cut at a place of the merged list. */
  const cutAt = async (of: readonly Stream<R>[], place: number, signal: AbortSignal): Promise<Cut> => {
    for (;;) {
      const begun = version
      const known = cuts.get(place)
      if (known) return known
      const places = [...cuts.keys()]
      const below = Math.max(0, ...places.filter((one) => one < place))
      const above = Math.min(...places.filter((one) => one > place))
      const from = cuts.get(below) ?? of.map(() => 0)
      const ends = countsOf(of)
      const cut = canJump
        ? await bisect(
            { of, isBefore, isOver: () => version !== begun },
            [from, cuts.get(above) ?? ends],
            Math.min(place, sumOf(ends)),
            signal,
          )
        : (await take({ of, isBefore }, from, place - below, signal)).cut
      // What came meanwhile may have changed where it is.
      if (cut && version === begun) {
        cuts.set(place, cut)
        return cut
      }
    }
  }

  const readPage = async (page: number, signal: AbortSignal): Promise<MergedPage<R>> => {
    const of = await begin(signal)
    const place = (page - 1) * size
    const start = await cutAt(of, place, signal)
    const begun = version
    const { entries, cut } = await take({ of, isBefore }, start, size, signal)
    if (version === begun && entries.length === size) cuts.set(place + size, cut)
    return {
      records: entries.flatMap(({ record }) => (record === null ? [] : [record])),
      pagination: paginationOf(of, page),
      flaws: [...flaws],
    }
  }

  const paginationOf = (of: readonly Stream<R>[], page: number): PaginationRead => {
    const there = sumOf(countsOf(of))
    // What has come on top is no part of the list; what has come elsewhere, or gone, may have moved its rows.
    const growth = sumOf(of.map((stream) => Math.min(stream.growth(), newestFirst ? 0 : Infinity)))
    const isSure = of.every((stream) => stream.isSure())
    const pages = Math.max(Math.ceil(there / size), 1)
    return sayOf(page, {
      pages: isSure ? pages : null,
      hasNext: page < pages,
      total: isSure ? Math.max(there + growth, 0) : null,
    })
  }

  return { page: (page, signal) => turns.add(() => readPage(page, signal), signal) }
}
