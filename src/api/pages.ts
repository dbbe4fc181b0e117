import { isReadable, type Unreadable } from '#/contract/field.ts'
import type { PaginationRead } from '#/contract/pagination.ts'

/*
 * The only reader of `meta.pagination` (G1). A service may ignore the page parameter, send a page again, gain and lose
 * records while they are read, and be wrong about its totals: each answer is judged here before any of it counts.
 * Lists that are read from one end go through `readPages` or, several pages at a time, `createLoader`; the journal, which
 * jumps, keeps what `judgePage` tells it in its list shape.
 */

/** One page of a list as it came. */
export interface Page<R> {
  readonly records: readonly (R | Unreadable)[]
  readonly pagination: PaginationRead | null
}

/** What an answer says of its list, as far as it can be meant. */
export interface PageClaim {
  /** Which page it says it is. */
  readonly current: number | null
  readonly next: number | null
  /** How many pages there are; null: it does not say. */
  readonly pages: number | null
  /** How many records there are; null: it does not say, or says fewer than it holds itself. */
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

/** What a service would say of a list of ours: null is what it does not say. */
export const sayOf = (
  page: number,
  { pages, hasNext, total }: { pages: number | null; hasNext: boolean; total: number | null },
): PaginationRead => ({
  current_page: page,
  next_page: hasNext ? page + 1 : null,
  prev_page: page > 1 ? page - 1 : null,
  total_pages: pages,
  total_objects: total,
})

/** What came before a page, as far as judging it needs to know. */
export interface Before<R> {
  /** Tells a record from every other of the list. */
  readonly keyOf: (record: R) => string
  /** Whether another page has brought the record. */
  readonly isKnown: (key: string) => boolean
  /** The total of the list's first answer; null: none has said one. */
  readonly firstTotal: number | null
}

export interface Judgement<R> {
  /**
   * - `page`: what was asked for, with something new in it, or with room for the new records the totals speak of
   * - `empty`: there is nothing on it
   * - `other`: by its own word not the page asked for
   * - `repeated`: nothing but records that other pages have brought
   */
  readonly verdict: 'page' | 'empty' | 'other' | 'repeated'
  readonly claim: PageClaim
  /** Records that the list has gained since its first answer by the service's own word; negative: lost. */
  readonly growth: number
  readonly readable: readonly R[]
  /** Those that no other page has brought, each once. */
  readonly fresh: readonly R[]
}

/** Judges the answer to a request for a page. @param page from 1 */
export const judgePage = <R>(
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
  // As many as a page holds may have come on top meanwhile: then a page may well hold only known ones.
  const isRepeated = page > 1 && readable.length > 0 && fresh.length === 0 && growth < length
  const isOther = (claim.current ?? page) !== page
  const verdict = isOther ? 'other' : length === 0 ? 'empty' : isRepeated ? 'repeated' : 'page'
  return { verdict, claim, growth, readable, fresh }
}

/**
 * - `failed`: pages that did not come, after all tries
 * - `repeated`: the service sent a page again, or another than the one asked for (G1)
 * - `changed`: records left the list meanwhile, so that others may have moved past us
 * - `short`: the service says that there are more than it sends
 * - `capped`: there are more than are wanted
 * - `unreadable`: records without a usable identifier
 * - `doubled`: records that the service lists twice, so that there are fewer than it says
 * - `callers`: all are here, and some of their callers are still to be read by today's rule (our archive only)
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

/** Whether everything the list has is here, though some of it may be unreadable or listed twice. */
export const isWhole = (gaps: readonly Gap[]): boolean =>
  gaps.every((gap) => gap === 'unreadable' || gap === 'doubled' || gap === 'callers')

/** Records of one object that are not contacts of their own. */
interface Faulty {
  /** Null: they do not say whose they are. */
  readonly oid: string | null
  readonly unreadable: number
  readonly doubled: number
}

/** What is missing from an incomplete list. */
export interface Shortfall {
  readonly loaded: number
  /** How many there should be, by the service's own word. */
  readonly total: number
  readonly unreadable: number
  readonly doubled: number
  /** Where these are. */
  readonly faulty: readonly Faulty[]
  readonly gaps: readonly Gap[]
}

/** Counts records that are not contacts of their own, by object. */
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

/** As many records as a page holds may come on top of the list meanwhile, but hardly so many times as this. */
const MAX_BARREN_PAGES = 10

export interface TallyOptions<R> {
  readonly keyOf: (record: R) => string
  /** The object that a record belongs to; null: it does not say. */
  readonly ownerOf?: (record: R | Unreadable) => string | null
  /** How many records are wanted. */
  readonly most?: number
}

/** Records may be missing behind a page (0: the list's beginning) and in front of another (null: the list's end). */
export interface ListHole {
  readonly after: number
  readonly before: number | null
}

export interface PageTally<R, Chunk> {
  /**
   * Takes an answer in, whatever the order in which they come.
   * @param take turns the records that no other page has brought into what is kept of them
   * @returns whether the list goes on behind this page
   */
  readonly add: (page: number, answer: Page<R>, take: (fresh: readonly R[]) => Chunk) => boolean
  readonly has: (page: number) => boolean
  readonly lastPage: () => number
  /**
   * Records that came on top after this page was read and before the one in front of it was have moved from that one to
   * this one unseen. The totals tell: they only grow while nothing leaves.
   */
  readonly isBehind: (page: number) => boolean
  readonly progress: () => [done: number, total: number]
  /** In the order of the list. */
  readonly chunks: () => Chunk[]
  /** Different records that are here. */
  readonly count: () => number
  /** How many there should be, by the first page's word; null: it did not say. */
  readonly total: () => number | null
  /** Where records are missing or may be, as far as the pages tell; before all have come, also where they are still to come. */
  readonly holes: () => readonly ListHole[]
  /**
   * What is missing; null: nothing is.
   * @param found what only the one who asks can know
   * @param isAll false: the end of the list was not wanted
   */
  readonly shortfall: (found?: readonly Gap[], isAll?: boolean) => Shortfall | null
}

/** What the pages that have come hold and say. */
export const createTally = <R, Chunk>({
  keyOf,
  ownerOf = () => null,
  most = Infinity,
}: TallyOptions<R>): PageTally<R, Chunk> => {
  const keys = new Set<string>()
  const chunks = new Map<number, Chunk[]>()
  /** What each page's answer said the total was. */
  const totals = new Map<number, number>()
  const gaps = new Set<Gap>()
  const faulty = createFaulty()
  let barrenPages = 0
  let firstTotal: number | null = null
  let total = 0
  let saidTotal: number | null = null
  let lastPage = 1
  /** Behind this page there is nothing, whatever other answers have claimed. */
  let endPage = Infinity
  const here = () => keys.size + faulty.unreadable()

  const add: PageTally<R, Chunk>['add'] = (page, answer, take) => {
    const isKnown = (key: string) => keys.has(key)
    const { verdict, claim, growth, readable, fresh } = judgePage(page, answer, {
      keyOf,
      isKnown,
      firstTotal,
    })
    const pages = Math.max(claim.pages ?? 0, claim.next ?? 0)
    firstTotal ??= claim.total
    if (page === 1) {
      total = Math.max(total, claim.total ?? 0, answer.records.length)
      saidTotal = claim.total
    }
    // Whatever leaves makes the records behind it move up, past pages that have been asked for already.
    if (growth < 0) gaps.add('changed')
    if (verdict === 'empty') {
      if (page > 1 && page <= pages) gaps.add('short')
      else endPage = Math.min(endPage, page - 1)
      return false
    }
    if (verdict === 'other' && page > 1) {
      // A list that has become shorter may answer with its last page instead.
      if (page <= pages) gaps.add('repeated')
      else endPage = Math.min(endPage, page - 1)
      return false
    }
    const before = chunks.get(page)
    const kept = fresh.slice(0, Math.max(most - here(), 0))
    if (kept.length < fresh.length) gaps.add('capped')
    if (before === undefined && readable.length > 0 && fresh.length === 0) {
      barrenPages++
      if (verdict === 'repeated' || barrenPages > MAX_BARREN_PAGES) {
        gaps.add('repeated')
        return false
      }
    }
    for (const record of kept) keys.add(keyOf(record))
    if (before === undefined) {
      for (const record of answer.records) if (!isReadable(record)) faulty.add('unreadable', ownerOf(record))
      // In a list that has not grown meanwhile nothing has moved: what comes again is there twice.
      if (growth === 0 && !gaps.has('capped')) {
        const once = new Set(fresh)
        for (const record of readable) if (!once.has(record)) faulty.add('doubled', ownerOf(record))
      }
    }
    if (claim.total !== null) totals.set(page, claim.total)
    lastPage = Math.max(lastPage, pages)
    chunks.set(page, [take(kept), ...(before ?? [])])
    // The first answer is of this list, whichever page it says it is; no page behind it can be found.
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
    total: () => saidTotal,
    holes: () => {
      const holes: ListHole[] = []
      let after = 0
      for (const page of [...chunks.keys()].toSorted((a, b) => a - b)) {
        // Records that left the list in between have moved the first ones of this page to the end of the one before.
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

/** Hard cap on the pages of one list: a service that lies about its totals must not keep us asking. */
const MAX_PAGES = 1_000

export interface ReadPagesOptions<R> {
  /** @param page from 1 */
  readonly ask: (page: number) => Promise<Page<R>>
  readonly keyOf: (record: R) => string
  /** After a page, of its records that no page before it had: the rest of the list is not wanted. */
  readonly isEnough?: (fresh: readonly R[]) => boolean
  readonly mostPages?: number
}

export interface PageList<R> {
  /** In the service's order, each once; where they stood, those that cannot be read. */
  readonly rows: readonly (R | Unreadable)[]
  /** `rows` that can be read. */
  readonly records: readonly R[]
  /** How many there are by the service's own word; null: it does not say. */
  readonly total: number | null
  /** What is missing of the part that was wanted. */
  readonly gaps: readonly Gap[]
}

/**
 * A list page by page, one after another, to its end or as far as is wanted.
 * @throws ApiError of the page that did not come
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
