import type { Unreadable } from '#/contract/field.ts'
import type { PaginationRead } from '#/contract/pagination.ts'
import { createRequestQueue } from '#/api/queue.ts'
import { sayOf, type Page } from '#/api/pages.ts'
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

/** How many rows of each list stand before a place of the merged one. */
type Cut = readonly number[]

const countsOf = (streams: readonly Stream<unknown>[]) => streams.map((stream) => stream.count())
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

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

  /** Takes so many rows from a cut on, or as many as there are. */
  const take = async (
    of: readonly Stream<R>[],
    from: Cut,
    count: number,
    signal: AbortSignal,
  ): Promise<{ entries: Entry<R>[]; cut: Cut }> => {
    const cut = [...from]
    const entries: Entry<R>[] = []
    while (entries.length < count) {
      const missing = of.filter((stream, at) => (cut[at] ?? 0) < stream.count() && !stream.at(cut[at] ?? 0))
      if (missing.length > 0) {
        await Promise.all(missing.map((stream) => stream.load(cut[of.indexOf(stream)] ?? 0, signal)))
        continue
      }
      let best: { entry: Entry<R>; at: number } | null = null
      for (const [at, stream] of of.entries()) {
        const index = cut[at] ?? 0
        const entry = index < stream.count() ? stream.at(index) : undefined
        if (entry && (best === null || isBefore(entry, at, best.entry, best.at))) best = { entry, at }
      }
      if (best === null) break
      entries.push(best.entry)
      cut[best.at] = (cut[best.at] ?? 0) + 1
    }
    return { entries, cut }
  }

  /**
   * A row between two cuts to compare by: in the middle of what is here, at the edge of what is not yet, else in the
   * middle page.
   */
  const probeOf = (stream: Stream<R>, from: number, to: number): number => {
    const isHere = (index: number) => stream.at(index) !== undefined
    const [first, last] = [isHere(from), isHere(to - 1)]
    const middle = Math.floor((from + to) / 2)
    if (first && last && isHere(middle)) return middle
    const edge = (start: number, step: 1 | -1) => {
      let index = start
      while (index + step >= from && index + step < to && isHere(index + step)) index += step
      return index
    }
    if (first) return edge(from, 1)
    if (last) return edge(to - 1, -1)
    if (isHere(middle)) return edge(middle, 1)
    const { size } = stream
    const page = Math.floor((Math.floor(from / size) + Math.floor((to - 1) / size)) / 2)
    return Math.min(Math.max(page * size + Math.floor(size / 2), from), to - 1)
  }

  /** Between which two cuts the wanted one must be is halved in one list at least with every round. */
  const bisect = async (
    of: readonly Stream<R>[],
    from: Cut,
    to: Cut,
    place: number,
    signal: AbortSignal,
  ): Promise<Cut | null> => {
    const [low, high] = [[...from], [...to]]
    const begun = version
    for (;;) {
      const rest = place - sumOf(low)
      const widths = high.map((end, at) => end - (low[at] ?? 0))
      if (rest === 0) return low
      if (rest === sumOf(widths)) return high
      const open = of.flatMap((stream, at) => {
        const start = low[at] ?? 0
        const width = widths[at] ?? 0
        return width > 0 ? [{ stream, at, start, width, probe: probeOf(stream, start, start + width) }] : []
      })
      await Promise.all(
        open
          .filter(({ stream, probe }) => !stream.at(probe))
          .map(({ stream, probe }) => stream.load(probe, signal)),
      )
      if (version !== begun) return null
      const probed = open
        .flatMap((one) => {
          const entry = one.stream.at(one.probe)
          return entry ? [{ ...one, entry, upTo: one.probe - one.start + 1 }] : []
        })
        .toSorted((a, b) => (isBefore(a.entry, a.at, b.entry, b.at) ? -1 : 1))
      // Rows that are surely before each of the compared rows, and those that may be.
      let surely = 0
      let mayBe = sumOf(probed.map(({ upTo }) => upTo - 1))
      for (const { at, start, width, probe, upTo } of probed) {
        surely += upTo
        if (surely > rest) high[at] = probe
        else if (mayBe + 1 <= rest) low[at] = start + upTo
        mayBe += width - (upTo - 1)
      }
    }
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
        ? await bisect(of, from, cuts.get(above) ?? ends, Math.min(place, sumOf(ends)), signal)
        : (await take(of, from, place - below, signal)).cut
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
    const { entries, cut } = await take(of, start, size, signal)
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
