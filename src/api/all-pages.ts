import { isReadable, type Unreadable } from '#/contract/field.ts'
import type { PaginationRead } from '#/contract/pagination.ts'

/** Hard cap on the pages of one list: a service that lies about its totals must not keep us asking. */
const MAX_PAGES = 500

export interface Page<R> {
  readonly records: readonly (R | Unreadable)[]
  readonly pagination: PaginationRead | null
}

export interface AllPages<R> {
  /** In the service's order, each once. */
  readonly records: readonly R[]
  /** Records without a usable identifier. */
  readonly unreadable: number
  /** False: the service sent a page again, or another than the one asked for (G1), or went on beyond all measure. */
  readonly isWhole: boolean
}

/**
 * All pages of a list, one after another, or as many as are enough.
 * @param ask page from 1
 * @param keyOf tells a record from every other of the list
 * @param isEnough after a page, of its records that no page before it had
 * @throws ApiError of the page that did not come
 */
export const allPages = async <R>(
  ask: (page: number) => Promise<Page<R>>,
  keyOf: (record: R) => string,
  isEnough: (fresh: readonly R[]) => boolean = () => false,
): Promise<AllPages<R>> => {
  const byKey = new Map<string, R>()
  let unreadable = 0
  const result = (isWhole: boolean) => ({ records: [...byKey.values()], unreadable, isWhole })
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { records, pagination } = await ask(page)
    if (records.length === 0) return result(true)
    if ((pagination?.current_page ?? page) !== page) return result(false)
    const readable = records.filter(isReadable)
    const fresh = readable.filter((record) => !byKey.has(keyOf(record)))
    if (page > 1 && readable.length > 0 && fresh.length === 0) return result(false)
    for (const record of fresh) byKey.set(keyOf(record), record)
    unreadable += records.length - readable.length
    const pages = Math.max(pagination?.total_pages ?? 0, pagination?.next_page ?? 0)
    if (page >= pages || isEnough(fresh)) return result(true)
  }
  return result(false)
}
