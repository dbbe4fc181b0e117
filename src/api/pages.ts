import { isReadable, type Unreadable } from '#/contract/field.ts'
import type { PaginationRead } from '#/contract/pagination.ts'

/*
 * The only reader of `meta.pagination` (G1). Services may ignore the page, repeat pages, change during the read
 * and return wrong totals, so every answer is judged. Sequential reads use `readPages`, parallel ones
 * `createLoader`; the journal, with random access, keeps `evaluatePage` results in its list shape.
 */

export interface Page<R> {
  readonly records: readonly (R | Unreadable)[]
  readonly pagination: PaginationRead | null
}

export interface PageClaim {
  readonly current: number | null
  readonly next: number | null
  /** Null: not given. */
  readonly pages: number | null
  /** Null: not given, or less than the page has. */
  readonly total: number | null
}

const positive = (number: number | null | undefined): number | null =>
  typeof number === 'number' && number > 0 ? number : null

export const claimOf = ({ records, pagination }: Page<unknown>): PageClaim => {
  const total = pagination?.total_objects ?? null
  return {
    current: positive(pagination?.current_page),
    next: positive(pagination?.next_page),
    pages: positive(pagination?.total_pages),
    total: total !== null && total >= records.length ? total : null,
  }
}

/** Pagination for answers of our own. */
export const claimedPagination = (
  page: number,
  { pages, hasNext, total }: { pages: number | null; hasNext: boolean; total: number | null },
): PaginationRead => ({
  current_page: page,
  next_page: hasNext ? page + 1 : null,
  prev_page: page > 1 ? page - 1 : null,
  total_pages: pages,
  total_objects: total,
})

/** Known pages, as far as needed to judge another. */
export interface Before<R> {
  /** Unique key in the list. */
  readonly keyOf: (record: R) => string
  /** On another page. */
  readonly isKnown: (key: string) => boolean
  /** Total of the first answer; null: none. */
  readonly firstTotal: number | null
}

export interface Judgement<R> {
  /**
   * - `page`: as requested, with new records or room for new ones by the totals - `empty` - `other`: claims
   * another page - `repeated`: only known records
   */
  readonly verdict: 'page' | 'empty' | 'other' | 'repeated'
  readonly claim: PageClaim
  /** Records gained since the first answer; negative: lost. */
  readonly growth: number
  readonly readable: readonly R[]
  /** New records, deduplicated. */
  readonly fresh: readonly R[]
}

/** Judges the answer to a request for a page. @param page from 1 */
export const evaluatePage = <R>(
  page: number,
  answer: Page<R>,
  { keyOf, isKnown, firstTotal }: Before<R>,
): Judgement<R> => {
  const claim = claimOf(answer)
  const growth = claim.total === null || firstTotal === null ? 0 : claim.total - firstTotal
  const readable = answer.records.filter(isReadable)
  const own = new Set<string>()
  const fresh = readable.filter((record) => {
    const key = keyOf(record)
    const isFresh = !own.has(key) && !isKnown(key)
    own.add(key)
    return isFresh
  })
  const { length } = answer.records
  // A full page of newer records may shift known ones here.
  const isRepeated = page > 1 && readable.length > 0 && fresh.length === 0 && growth < length
  const isOther = (claim.current ?? page) !== page
  const verdict = isOther ? 'other' : length === 0 ? 'empty' : isRepeated ? 'repeated' : 'page'
  return { verdict, claim, growth, readable, fresh }
}

/**
 * - `failed`: pages failed after all retries - `repeated`: the service repeats or swaps pages (G1) - `changed`:
 * records were removed, so others may have been skipped - `short`: fewer than claimed - `capped`: limit reached -
 * `unreadable`: records without id - `doubled`: duplicates - `callers`: callers must be parsed again by current
 * rules (archive only)
 */
export type Gap =
  | 'failed'
  | 'repeated'
  | 'changed'
  | 'short'
  | 'capped'
  | 'unreadable'
  | 'doubled'
  | 'callers'

/** Complete apart from unreadable and duplicate records. */
export const isComplete = (gaps: readonly Gap[]): boolean =>
  gaps.every((gap) => gap === 'unreadable' || gap === 'doubled' || gap === 'callers')

interface Faulty {
  /** Null: unknown. */
  readonly oid: string | null
  readonly unreadable: number
  readonly doubled: number
}

