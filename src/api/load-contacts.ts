import { contactKey, type CallsPage } from './calls.ts'
import { ApiError, isApiError, retryDelay, shouldRetry, type ApiErrorKind } from './error.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { isReadable } from '#/contract/field.ts'

/** Of the six requests a session may have in flight, so that whoever reads meanwhile does not wait (G19). */
const IN_FLIGHT = 4
/** A service that lies about its totals must not make an export endless. */
const MAX_CONTACTS = 200_000
/** One page may be beyond reach while the others are not; with as many as this the service is down. */
const MAX_FAILED_PAGES = 3
/** As many contacts as a page holds may come on top of the list meanwhile, but hardly so many times as this. */
const MAX_BARREN_PAGES = 10

/** What no other page would escape either: the whole export fails with it. */
const FATAL: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>([
  'aborted',
  'session-ended',
  'principal-changed',
  'forbidden',
  'client-forbidden',
  'not-found',
  'rejected',
])

/**
 * - `failed`: pages that did not come, after all tries
 * - `repeated`: the service sent a page again, or another than the one asked for (G1)
 * - `changed`: contacts left the list meanwhile, so that others may have moved past us
 * - `short`: the service says that there are more than it sends
 * - `capped`: there are more than an export holds
 * - `unreadable`: records without a usable identifier
 * - `doubled`: records that the service lists twice, so that there are fewer contacts than it says
 */
export type Gap = 'failed' | 'repeated' | 'changed' | 'short' | 'capped' | 'unreadable' | 'doubled'

/** Records of one object that are no contacts of their own. */
export interface Faulty {
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

export interface Loaded<Chunk> {
  /** In the order of the list. */
  readonly chunks: readonly Chunk[]
  /** Contacts, each once. */
  readonly count: number
  readonly shortfall: Shortfall | null
  /** Why the last of the failed pages did not come. */
  readonly error: ApiError | null
}

export interface LoaderOptions<Chunk> {
  readonly ask: (page: number, signal: AbortSignal) => Promise<CallsPage>
  /** Turns the contacts of a page that no other page has brought into what is kept of them. */
  readonly take: (calls: readonly ListedCallRead[], page: CallsPage) => Chunk
  /** Resolves after so many milliseconds; rejects when the signal is aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
  readonly maxContacts?: number
}

export interface Loader<Chunk> {
  /**
   * Asks for every page that is not here yet; called again, for those that failed.
   * @param onProgress contacts that have come, and how many there should be
   * @throws ApiError that concerns every page, or the first one
   */
  readonly load: (
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ) => Promise<Loaded<Chunk>>
}

const waitFor = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new ApiError('aborted'))
    })
  })

const askPatiently = async <Chunk>(
  { ask, wait = waitFor }: LoaderOptions<Chunk>,
  page: number,
  signal: AbortSignal,
): Promise<CallsPage> => {
  for (let failures = 0; ; failures++) {
    try {
      return await ask(page, signal)
    } catch (error) {
      if (!shouldRetry(failures, error)) throw error
      await wait(retryDelay(failures, error), signal)
    }
  }
}

/** Whose a record is that nobody can read, if it says so in a way that can be one. */
const oidOf = (raw: unknown): string | null => {
  const oid = typeof raw === 'object' && raw !== null ? (raw as { obj_oid?: unknown }).obj_oid : null
  return typeof oid === 'string' && oid !== '' ? oid : null
}

/** Counts records that are no contacts of their own, by object. */
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

