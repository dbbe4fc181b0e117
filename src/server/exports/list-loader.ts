import { listedCall, type ListedCallRead } from '#/contract/call.ts'
import { isReadable, records, type Unreadable } from '#/contract/field.ts'
import type { PaginationRead } from '#/contract/pagination.ts'
import { createTally, type Shortfall } from '#/api/pages.ts'

/** A page of a list, as the thread that writes the file is given it. */
export interface ExportPage {
  /** JSON of an array of records: a text goes from thread to thread in a fraction of the time. */
  readonly contacts: string
  readonly pagination: PaginationRead | null
  readonly titles: readonly (readonly [oid: string, title: string | null])[]
  readonly statuses: readonly (readonly [name: string, code: number])[]
}

/** A page did not come after all tries; others may. */
export class PageMissing extends Error {
  override readonly name = 'PageMissing'
}

/** A service that lies about its totals must not make an export endless. */
const MAX_CONTACTS = 200_000
/** One page may be beyond reach while the others are not; with as many as this the service is down. */
const MAX_MISSING_PAGES = 3
/** Of the six requests a session may have in flight (G19): what a person does meanwhile need not wait. */
const AT_ONCE = 4

interface LoadedList<Row> {
  /** In the order of the list. */
  readonly rows: readonly Row[]
  readonly shortfall: Shortfall | null
}

const listed = records(listedCall).lenient

const recordsOf = (text: string): readonly (ListedCallRead | Unreadable)[] => {
  const read = listed.safeParse(JSON.parse(text))
  return read.success ? read.data : []
}

const ownerOf = (record: ListedCallRead | Unreadable): string | null => {
  const raw = isReadable(record) ? record : record.raw
  const oid = typeof raw === 'object' && raw !== null && 'obj_oid' in raw ? raw.obj_oid : null
  return typeof oid === 'string' && oid !== '' ? oid : null
}

/**
 * Loads a list page by page, four at a time. Every contact comes once, whatever comes on top of the list meanwhile, and
 * the end is found whatever the service says about it (G1).
 * @param ask throws PageMissing; what else it throws ends the loading
 * @param take turns the contacts of a page that no other page has brought into rows
 * @returns loads what is not here yet: called again, the pages that were missing
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

    // The first page says how many there are.
    if (hasNext()) await load(next++)
    while (hasNext()) {
      await Promise.all(Array.from({ length: AT_ONCE }, loadOn))
      for (let page = 2; goesOn(page); page++) if (tally.isBehind(page)) await load(page)
    }
    return {
      rows: tally.chunks().flat(),
      shortfall: tally.shortfall(missing.size > 0 ? ['failed'] : []),
    }
  }
}
