import { archiveColumns } from '#/api/archive.ts'
import type { Scope } from '#/api/client.ts'
import type { SegmentFrame } from '#/contract/archive/frames.ts'
import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { dayNumber, NO_DAY } from '#/contract/day.ts'
import { createDataset, dropRows } from '#/analytics/columns/dataset.ts'
import { appendSegment } from '#/analytics/columns/segment.ts'
import type { Days } from '#/analytics/columns/select.ts'
import { createLoad, type ContactSource, type Load, type LoadProgress } from './load.ts'

/** A segment as it was written. It is kept as the browser can read it: no more than its own inflating is needed. */
const inflated = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await new Response(
      new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
    ).arrayBuffer(),
  )

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
  /** By first day of a segment its rows without a date, which no day can find again. */
  const undated = new Map<number, ReadonlySet<string>>()
  let state: ArchiveState | null = null
  /** Taken once the archive has refused; it stays so, as the figures' days would not be of one moment otherwise. */
  let paged: Load | null = null

  const keyOf = (row: number) => `${data.by.object.values[data.by.object.codes[row]!]} ${data.id[row]}`

  const take = async ({ first, last, bytes }: SegmentFrame) => {
    const segment = await inflated(bytes)
    const former = undated.get(first)
    dropRows(data, (row) =>
      data.day[row] === NO_DAY
        ? (former?.has(keyOf(row)) ?? false)
        : data.day[row]! >= first && data.day[row]! <= last,
    )
    const from = data.rows
    appendSegment(data, segment, { oid, days })
    const keys = new Set<string>()
    for (let row = from; row < data.rows; row++) if (data.day[row] === NO_DAY) keys.add(keyOf(row))
    undated.set(first, keys)
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

  const run: Load['run'] = async (signal, onRows) => {
    const frames = archiveColumns(scope, days, signal)
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
    run: (signal, onRows) => paged?.run(signal, onRows) ?? run(signal, onRows),
    // Each run asks for all days: held ones take next to nothing.
    refresh: () => paged?.refresh(),
  }
}