/** What the pages that have come hold and say. */
const createTally = <Chunk>({ take, maxContacts = MAX_CONTACTS }: LoaderOptions<Chunk>) => {
  const ids = new Set<string>()
  const chunks = new Map<number, Chunk[]>()
  /** What each page's answer said the total was. */
  const totals = new Map<number, number>()
  const gaps = new Set<Gap>()
  const faulty = createFaulty()
  let barrenPages = 0
  let firstTotal: number | null = null
  let total = 0
  let lastPage = 1

  /** @returns whether the list goes on behind this page */
  const add = (page: number, answer: CallsPage): boolean => {
    const { calls, pagination } = answer
    const said = pagination?.total_objects ?? null
    const pages = Math.max(pagination?.total_pages ?? 0, pagination?.next_page ?? 0)
    const growth = said === null ? 0 : said - (firstTotal ?? said)
    firstTotal ??= said
    total = page === 1 ? Math.max(total, said ?? 0, calls.length) : total
    // Whoever leaves makes those behind move up, past pages that have been asked for already.
    if (growth < 0) gaps.add('changed')
    if (calls.length === 0) {
      if (page > 1 && page <= pages) gaps.add('short')
      return false
    }
    if ((pagination?.current_page ?? page) !== page) {
      // A list that has become shorter may answer with its last page instead.
      if (page <= pages) gaps.add('repeated')
      return false
    }
    const known = ids.size
    const readable = calls.filter(isReadable)
    const fresh = readable.filter((call) => {
      const id = contactKey(call)
      if (ids.has(id)) return false
      if (ids.size + faulty.unreadable() < maxContacts) ids.add(id)
      else gaps.add('capped')
      return ids.has(id)
    })
    const before = chunks.get(page)
    if (before === undefined && readable.length > 0 && ids.size === known && !gaps.has('capped')) {
      barrenPages++
      // As many as a page holds may have come on top: then a page may well hold only known ones.
      if (growth < calls.length || barrenPages > MAX_BARREN_PAGES) {
        gaps.add('repeated')
        return false
      }
    }
    if (before === undefined) {
      for (const call of calls) if (!isReadable(call)) faulty.add('unreadable', oidOf(call.raw))
      // In a list that has not grown meanwhile nothing has moved: what comes again is there twice.
      if (growth === 0 && !gaps.has('capped')) {
        const kept = new Set(fresh)
        for (const call of readable) if (!kept.has(call)) faulty.add('doubled', call.obj_oid)
      }
    }
    if (said !== null) totals.set(page, said)
    lastPage = Math.max(lastPage, pages)
    chunks.set(page, [take(fresh, answer), ...(before ?? [])])
    if (ids.size + faulty.unreadable() >= maxContacts && page < lastPage) gaps.add('capped')
    return !gaps.has('capped')
  }

  return {
    add,
    gaps,
    has: (page: number) => chunks.has(page),
    lastPage: () => lastPage,
    /**
     * Contacts that came on top after this page was read and before the one in front of it was have moved from that one
     * to this one unseen. The totals tell: they only grow while nothing leaves.
     */
    isBehind: (page: number) => (totals.get(page) ?? Infinity) < (totals.get(page - 1) ?? 0),
    progress: (): [done: number, total: number] => [
      ids.size + faulty.unreadable(),
      Math.max(total, ids.size + faulty.unreadable()),
    ],
    result: (error: ApiError | null): Loaded<Chunk> => {
      const [unreadable, doubled] = [faulty.unreadable(), faulty.doubled()]
      const all = Math.max(total, ids.size + unreadable)
      const found = new Set(gaps)
      if (error !== null) found.add('failed')
      if (unreadable > 0) found.add('unreadable')
      const isExplained = (['failed', 'repeated', 'changed', 'capped'] as const).some((gap) => found.has(gap))
      if (!isExplained && ids.size + unreadable < all)
        found.add(ids.size + unreadable + doubled >= all ? 'doubled' : 'short')
      return {
        chunks: [...chunks].toSorted(([a], [b]) => a - b).flatMap(([, chunk]) => chunk),
        count: ids.size,
        shortfall:
          found.size === 0
            ? null
            : { loaded: ids.size, total: all, unreadable, doubled, faulty: faulty.all(), gaps: [...found] },
        error,
      }
    },
  }
}

/**
 * Loads a journal page by page, four requests at a time. Every contact comes once, whatever comes on top of the list
 * while it is loaded, and the end is found whatever the service says about it. What is not whole is said to be not.
 */
export const createLoader = <Chunk>(options: LoaderOptions<Chunk>): Loader<Chunk> => {
  const tally = createTally(options)

  const load: Loader<Chunk>['load'] = async (signal, onProgress) => {
    const stop = new AbortController()
    const either = AbortSignal.any([signal, stop.signal])
    const failed = new Map<number, ApiError>()
    let next = 1

    const loadPage = async (page: number) => {
      try {
        const answer = await askPatiently(options, page, either)
        if (stop.signal.aborted) return
        if (!tally.add(page, answer)) stop.abort()
        onProgress(...tally.progress())
      } catch (error) {
        if (stop.signal.aborted && !signal.aborted) return
        if (!isApiError(error) || FATAL.has(error.kind) || page === 1) throw error
        failed.set(page, error)
        if (failed.size >= MAX_FAILED_PAGES) stop.abort()
      }
    }
    const hasNext = () => {
      while (tally.has(next)) next++
      return !stop.signal.aborted && next <= tally.lastPage()
    }
    const loadPages = async () => {
      while (hasNext()) await loadPage(next++)
    }

    try {
      // The first page says how many there are.
      if (hasNext()) await loadPage(next++)
      while (hasNext()) {
        await Promise.all(Array.from({ length: IN_FLIGHT }, loadPages))
        for (let page = 2; page <= tally.lastPage() && !stop.signal.aborted; page++)
          if (tally.isBehind(page)) await loadPage(page)
      }
    } finally {
      stop.abort()
    }
    if (signal.aborted) throw new ApiError('aborted')
    return tally.result([...failed.values()].at(-1) ?? null)
  }
  return { load }
}
