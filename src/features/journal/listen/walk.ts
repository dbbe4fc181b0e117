import type { ListedCallRead } from '#/contract/call.ts'
import type { ContactRows, RowRange } from '#/domain/contact-list/use-contact-rows.ts'
import { safeUrl } from '#/ui/safe-url.ts'
import { addressOf } from '#/features/journal/table/row-links.tsx'

/** A contact that can be heard, and its place in the list. */
export interface Recording {
  readonly index: number
  /** Tells it from every other contact of the list: an identifier is unique within its object alone. */
  readonly key: string
  readonly oid: string
  readonly call: ListedCallRead
  /** Where the service says the recording is. */
  readonly address: URL
}

/** The stretch of the list that has been looked through, end exclusive, and the recordings in it, in their order. */
export interface Walk {
  readonly from: number
  readonly to: number
  readonly found: readonly Recording[]
}

type Rows = Pick<ContactRows, 'count' | 'at'>
export type Side = 'before' | 'after'

export const walkFrom = (index: number): Walk => ({ from: index, to: index, found: [] })

/** Null without a recording, a usable address of one, or an object to ask for it. */
export const recordingOf = (call: ListedCallRead, index: number, oid: string | null): Recording | null => {
  const address = safeUrl(call.record_url)
  const owner = addressOf(call, oid)
  if (address === null || owner === null) return null
  return { index, key: `${owner.oid} ${owner.callId}`, oid: owner.oid, call, address }
}

/**
 * Looks through the rows that are here, on both sides, up to the first that is on its way or did not come. The same
 * object when there is nothing more to see.
 * @param oid whose list it is; null: of all objects
 */
export const walkOn = (walk: Walk, rows: Rows, oid: string | null): Walk => {
  let { from, to } = walk
  const found = [...walk.found]
  const keys = new Set(found.map(({ key }) => key))
  /** The recording of a row; null: it has none; undefined: not known yet. */
  const look = (index: number): Recording | null | undefined => {
    const row = rows.at(index)
    if (row.state === 'loading' || row.state === 'failed') return undefined
    const recording = row.state === 'ready' ? recordingOf(row.call, index, oid) : null
    return recording === null || keys.has(recording.key) ? null : recording
  }
  for (; to < rows.count; to++) {
    const recording = look(to)
    if (recording === undefined) break
    if (recording) {
      found.push(recording)
      keys.add(recording.key)
    }
  }
  for (; from > 0; from--) {
    const recording = look(from - 1)
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

/** Whether the list has nothing more on a side. */
export const isThrough = ({ from, to }: Walk, { count }: Pick<Rows, 'count'>, side: Side): boolean =>
  side === 'after' ? to >= count : from <= 0

/** The row to ask for next to see further on a side; its page brings the next one along. */
export const further = ({ from, to }: Walk, side: Side): RowRange =>
  side === 'after' ? { start: to, end: to + 1 } : { start: from - 1, end: from }
