import { contactKey, contactsOn, type CallsPage } from '#/api/calls.ts'
import { claimOf, judgePage } from '#/api/pages.ts'
import { isReadable } from '#/contract/field.ts'

/*
 * What the pages that have come so far say about the whole list. A service may ignore the page parameter, repeat rows,
 * gain and lose contacts while the user reads, and be wrong about its totals: the list follows the evidence (G1).
 */

/** A page that has come, and when, as `Date.now()` says it. */
export interface ListPage {
  readonly page: number
  readonly data: CallsPage
  readonly at: number
}

export interface ListShape {
  /** Rows on a page, learned from the first (G1). */
  readonly size: number
  readonly newestFirst: boolean
  /** Contacts there are: what the service said last, or what its pages let one guess. */
  readonly claimed: number
  readonly claimedAt: number
  readonly isGuess: boolean
  /** From this page on the service sends what it has sent before. */
  readonly repeatedFrom: number | null
  /** Pages that show another number of rows than `size`, ascending. */
  readonly odd: ReadonlyMap<number, number>
  /** Which page shows a contact, by its key: the first that brought it. Grows in place, for as long as the list is the same. */
  readonly seen: Map<string, number>
  /** Keys of a page's rows that are not shown there: a page before it shows them, or they came after the first page. */
  readonly hidden: ReadonlyMap<number, ReadonlySet<string>>
  /** How many rows of a page repeat a contact without a reason. */
  readonly doubled: ReadonlyMap<number, number>
  readonly lastWithRows: number
  /** Pages that brought nothing. */
  readonly empty: ReadonlySet<number>
  /** The list has changed between its pages in a way that may have cost a row. */
  readonly changed: boolean
}

/** A service that lies about its totals must not make the list endless. */
export const MAX_ROWS = 200_000

/** How many contacts there are by a page's own word; without a usable total by its number of pages, or its next. */
const lengthBy = (data: CallsPage, page: number, size: number): { claimed: number; isGuess: boolean } => {
  const { total, next, pages } = claimOf(contactsOn(data))
  const upToHere = (page - 1) * size + data.calls.length
  if (data.calls.length > 0 && next !== null && next > page && (total ?? 0) <= upToHere)
    return { claimed: Math.max(pages ?? 0, page + 1) * size, isGuess: true }
  if (total !== null) return { claimed: total, isGuess: false }
  return pages !== null && pages > page
    ? { claimed: pages * size, isGuess: true }
    : { claimed: upToHere, isGuess: false }
}

/** The list as its first page lets it be. */
export const shapeOf = (first: CallsPage, at: number, newestFirst: boolean): ListShape => {
  const size = Math.max(first.calls.length, 1)
  return learn(
    {
      size,
      newestFirst,
      ...lengthBy(first, 1, size),
      claimedAt: at,
      repeatedFrom: null,
      odd: new Map(),
      seen: new Map(),
      hidden: new Map(),
      doubled: new Map(),
      lastWithRows: 1,
      empty: new Set(),
      changed: false,
    },
    [{ page: 1, data: first, at }],
  )
}

/** Rows of a page that are shown: each contact once, where it comes first. */
const keptRows = (data: CallsPage, hidden: ReadonlySet<string> | undefined): CallsPage['calls'] => {
  const ids = new Set<string>()
  return data.calls.filter((call) => {
    if (!isReadable(call)) return true
    const id = contactKey(call)
    if (ids.has(id) || hidden?.has(id)) return false
    ids.add(id)
    return true
  })
}

const kept = new WeakMap<CallsPage, { hidden: unknown; rows: CallsPage['calls'] }>()
/** {@link keptRows}, the same array while nothing changes. */
export const shownRows = ({ hidden }: ListShape, page: number, data: CallsPage): CallsPage['calls'] => {
  const before = kept.get(data)
  if (before && before.hidden === hidden.get(page)) return before.rows
  const rows = keptRows(data, hidden.get(page))
  kept.set(data, { hidden: hidden.get(page), rows })
  return rows
}

/**
 * What is known after these pages as well. The same object when they tell nothing new.
 * @param pages the first page and others of the same list, ascending
 */
