import type { ListedCallRead } from '#/contract/call.ts'
import type { ContactRows, RowRange } from '#/domain/contact-list/use-contact-rows.ts'
import { safeUrl } from '#/ui/safe-url.ts'
import { addressOf } from '#/features/journal/table/row-links.tsx'

/** A contact that can be heard, and its place in the list. */
export interface Recording {
  readonly index: number
  /** Unique in the list: ids are unique only within an object. */
  readonly key: string
  readonly oid: string
  readonly call: ListedCallRead
  /** Recording URL by the service. */
  readonly address: URL
}

/** The searched range, end exclusive, and its recordings in order. */
export interface Walk {
  readonly from: number
  readonly to: number
  readonly found: readonly Recording[]
}

type Rows = Pick<ContactRows, 'count' | 'at'>
export type Side = 'before' | 'after'

export const walkFrom = (index: number): Walk => ({ from: index, to: index, found: [] })

/** Null: no recording, no usable URL, or no object to request it from. */
export const recordingOf = (call: ListedCallRead, index: number, oid: string | null): Recording | null => {
  const address = safeUrl(call.record_url)
  const owner = addressOf(call, oid)
  if (address === null || owner === null) return null
  return { index, key: `${owner.oid} ${owner.callId}`, oid: owner.oid, call, address }
}

/**
 * Extends the range in both directions over loaded rows, up to the first missing one. Returns the same object if
 * nothing is new.
 * @param oid null: all objects
 */
export const walkOn = (walk: Walk, rows: Rows, oid: string | null): Walk => {
  let { from, to } = walk
  const found = [...walk.found]
  const keys = new Set(found.map(({ key }) => key))
  /** Null: none; undefined: not loaded. */
  const recordingAt = (index: number): Recording | null | undefined => {
    const row = rows.at(index)
    if (row.state === 'loading' || row.state === 'failed') return undefined
    const recording = row.state === 'ready' ? recordingOf(row.call, index, oid) : null
    return recording === null || keys.has(recording.key) ? null : recording
  }
  for (; to < rows.count; to++) {
    const recording = recordingAt(to)
    if (recording === undefined) break
    if (recording) {
      found.push(recording)
      keys.add(recording.key)
    }
  }
  for (; from > 0; from--) {
    const recording = recordingAt(from - 1)
    if (recording === undefined) break
    if (recording) {
      found.unshift(recording)
      keys.add(recording.key)
    }
  }
  return from === walk.from && to === walk.to ? walk : { from, to, found }
}

/** The next recording that is known on a side of a row. */
export const nearest = ({ found }: Walk, index: number, side: Side): Recording | null =>
  (side === 'after' ? found.find((one) => one.index > index) : found.findLast((one) => one.index < index)) ??
  null

export const isThrough = ({ from, to }: Walk, { count }: Pick<Rows, 'count'>, side: Side): boolean =>
  side === 'after' ? to >= count : from <= 0

/** The next row to request in a direction; its page includes the following one. */
export const further = ({ from, to }: Walk, side: Side): RowRange =>
  side === 'after' ? { start: to, end: to + 1 } : { start: from - 1, end: from }