export interface Shortfall {
  readonly loaded: number
  /** By the service. */
  readonly total: number
  readonly unreadable: number
  readonly doubled: number
  readonly faulty: readonly Faulty[]
  readonly gaps: readonly Gap[]
}

const createFaulty = () => {
  const byOid = new Map<string | null, Faulty>()
  const sum = (of: 'unreadable' | 'doubled') => [...byOid.values()].reduce((all, one) => all + one[of], 0)
  return {
    add: (of: 'unreadable' | 'doubled', oid: string | null) => {
      const before = byOid.get(oid) ?? { oid, unreadable: 0, doubled: 0 }
      byOid.set(oid, { ...before, [of]: before[of] + 1 })
    },
    unreadable: () => sum('unreadable'),
    doubled: () => sum('doubled'),
    all: () => [...byOid.values()],
  }
}

/** Limit of pages without new records. */
const MAX_BARREN_PAGES = 10

export interface TallyOptions<R> {
  readonly keyOf: (record: R) => string
  /** The object that a record belongs to; null: it does not say. */
  readonly ownerOf?: (record: R | Unreadable) => string | null
  readonly most?: number
}

/** Records may be missing after a page (0: start) and before another (null: end). */
export interface ListHole {
  readonly after: number
  readonly before: number | null
}

export interface PageTally<R, Chunk> {
  /**
   * Adds an answer, in any order.
   * @param take converts new records to stored ones
   * @returns whether the list continues
   */
  readonly add: (page: number, answer: Page<R>, take: (fresh: readonly R[]) => Chunk) => boolean
  readonly has: (page: number) => boolean
  readonly lastPage: () => number
  /** Whether records may have moved between this page and the previous one unseen, by their totals. */
  readonly isBehind: (page: number) => boolean
  readonly progress: () => [done: number, total: number]
  /** In list order. */
  readonly chunks: () => Chunk[]
  readonly count: () => number
  /** By the first page; null: unknown. */
  readonly total: () => number | null
  readonly holes: () => readonly ListHole[]
  /**
   * Null: complete.
   * @param found gaps known to the caller
   * @param isAll false: the end wasn't wanted
   */
  readonly shortfall: (found?: readonly Gap[], isAll?: boolean) => Shortfall | null
}

