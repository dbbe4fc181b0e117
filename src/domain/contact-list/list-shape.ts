import { contactKey, contactsOn, type CallsPage } from '#/api/calls.ts'
import { claimOf, evaluatePage } from '#/api/pages.ts'
import { isReadable } from '#/contract/field.ts'

/*
 * Inferred structure of a paged list. The service may ignore the page parameter, repeat rows, change while read,
 * and return wrong totals: evidence decides (G1).
 */

/** A page and its time in epoch milliseconds. */
export interface ListPage {
  readonly page: number
  readonly data: CallsPage
  readonly at: number
}

export interface ListShape {
  /** Rows per page, by the first page (G1). */
  readonly size: number
  readonly newestFirst: boolean
  readonly claimed: number
  readonly claimedAt: number
  readonly isGuess: boolean
  /** From this page the service repeats earlier ones. */
  readonly repeatedFrom: number | null
  /** Pages with another number of rows, ascending. */
  readonly odd: ReadonlyMap<number, number>
  /** First page of each contact key. Mutable, for the lifetime of the list. */
  readonly seen: Map<string, number>
  /** Keys not shown on a page: shown before, or newer than the first page. */
  readonly hidden: ReadonlyMap<number, ReadonlySet<string>>
  /** Unexplained duplicates by page. */
  readonly doubled: ReadonlyMap<number, number>
  readonly lastWithRows: number
  readonly empty: ReadonlySet<number>
  /** Changes between pages may have lost a row. */
  readonly changed: boolean
}

export const MAX_ROWS = 200_000

/** Total by a page's answer; otherwise by its number of pages or next page. */
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

/** Initial shape from the first page. */
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

const visibleRows = (data: CallsPage, hidden: ReadonlySet<string> | undefined): CallsPage['calls'] => {
  const ids = new Set<string>()
  return data.calls.filter((call) => {
    if (!isReadable(call)) return true
    const id = contactKey(call)
    if (ids.has(id) || hidden?.has(id)) return false
    ids.add(id)
    return true
  })
}

const rowsByPage = new WeakMap<CallsPage, { hidden: unknown; rows: CallsPage['calls'] }>()
/** Memoised {@link visibleRows}. */
export const shownRows = ({ hidden }: ListShape, page: number, data: CallsPage): CallsPage['calls'] => {
  const before = rowsByPage.get(data)
  if (before && before.hidden === hidden.get(page)) return before.rows
  const rows = visibleRows(data, hidden.get(page))
  rowsByPage.set(data, { hidden: hidden.get(page), rows })
  return rows
}

/**
 * The shape after more pages; the same object if unchanged.
 * @param pages the first page and later ones, ascending
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
    const { verdict, claim, growth, readable } = evaluatePage(page, contactsOn(data), {
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
    // The first answer counts whatever its page number; pages behind it can't be found.
    if (verdict === 'other' && page === 1) repeatedFrom = 2
    // The service may answer pages past the end with the last one.
    else if (verdict === 'empty' || verdict === 'other') {
      empty.add(page)
      // The answer claims this page exists, but its rows are missing.
      if (verdict === 'other' && page <= Math.max(claim.pages ?? 0, claim.next ?? 0)) changed = true
      if (page < lastWithRows) odd.set(page, 0)
      continue
    }
    lastWithRows = Math.max(lastWithRows, page)
    // Contacts newer than the first page are hidden until a reload.
    const newcomers = before.newestFirst ? Math.max(growth - (page - 1) * before.size, 0) : 0
    const elsewhere = new Set([
      ...data.calls.slice(0, newcomers).flatMap((call) => (isReadable(call) ? [contactKey(call)] : [])),
      ...ids.filter((id) => (seen.get(id) ?? page) < page),
    ])
    for (const id of ids) if (!elsewhere.has(id)) seen.set(id, page)
    // Shown rows stay; only hidden ones can be added.
    if (elsewhere.size !== (hidden.get(page)?.size ?? 0)) hidden.set(page, elsewhere)
    const rows = visibleRows(data, elsewhere).length
    if (rows !== before.size) odd.set(page, rows)
    else odd.delete(page)
    // Rows pushed here by newer contacts are expected.
    if (rows < data.calls.length && growth === 0) doubled.set(page, data.calls.length - rows)
    if (at > claimedAt || page * before.size >= claimed) {
      const length = lengthBy(data, page, before.size)
      claimedAt = Math.max(at, claimedAt)
      const upToHere = (page - 1) * before.size + data.calls.length
      // A total once too small is ignored; a page without next is the end.
      const isEnd = !length.isGuess && length.claimed <= upToHere && page === lastWithRows
      const isDoubtful =
        !isEnd && (length.isGuess || isGuess || length.claimed <= (lastWithRows - 1) * before.size)
      if (isEnd) claimed = upToHere
      else claimed = isDoubtful ? Math.max(claimed, length.claimed) : length.claimed
      isGuess = isDoubtful
    }
  }
  // Empty pages in the middle are skipped; repeated pages have no own rows.
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

/** Index of a page's first row. */
const startOf = ({ size, odd }: ListShape, page: number): number => {
  let start = (page - 1) * size
  for (const [other, rows] of odd) {
    if (other >= page) break
    start -= size - rows
  }
  return start
}

export const lastPageOf = ({ claimed, size }: ListShape): number =>
  Math.max(Math.ceil(Math.min(claimed, MAX_ROWS) / size), 1)

/** First page past the end: it and the next were empty. */
const endOf = (shape: ListShape): number | null => {
  const { empty, lastWithRows } = shape
  const ends = [...empty].filter(
    (page) => page > lastWithRows && (empty.has(page + 1) || page >= lastPageOf(shape)),
  )
  return ends.length === 0 ? null : Math.min(...ends)
}

/**
 * Row count. `about`: no reliable total, and the end is unknown. Totals too large are bisected: the list ends
 * midway between known rows and known absence, and loading there tells more.
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
