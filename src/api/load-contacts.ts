import type { ListedCallRead } from '#/contract/call.ts'
import { isReadable, type Unreadable } from '#/contract/field.ts'
import { contactKey, contactsOn, type CallsPage } from './calls.ts'
import { ApiError, isApiError, type ApiErrorKind } from './error.ts'
import { createTally, type ListHole, type Shortfall } from './pages.ts'
import { createRequestQueue, patiently, type RequestQueue } from './queue.ts'

/** A service that lies about its totals must not make an export endless. */
const MAX_CONTACTS = 200_000
/** One page may be beyond reach while the others are not; with as many as this the service is down. */
const MAX_FAILED_PAGES = 3

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

/** No other request would escape it either. */
export const isFatal = (error: unknown): boolean => !isApiError(error) || FATAL.has(error.kind)

export interface LoadedContacts<Chunk> {
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
  /** Of several lists that are loaded at once: they share its places. */
  readonly requests?: RequestQueue
}

interface Loader<Chunk> {
  /**
   * Asks for every page that is not here yet; called again, for those that failed.
   * @param onProgress contacts that have come, and how many there should be
   * @throws ApiError that concerns every page, or the first one
   */
  readonly load: (
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ) => Promise<LoadedContacts<Chunk>>
}

/** The loader of one list. */
export interface ListLoader<Chunk> extends Loader<Chunk> {
  /** Where contacts are missing of what has come so far. */
  readonly holes: () => readonly ListHole[]
}

/** Whose a record is, if it says so in a way that can be one. */
const ownerOf = (record: ListedCallRead | Unreadable): string | null => {
  const raw = isReadable(record) ? record : record.raw
  const oid = typeof raw === 'object' && raw !== null && 'obj_oid' in raw ? raw.obj_oid : null
  return typeof oid === 'string' && oid !== '' ? oid : null
}

/**
 * Loads a journal page by page, four requests at a time. Every contact comes once, whatever comes on top of the list
 * while it is loaded, and the end is found whatever the service says about it. What is not whole is said to be not.
 */
export const createLoader = <Chunk>({
  ask,
  take,
  wait,
  maxContacts = MAX_CONTACTS,
  requests = createRequestQueue(),
}: LoaderOptions<Chunk>): ListLoader<Chunk> => {
  const tally = createTally<ListedCallRead, Chunk>({ keyOf: contactKey, ownerOf, most: maxContacts })

  const load: Loader<Chunk>['load'] = async (signal, onProgress) => {
    const stop = new AbortController()
    const either = AbortSignal.any([signal, stop.signal])
    const failed = new Map<number, ApiError>()
    let next = 1

    const loadPage = async (page: number) => {
      try {
        const answer = await patiently(() => ask(page, either), either, wait)
        if (stop.signal.aborted) return
        if (!tally.add(page, contactsOn(answer), (fresh) => take(fresh, answer))) stop.abort()
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

    try {
      // The first page says how many there are.
      if (hasNext()) await loadPage(next++)
      while (hasNext()) {
        await requests.each(() => (hasNext() ? next++ : undefined), loadPage)
        for (let page = 2; page <= tally.lastPage() && !stop.signal.aborted; page++)
          if (tally.isBehind(page)) await loadPage(page)
      }
    } finally {
      stop.abort()
    }
    if (signal.aborted) throw new ApiError('aborted')
    return {
      chunks: tally.chunks(),
      count: tally.count(),
      shortfall: tally.shortfall(failed.size > 0 ? ['failed'] : []),
      error: [...failed.values()].at(-1) ?? null,
    }
  }
  return { load, holes: tally.holes }
}
