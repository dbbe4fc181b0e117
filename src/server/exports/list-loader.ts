import { listedCall, type ListedCallRead } from '#/contract/call.ts'
import { isReadable, records, type Unreadable } from '#/contract/field.ts'
import type { PaginationRead } from '#/contract/pagination.ts'
import { createTally, type Shortfall } from '#/api/pages.ts'
import { parseSharedJson, type SharedJson } from '#/server/threads/shared-json.ts'

export interface ExportPage {
  readonly contacts: SharedJson
  readonly pagination: PaginationRead | null
  readonly titles: readonly (readonly [oid: string, title: string | null])[]
  readonly statuses: readonly (readonly [name: string, code: number])[]
}

/** A page failed after all retries; others may succeed. */
export class PageMissing extends Error {
  override readonly name = 'PageMissing'
}

/** Limits an export when the service's totals are wrong. */
const MAX_CONTACTS = 200_000
/** After this many missing pages the service counts as down. */
const MAX_MISSING_PAGES = 3
/** Of the six parallel requests of a session (G19): the rest is left to its user. */
const AT_ONCE = 4

interface LoadedList<Row> {
  readonly rows: readonly Row[]
  /** Contacts. */
  readonly count: number
  readonly shortfall: Shortfall | null
}

const listed = records(listedCall).lenient

const recordsOf = (json: SharedJson): readonly (ListedCallRead | Unreadable)[] => {
  const read = listed.safeParse(parseSharedJson(json))
  return read.success ? read.data : []
}

const ownerOf = (record: ListedCallRead | Unreadable): string | null => {
  const raw = isReadable(record) ? record : record.raw
  const oid = typeof raw === 'object' && raw !== null && 'obj_oid' in raw ? raw.obj_oid : null
  return typeof oid === 'string' && oid !== '' ? oid : null
}

/**
 * Loads a list page by page, four in parallel. Each contact once, even when new ones shift the pages; finds
 * the end whatever totals say (G1).
 * @param ask throws PageMissing; other errors end the loading
 * @param take converts new contacts of a page into rows, or into one chunk for all of them
 * @returns loads missing pages; can be called again
 */
export const createListLoader = <Row>({
  ask,
  take,
  maxContacts = MAX_CONTACTS,
}: {
  readonly ask: (page: number) => Promise<ExportPage>
  readonly take: (calls: readonly ListedCallRead[], page: ExportPage) => Row[]
  readonly maxContacts?: number
}) => {
  const tally = createTally<ListedCallRead, Row[]>({
    keyOf: ({ obj_oid, id }) => `${obj_oid} ${id}`,
    ownerOf,
    most: maxContacts,
  })

  return async (onProgress: (done: number, total: number) => void): Promise<LoadedList<Row>> => {
    const missing = new Set<number>()
    let isOver = false
    let next = 1

    const load = async (page: number) => {
      try {
        const answer = await ask(page)
        if (isOver) return
        const read = { records: recordsOf(answer.contacts), pagination: answer.pagination }
        if (!tally.add(page, read, (fresh) => take(fresh, answer))) isOver = true
        onProgress(...tally.progress())
      } catch (error) {
        if (isOver && error instanceof PageMissing) return
        isOver ||= !(error instanceof PageMissing) || page === 1
        if (isOver) throw error
        missing.add(page)
        isOver = missing.size >= MAX_MISSING_PAGES
      }
    }
    const goesOn = (page: number) => !isOver && page <= tally.lastPage()
    const hasNext = () => {
      while (tally.has(next)) next++
      return goesOn(next)
    }
    const loadOn = async () => {
      while (hasNext()) await load(next++)
    }

    if (hasNext()) await load(next++)
    while (hasNext()) {
      await Promise.all(Array.from({ length: AT_ONCE }, loadOn))
      for (let page = 2; goesOn(page); page++) if (tally.isBehind(page)) await load(page)
    }
    return {
      rows: tally.chunks().flat(),
      count: tally.count(),
      shortfall: tally.shortfall(missing.size > 0 ? ['failed'] : []),
    }
  }
}
