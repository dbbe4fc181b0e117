import { archiveColumns, type ColumnsWanted } from '#/api/archive.ts'
import type { Scope } from '#/api/client.ts'
import { isApiError, type ApiError } from '#/api/error.ts'
import { isFatal } from '#/api/load-contacts.ts'
import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { dayNumber } from '#/contract/day.ts'
import { createDataset, setUnreadable } from '#/analytics/columns/dataset.ts'
import type { Days } from '#/analytics/columns/select.ts'
import { createSegmentTaker } from '#/analytics/columns/take-segments.ts'
import { createLoad, type ContactSource, type Load, type LoadProgress } from './load.ts'
import { mergedDays } from '#/analytics/columns/unread-days.ts'

/** A segment as it was written. It is kept as the browser can read it: no more than its own inflating is needed. */
const inflated = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
  const plain = new Response(bytes).body!.pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(plain).arrayBuffer())
}

/** It could not all be read, and some is here. */
const isPartial = (state: ArchiveState | null): boolean => state?.is === 'failed' && state.loaded > 0

/** Contacts that our server keeps. */
export interface ArchiveLoad extends Load {
  /** They are too many for a browser, and those that had come are here no more: our server answers questions about them. */
  readonly isTooMany: () => boolean
  /**
   * From the next run on only how they stand is asked for, or all of them whatever their number.
   * @param where our server counts them, or this browser all the same
   */
  readonly countIn: (where: 'server' | 'browser') => void
}

/**
 * The contacts of some days as our server keeps them, or, where it keeps none, page by page from the service: the same
 * figures either way.
 * @param oid null: all objects
 * @param pages the way without the archive
 * @param beside how many contacts of other days are here
 */
export const createArchiveLoad = (
  scope: Scope,
  oid: string | null,
  days: Days,
  pages: ContactSource,
  beside: () => number = () => 0,
): ArchiveLoad => {
  let data = createDataset()
  let taker = createSegmentTaker(data, oid, days)
  let state: ArchiveState | null = null
  let isTooMany = false
  let only: ColumnsWanted['send']
  /** What the archive holds has come down to this day; what it holds is told before it is sent, newest first. */
  let reached = days.last + 1
  /** Taken once the archive has refused; it stays so, as the figures' days would not be of one moment otherwise. */
  let paged: Load | null = null

  const leave = () => {
    isTooMany = true
    reached = days.first
    data = createDataset()
    taker = createSegmentTaker(data, oid, days)
  }

  const progress = (): LoadProgress => {
    if (state === null) return { loaded: 0, total: null, unread: [days] }
    const { loaded, total, unread } = state
    const sent: Days = { first: days.first, last: reached - 1 }
    const isSent = sent.last < sent.first
    const isHere = isSent && total !== null && loaded >= total
    // The archive counts all objects' contacts.
    const isOwn = oid === null || isTooMany
    return {
      loaded: !isOwn ? data.rows : isSent ? loaded : Math.min(loaded, data.rows),
      total: isOwn ? total : isHere ? data.rows : null,
      unread: mergedDays([
        ...unread.map((range) => ({ first: dayNumber(range.date_from), last: dayNumber(range.date_to) })),
        ...(isSent ? [] : [sent]),
      ]),
    }
  }

  /** @returns false: there is no archive that could answer @throws what ends it */
  const readFrames = async (frames: ReturnType<typeof archiveColumns>, onRows: () => void) => {
    let isTold = false
    let next = await frames.next()
    for (; !next.done; next = await frames.next()) {
      const frame = next.value
      if (frame.kind === 'segment') {
        taker.take(frame, await inflated(frame.bytes))
        reached = Math.max(Math.min(reached, frame.first), days.first)
      } else {
        // Between the first two stands all that was held.
        if (isTold || frame.state.is !== 'reading') reached = days.first
        isTold = true
        ;({ state } = frame)
        if (state.is_too_many && !isTooMany) leave()
      }
      onRows()
    }
    return next.value
  }

  const run: Load['run'] = async (signal, onRows, { background = false, isRetry = false } = {}) => {
    const wanted: ColumnsWanted = { ...(only && { send: only }), isRetry, beside: beside() }
    state = state && { ...state, is: 'reading' }
    let error: ApiError | null = null
    try {
      const frames = archiveColumns(scope, days, signal, background, wanted)
      if (!(await readFrames(frames, onRows))) {
        isTooMany = false
        paged = createLoad(pages, days)
        return paged.run(signal, onRows)
      }
    } catch (cause) {
      // Some days could not be read: the others are here.
      if (isFatal(cause) || !isApiError(cause) || !isPartial(state)) throw cause
      error = cause
    }
    const shortfall = state?.shortfall ?? null
    setUnreadable(data, shortfall?.unreadable ?? 0)
    return { shortfall, error }
  }

  return {
    days,
    get data() {
      return paged?.data ?? data
    },
    progress: () => paged?.progress() ?? progress(),
    source: () =>
      paged?.source() ?? { is: 'archive', asOf: state?.as_of ?? null, oldest: state?.oldest ?? null },
    run: (signal, onRows, how) => paged?.run(signal, onRows, how) ?? run(signal, onRows, how),
    // Each run asks for all days: held ones take next to nothing.
    refresh: () => paged?.refresh(),
    isTooMany: () => isTooMany,
    countIn: (where) => {
      only = where === 'server' ? 'states' : 'all'
      if (where === 'browser') {
        if (isTooMany) reached = days.last + 1
        isTooMany = false
      } else if (!isTooMany) leave()
    },
  }
}