export const createTally = <R, Chunk>({
  keyOf,
  ownerOf = () => null,
  most = Infinity,
}: TallyOptions<R>): PageTally<R, Chunk> => {
  const keys = new Set<string>()
  const chunks = new Map<number, Chunk[]>()
  const totals = new Map<number, number>()
  const gaps = new Set<Gap>()
  const faulty = createFaulty()
  let barrenPages = 0
  let firstTotal: number | null = null
  let total = 0
  let claimedTotal: number | null = null
  let lastPage = 1
  /** End of the list, whatever answers claimed. */
  let endPage = Infinity
  const here = () => keys.size + faulty.unreadable()

  const add: PageTally<R, Chunk>['add'] = (page, answer, take) => {
    const isKnown = (key: string) => keys.has(key)
    const { verdict, claim, growth, readable, fresh } = evaluatePage(page, answer, {
      keyOf,
      isKnown,
      firstTotal,
    })
    const pages = Math.max(claim.pages ?? 0, claim.next ?? 0)
    firstTotal ??= claim.total
    if (page === 1) {
      total = Math.max(total, claim.total ?? 0, answer.records.length)
      claimedTotal = claim.total
    }
    // Removals shift later records past pages already read.
    if (growth < 0) gaps.add('changed')
    if (verdict === 'empty') {
      if (page > 1 && page <= pages) gaps.add('short')
      else endPage = Math.min(endPage, page - 1)
      return false
    }
    if (verdict === 'other' && page > 1) {
      if (page <= pages) gaps.add('repeated')
      else endPage = Math.min(endPage, page - 1)
      return false
    }
    const before = chunks.get(page)
    const added = fresh.slice(0, Math.max(most - here(), 0))
    if (added.length < fresh.length) gaps.add('capped')
    if (before === undefined && readable.length > 0 && fresh.length === 0) {
      barrenPages++
      if (verdict === 'repeated' || barrenPages > MAX_BARREN_PAGES) {
        gaps.add('repeated')
        return false
      }
    }
    for (const record of added) keys.add(keyOf(record))
    if (before === undefined) {
      for (const record of answer.records) if (!isReadable(record)) faulty.add('unreadable', ownerOf(record))
      // Without growth nothing moved, so repeats are duplicates.
      if (growth === 0 && !gaps.has('capped')) {
        const once = new Set(fresh)
        for (const record of readable) if (!once.has(record)) faulty.add('doubled', ownerOf(record))
      }
    }
    if (claim.total !== null) totals.set(page, claim.total)
    lastPage = Math.max(lastPage, pages)
    chunks.set(page, [take(added), ...(before ?? [])])
    // The first answer counts whatever its page number; later pages can't be found.
    if (verdict === 'other') gaps.add('repeated')
    if (here() >= most && page < lastPage) gaps.add('capped')
    return verdict !== 'other' && !gaps.has('capped')
  }

  return {
    add,
    has: (page) => chunks.has(page),
    lastPage: () => lastPage,
    isBehind: (page) => (totals.get(page) ?? Infinity) < (totals.get(page - 1) ?? 0),
    progress: () => [here(), Math.max(total, here())],
    chunks: () => [...chunks].toSorted(([a], [b]) => a - b).flatMap(([, chunk]) => chunk),
    count: () => keys.size,
    total: () => claimedTotal,
    holes: () => {
      const holes: ListHole[] = []
      let after = 0
      for (const page of [...chunks.keys()].toSorted((a, b) => a - b)) {
        // Removals between two reads moved this page's first records to the previous one.
        const hasShrunk = (totals.get(page) ?? Infinity) < (totals.get(after) ?? 0)
        if (page > after + 1 || hasShrunk) holes.push({ after, before: page })
        after = page
      }
      const isShort = holes.length === 0 && here() + faulty.doubled() < total
      if (after < Math.min(lastPage, endPage) || gaps.has('capped') || isShort)
        holes.push({ after, before: null })
      return holes
    },
    shortfall: (known = [], isAll = true) => {
      const [unreadable, doubled] = [faulty.unreadable(), faulty.doubled()]
      const all = Math.max(total, here())
      const found = new Set([...gaps, ...known])
      if (unreadable > 0) found.add('unreadable')
      const isExplained = (['failed', 'repeated', 'changed', 'capped'] as const).some((gap) => found.has(gap))
      if (isAll && !isExplained && here() < all) found.add(here() + doubled >= all ? 'doubled' : 'short')
      if (found.size === 0) return null
      return { loaded: keys.size, total: all, unreadable, doubled, faulty: faulty.all(), gaps: [...found] }
    },
  }
}

/** Limit for services with absurd totals. */
const MAX_PAGES = 1_000

export interface ReadPagesOptions<R> {
  /** @param page from 1 */
  readonly ask: (page: number) => Promise<Page<R>>
  readonly keyOf: (record: R) => string
  /** Whether the rest can be skipped, by new records of a page. */
  readonly isEnough?: (fresh: readonly R[]) => boolean
  readonly mostPages?: number
}

export interface PageList<R> {
  readonly rows: readonly (R | Unreadable)[]
  readonly records: readonly R[]
  /** By the service; null: unknown. */
  readonly total: number | null
  readonly gaps: readonly Gap[]
}

/**
 * Reads a list sequentially, to the end or until enough.
 * @throws ApiError
 */
export const readPages = async <R>({
  ask,
  keyOf,
  isEnough = () => false,
  mostPages = MAX_PAGES,
}: ReadPagesOptions<R>): Promise<PageList<R>> => {
  const tally = createTally<R, readonly (R | Unreadable)[]>({ keyOf })
  const result = (found: readonly Gap[] = [], isAll = true): PageList<R> => {
    const rows = tally.chunks().flat()
    return {
      rows,
      records: rows.filter(isReadable),
      total: tally.total(),
      gaps: tally.shortfall(found, isAll)?.gaps ?? [],
    }
  }
  for (let page = 1; ; page++) {
    const answer = await ask(page)
    let fresh: readonly R[] = []
    const goesOn = tally.add(page, answer, (taken) => {
      fresh = taken
      const left = new Set<R | Unreadable>(taken)
      return answer.records.filter((record) => !isReadable(record) || left.delete(record))
    })
    if (!goesOn || page >= tally.lastPage()) return result()
    if (isEnough(fresh)) return result([], false)
    if (page >= mostPages) return result(['capped'])
  }
}