export const learn = (before: ListShape, pages: readonly ListPage[]): ListShape => {
  const [first] = pages
  if (first === undefined) return before
  const odd = new Map(before.odd)
  const hidden = new Map(before.hidden)
  const doubled = new Map(before.doubled)
  const empty = new Set(before.empty)
  let { claimed, claimedAt, isGuess, repeatedFrom, lastWithRows, changed } = before
  const firstTotal = claimOf(contactsOn(first.data)).total
  const { seen } = before

  for (const { page, data, at } of pages) {
    const { verdict, claim, growth, readable } = judgePage(page, contactsOn(data), {
      keyOf: contactKey,
      isKnown: (key) => (seen.get(key) ?? page) < page,
      firstTotal,
    })
    const ids = readable.map(contactKey)
    if (growth < 0 || (growth > 0 && !before.newestFirst)) changed = true
    if (verdict === 'repeated' || (verdict === 'other' && claim.current === 1)) {
      const from = verdict === 'other' || ids.every((id) => seen.get(id) === 1) ? 2 : page
      repeatedFrom = Math.min(repeatedFrom ?? from, from)
      continue
    }
    // The first answer is of this list, whichever page it says it is; no page behind it can be found.
    if (verdict === 'other' && page === 1) repeatedFrom = 2
    // A page beyond the last may be answered by the last.
    else if (verdict === 'empty' || verdict === 'other') {
      empty.add(page)
      // One that there is by the same answer's word: its rows are somewhere, and nowhere here.
      if (verdict === 'other' && page <= Math.max(claim.pages ?? 0, claim.next ?? 0)) changed = true
      if (page < lastWithRows) odd.set(page, 0)
      continue
    }
    lastWithRows = Math.max(lastWithRows, page)
    // So many of the newest have come since the first page: they wait until the whole list is loaded again.
    const newcomers = before.newestFirst ? Math.max(growth - (page - 1) * before.size, 0) : 0
    const elsewhere = new Set([
      ...data.calls.slice(0, newcomers).flatMap((call) => (isReadable(call) ? [contactKey(call)] : [])),
      ...ids.filter((id) => (seen.get(id) ?? page) < page),
    ])
    for (const id of ids) if (!elsewhere.has(id)) seen.set(id, page)
    // What is shown by a page before it stays so: only more can be found out.
    if (elsewhere.size !== (hidden.get(page)?.size ?? 0)) hidden.set(page, elsewhere)
    const rows = keptRows(data, elsewhere).length
    if (rows !== before.size) odd.set(page, rows)
    else odd.delete(page)
    // Rows that newcomers have pushed here from the page before are no fault of the service.
    if (rows < data.calls.length && growth === 0) doubled.set(page, data.calls.length - rows)
    if (at > claimedAt || page * before.size >= claimed) {
      const length = lengthBy(data, page, before.size)
      claimedAt = Math.max(at, claimedAt)
      const upToHere = (page - 1) * before.size + data.calls.length
      // A total that was too small is not believed again; a page without a next one shows the end.
      const isEnd = !length.isGuess && length.claimed <= upToHere && page === lastWithRows
      const isDoubtful =
        !isEnd && (length.isGuess || isGuess || length.claimed <= (lastWithRows - 1) * before.size)
      if (isEnd) claimed = upToHere
      else claimed = isDoubtful ? Math.max(claimed, length.claimed) : length.claimed
      isGuess = isDoubtful
    }
  }
  // An empty page with rows behind it is only empty, and one that was another page has no rows of its own.
  const last = Math.max(lastWithRows, repeatedFrom ?? 0)
  for (const page of empty) if (page < last) odd.set(page, 0)

  const after: ListShape = {
    ...before,
    claimed,
    claimedAt,
    isGuess,
    repeatedFrom,
    odd: sameMap(before.odd, odd) ? before.odd : new Map([...odd].toSorted(([a], [b]) => a - b)),
    hidden: sameMap(before.hidden, hidden) ? before.hidden : hidden,
    doubled: sameMap(before.doubled, doubled) ? before.doubled : doubled,
    lastWithRows,
    empty: before.empty.size === empty.size ? before.empty : empty,
    changed,
  }
  return (Object.keys(after) as (keyof ListShape)[]).every((key) => after[key] === before[key])
    ? before
    : after
}

const sameMap = <V>(a: ReadonlyMap<number, V>, b: ReadonlyMap<number, V>) =>
  a.size === b.size && [...b].every(([key, value]) => a.get(key) === value)

/** Place of a page's first row in the list. */
const startOf = ({ size, odd }: ListShape, page: number): number => {
  let start = (page - 1) * size
  for (const [other, rows] of odd) {
    if (other >= page) break
    start -= size - rows
  }
  return start
}

/** The last page by the service's own word. */
export const lastPageOf = ({ claimed, size }: ListShape): number =>
  Math.max(Math.ceil(Math.min(claimed, MAX_ROWS) / size), 1)

/** The first page known to be behind the end: it brought nothing, and no more did the one after it. */
const endOf = (shape: ListShape): number | null => {
  const { empty, lastWithRows } = shape
  const ends = [...empty].filter(
    (page) => page > lastWithRows && (empty.has(page + 1) || page >= lastPageOf(shape)),
  )
  return ends.length === 0 ? null : Math.min(...ends)
}

/**
 * How many rows the list has. `about`: the service gives no total that holds, and the end has not been seen. A total
 * that is too big is found out by halves: the list ends in the middle between what is known and what is not there, and
 * loading that end tells more.
 */
export const countOf = (shape: ListShape): { count: number; about: boolean; capped: boolean } => {
  const { size, claimed, isGuess, repeatedFrom, odd, lastWithRows } = shape
  if (repeatedFrom !== null) return { count: startOf(shape, repeatedFrom), about: false, capped: false }
  const end = endOf(shape)
  if (end !== null && end - lastWithRows <= 1)
    return { count: startOf(shape, end), about: false, capped: false }
  if (end !== null)
    return {
      count: startOf(shape, Math.ceil((lastWithRows + end) / 2)) + size,
      about: true,
      capped: false,
    }
  const last = lastPageOf(shape)
  const rest = Math.min(claimed, MAX_ROWS) - (last - 1) * size
  return {
    count: Math.max(startOf(shape, last) + (odd.get(last) ?? rest), 0),
    about: isGuess,
    capped: claimed > MAX_ROWS,
  }
}

/** On which page a row of the list stands, and where among the rows that the page shows. */
export const placeOf = ({ size, odd }: ListShape, index: number): { page: number; row: number } => {
  let removed = 0
  for (const [page, rows] of odd) {
    const start = (page - 1) * size - removed
    if (index < start) break
    if (index < start + rows) return { page, row: index - start }
    removed += size - rows
  }
  return { page: Math.floor((index + removed) / size) + 1, row: (index + removed) % size }
}

/** How many rows repeat a contact that is shown elsewhere. */
export const doubledIn = ({ doubled }: ListShape): number =>
  [...doubled.values()].reduce((sum, count) => sum + count, 0)
