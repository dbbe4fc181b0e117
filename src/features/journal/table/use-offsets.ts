import { useState } from 'react'
import type { ContactRows, RowRange } from '#/domain/contact-list/use-contact-rows.ts'
import { shownClock, type Times } from '#/domain/preferences/times.ts'

/** UTC offsets of a list's dates (G6). */
export interface Offsets {
  readonly main: number | null
  /** Some rows differ and show their own. */
  readonly isMixed: boolean
}

/** Number of rows by offset; null: dates without one. */
export interface SeenOffsets {
  readonly parts: ReadonlySet<number>
  readonly counts: ReadonlyMap<number | null, number>
}

const PART = 20
export const NOTHING_SEEN: SeenOffsets = { parts: new Set(), counts: new Map() }

type Rows = Pick<ContactRows, 'count' | 'at'>

/** Counts visible rows not counted before. Returns the same object if there are none. */
export const seeOffsets = (
  seen: SeenOffsets,
  rows: Rows,
  range: RowRange,
  times: Times = 'own',
): SeenOffsets => {
  const parts = new Set(seen.parts)
  const counts = new Map(seen.counts)
  for (let part = Math.floor(range.start / PART); part * PART < Math.min(range.end, rows.count); part++) {
    if (parts.has(part)) continue
    const end = Math.min((part + 1) * PART, rows.count)
    const here = Array.from({ length: end - part * PART }, (_, index) => rows.at(part * PART + index))
    if (here.some(({ state }) => state === 'loading' || state === 'failed')) continue
    parts.add(part)
    for (const row of here) {
      const clock = row.state === 'ready' ? shownClock(row.call.date, times) : null
      if (clock) counts.set(clock.offset, (counts.get(clock.offset) ?? 0) + 1)
    }
  }
  return parts.size === seen.parts.size ? seen : { parts, counts }
}

/** Ties: the first seen. */
export const offsetsOf = ({ counts }: SeenOffsets): Offsets => {
  const most = Math.max(...counts.values())
  const [main] = [...counts].find(([, count]) => count === most) ?? [null]
  return { main, isMixed: counts.size > 1 }
}

interface KnownOffsets extends Offsets {
  readonly times: Times
  readonly list: string
}

/**
 * Offsets of the visible list. The main one is fixed per list, so that days don't flip.
 * @param list identity of the list regardless of days
 */
export const useOffsets = (rows: ContactRows, range: RowRange, times: Times, list: string): Offsets => {
  const of = `${rows.updatedAt} ${times}`
  const [{ of: seenOf, seen }, setSeen] = useState({ of, seen: NOTHING_SEEN })
  const next = seeOffsets(seenOf === of ? seen : NOTHING_SEEN, rows, range, times)
  if (next !== seen || seenOf !== of) setSeen({ of, seen: next })
  const [known, setKnown] = useState<KnownOffsets>({ main: null, isMixed: false, times, list })
  // The previous list's offset holds until rows load, or if they have none.
  const isOfBefore = rows.isPrevious || next.counts.size === 0
  const current = isOfBefore ? known.list : list
  const main = (known.times === times && known.list === current ? known.main : null) ?? offsetsOf(next).main
  const isMixed = [...next.counts.keys()].some((offset) => offset !== main)
  if (known.main === main && known.isMixed === isMixed && known.times === times && known.list === current)
    return known
  setKnown({ main, isMixed, times, list: current })
  return { main, isMixed }
}
