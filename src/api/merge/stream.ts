import type { Unreadable } from '#/contract/field.ts'
import { judgePage, type Page } from '#/api/pages.ts'
import { NO_KEY, filledKeys, type SortKey } from './sort-key.ts'

/** A row of one of several lists that are shown as one. */
export interface Entry<R> {
  /** Null: the service has sent nothing at this place. */
  readonly record: R | Unreadable | null
  readonly key: SortKey
}

/** Places of a list that its pages have filled so far. Places are those of the moment its first page came. */
export interface Stream<R> {
  /** Rows on a page. */
  readonly size: number
  /** As many as there are by what is known; it only shrinks once the total is sure. */
  readonly count: () => number
  /** The total is the service's own word, and nothing has spoken against it. */
  readonly isSure: () => boolean
  /** Contacts that have come or gone since the first page. */
  readonly growth: () => number
  readonly at: (index: number) => Entry<R> | undefined
  /** Brings the page of a place: afterwards it is filled, or behind the end. */
  readonly load: (index: number, signal: AbortSignal) => Promise<void>
}

export interface StreamOptions<R> {
  /** The first page, as it came. */
  readonly first: Page<R>
  readonly ask: (page: number, signal: AbortSignal) => Promise<Page<R>>
  readonly keyOf: (record: R) => string
  readonly sortKeyOf: (record: R | Unreadable) => SortKey | null
  /** What is new comes on top: it moves the others down, and is no part of the list. */
  readonly newestFirst: boolean
  /** Called with rows that stand next to one another, as their page came. */
  readonly onRows: (keys: readonly SortKey[]) => void
  /** The service sends the same page again (G1), or fewer rows than it said: nothing behind them can be had. */
  readonly onEnd: (why: 'repeated' | 'short') => void
}

/** Contacts may go on coming while their page is asked for; more often than this in a row they do not. */
const MOST_TRIES = 3

/** One of the lists. */
export const createStream = <R>({
  first,
  ask,
  keyOf,
  sortKeyOf,
  newestFirst,
  onRows,
  onEnd,
}: StreamOptions<R>): Stream<R> => {
  const size = Math.max(first.records.length, 1)
  const rows = new Map<number, Entry<R>>()
  const pageOf = new Map<string, number>()
  let firstTotal: number | null = null
  let growth = 0
  let count = 0
  let isSure = false

  /** Rows of this page stand so many places further down than when the list began. */
  const shift = () => (newestFirst ? Math.max(growth, 0) : 0)
  const end = (at: number, why: 'repeated' | 'short') => {
    if (at >= count) return
    count = at
    onEnd(why)
  }

  const place = (page: number, answer: Page<R>) => {
    const {
      verdict,
      claim,
      growth: grown,
      readable,
    } = judgePage(page, answer, {
      keyOf,
      isKnown: (key) => (pageOf.get(key) ?? page) !== page,
      firstTotal,
    })
    growth = grown
    const start = (page - 1) * size - shift()
    if (page === 1) {
      firstTotal = claim.total
      const goesOn = (claim.next ?? 0) > 1 || (claim.pages ?? 0) > 1
      const upToHere = answer.records.length
      isSure = claim.total !== null && (claim.total > upToHere || !goesOn)
      count = isSure ? (claim.total ?? upToHere) : upToHere + (goesOn ? 1 : 0)
      // The first answer is of this list, whichever page it says it is; no page behind it can be found.
      if (verdict === 'other') end(upToHere, 'repeated')
    } else if (verdict !== 'page') {
      end(Math.max(start, 0), verdict === 'empty' ? 'short' : 'repeated')
      return
    }
    const upToHere = start + answer.records.length
    if (!isSure && page > 1) count = Math.max(count, upToHere + ((claim.next ?? 0) > page ? 1 : 0))
    const isLast = upToHere >= count
    const keys = filledKeys(answer.records, sortKeyOf, rows.get(start - 1)?.key ?? null)
    for (const record of readable) {
      const key = keyOf(record)
      if (!pageOf.has(key)) pageOf.set(key, page)
    }
    answer.records.forEach((record, offset) => {
      const index = start + offset
      if (index >= 0 && index < count && !rows.has(index))
        rows.set(index, { record, key: keys[offset] ?? NO_KEY })
    })
    // A page that has fewer rows than it should leaves its places empty.
    if (!isLast)
      for (let index = Math.max(upToHere, 0); index < Math.min(start + size, count); index++)
        if (!rows.has(index)) rows.set(index, { record: null, key: keys.at(-1) ?? NO_KEY })
    const neighbours = [rows.get(start - 1)?.key, ...keys, rows.get(upToHere)?.key]
    onRows(neighbours.filter((key) => key !== undefined))
  }

  place(1, first)
  return {
    size,
    count: () => count,
    isSure: () => isSure,
    growth: () => growth,
    at: (index) => rows.get(index),
    load: async (index, signal) => {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        if (index >= count || rows.has(index)) return
        const page = Math.floor((index + shift()) / size) + 1
        place(page, await ask(page, signal))
      }
      if (index < count && !rows.has(index)) {
        // What was said to be there has not come: the places up to it stay empty.
        if (isSure) rows.set(index, { record: null, key: rows.get(index - 1)?.key ?? NO_KEY })
        else end(index, 'short')
      }
    },
  }
}
