import { useState } from 'react'
import type { Scope } from '#/api/client.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import { useContactRows } from '#/domain/contact-list/use-contact-rows.ts'
import { further, isThrough, nearest, walkFrom, walkOn, type Recording, type Side } from './walk.ts'

export interface Start {
  readonly index: number
  readonly key: string | null
}

export type Waiting = 'looking' | 'failed' | 'first' | 'last' | 'none'

export interface Run {
  readonly recording: Recording | null
  readonly found: readonly Recording[]
  /** The whole list was searched. */
  readonly isComplete: boolean
  readonly waiting: Waiting | null
  readonly step: (side: Side) => void
  readonly retry: () => void
}

/**
 * Iterates over a list's recordings, one step ahead: at most two pages are requested, only while the next
 * recording is unknown.
 */
export const useRun = ({
  scope,
  oid,
  filters,
  start,
}: {
  scope: Scope
  oid: string | null
  filters: CallFilters
  start: Start
}): Run => {
  const [range, setRange] = useState({ start: start.index, end: start.index + 1 })
  const rows = useContactRows(scope, oid, filters, range)
  const [{ listAt, walk }, setWalk] = useState({ listAt: rows.updatedAt, walk: walkFrom(start.index) })
  const [recording, setRecording] = useState<Recording | null>(null)
  const [wish, setWish] = useState<'begin' | Side | null>('begin')

  const at = recording?.index ?? start.index
  const isHere = rows.first !== null && !rows.isPrevious
  if (isHere) {
    // A refreshed list invalidates positions.
    const before = listAt === rows.updatedAt ? walk : walkFrom(Math.min(at, rows.count))
    const next = walkOn(before, rows, oid)
    if (next !== walk) setWalk({ listAt: rows.updatedAt, walk: next })
    const wished =
      wish === 'begin'
        ? (next.found.find(({ key }) => key === start.key) ?? nearest(next, start.index - 1, 'after'))
        : wish && nearest(next, at, wish)
    if (wished) {
      setRecording(wished)
      setWish(null)
    }
  }

  const side: Side = wish === 'before' ? 'before' : 'after'
  const isKnown = nearest(walk, wish === 'begin' ? at - 1 : at, side) !== null
  const isEnd = isThrough(walk, rows, side)
  if (isHere && !isKnown && !isEnd) {
    const wanted = further(walk, side)
    if (wanted.start !== range.start) setRange(wanted)
  }

  const waitingFor = (): Waiting | null => {
    if (rows.error !== null || (wish !== null && rows.failed !== null)) return 'failed'
    if (wish === null) return null
    if (!isHere || !isEnd) return 'looking'
    if (walk.found.length === 0) return 'none'
    return side === 'before' ? 'first' : 'last'
  }
  return {
    recording,
    found: walk.found,
    isComplete: isHere && isThrough(walk, rows, 'after') && isThrough(walk, rows, 'before'),
    waiting: waitingFor(),
    step: setWish,
    retry: () => (rows.failed ? rows.failed.retry() : rows.refetch()),
  }
}
