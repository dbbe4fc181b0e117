import { archiveColumns } from '#/api/archive.ts'
import type { Scope } from '#/api/client.ts'
import type { SegmentFrame } from '#/contract/archive/frames.ts'
import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { dayNumber } from '#/contract/day.ts'
import { createDataset, dropRows } from '#/analytics/columns/dataset.ts'
import { appendSegment } from '#/analytics/columns/segment.ts'
import type { Days } from '#/analytics/columns/select.ts'
import { createLoad, type ContactSource, type Load, type LoadProgress } from './load.ts'

/** A segment as it was written. It is kept as the browser can read it: no more than its own inflating is needed. */
const inflated = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
  const plain = new Response(bytes).body!.pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(plain).arrayBuffer())
}

/**
 * The contacts of some days as our server keeps them, or, where it keeps none, page by page from the service: the same
 * figures either way.
 * @param oid null: all objects
 * @param pages the way without the archive
 */
export const createArchiveLoad = (
  scope: Scope,
  oid: string | null,
  days: Days,
  pages: ContactSource,
): Load => {
  const data = createDataset()
  /** Rows that do not say that they are of the days they were sent for, by the first of these: no day finds them again. */
  const strays = new Map<string, number>()
  let state: ArchiveState | null = null
  /** Taken once the archive has refused; it stays so, as the figures' days would not be of one moment otherwise. */
  let paged: Load | null = null

  const keyOf = (row: number) => `${data.by.object.values[data.by.object.codes[row]!]} ${data.id[row]}`

  const take = async ({ first, last, bytes }: SegmentFrame) => {
    const segment = await inflated(bytes)
    const isWithin = (row: number) => data.day[row]! >= first && data.day[row]! <= last
    const sentFor = (row: number) => (strays.size === 0 ? undefined : strays.get(keyOf(row)))
    dropRows(data, (row) => {
      const stray = sentFor(row)
      return stray === undefined ? isWithin(row) : stray === first
    })
    const from = data.rows
    appendSegment(data, segment, {
      oid,
      // What says another day is what the service gives for these.
      days: (day) => day < first || day > last || (day >= days.first && day <= days.last),
    })
    for (let row = from; row < data.rows; row++) if (!isWithin(row)) strays.set(keyOf(row), first)
  }

  const progress = (): LoadProgress => {
    if (state === null) return { loaded: 0, total: null, unread: days }
    const { loaded, total, unread } = state
    const isHere = total !== null && loaded >= total
    return {
      // The archive counts all objects' contacts.
      loaded: oid === null ? loaded : data.rows,
      total: oid === null ? total : isHere ? data.rows : null,
      unread: unread && { first: dayNumber(unread.date_from), last: dayNumber(unread.date_to) },
    }
  }

  const run: Load['run'] = async (signal, onRows, background) => {
    const frames = archiveColumns(scope, days, signal, background)
    let next = await frames.next()
    for (; !next.done; next = await frames.next()) {
      const frame = next.value
      if (frame.kind === 'segment') await take(frame)
      else ({ state } = frame)
      onRows()
    }
    if (!next.value) {
      paged = createLoad(pages, days)
      return paged.run(signal, onRows)
    }
    const shortfall = state?.shortfall ?? null
    data.unreadable = shortfall?.unreadable ?? 0
    return { shortfall, error: null }
  }

  return {
    days,
    get data() {
      return paged?.data ?? data
    },
    progress: () => paged?.progress() ?? progress(),
    source: () =>
      paged?.source() ?? { is: 'archive', asOf: state?.as_of ?? null, oldest: state?.oldest ?? null },
    run: (signal, onRows, background) => paged?.run(signal, onRows) ?? run(signal, onRows, background),
    // Each run asks for all days: held ones take next to nothing.
    refresh: () => paged?.refresh(),
  }
}
