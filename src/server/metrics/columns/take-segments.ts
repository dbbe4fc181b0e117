import { createDataset, dropRows, type Dataset } from './dataset.ts'
import { appendSegment } from './segment.ts'
import type { Days } from '#/contract/figures/questions.ts'

/** Rows of a dataset by the days they were listed under. */
export interface SegmentTaker {
  /**
   * Replaces all rows of the segment's days.
   * @param bytes inflated
   * @throws Error as `appendSegment`
   */
  readonly take: (days: Days, bytes: Uint8Array) => void
  readonly drop: (days: Days) => void
}

/**
 * Maintains a dataset from segments in any order, with updates.
 * @param oid null: all objects
 */
export const createSegmentTaker = (data: Dataset, oid: string | null, days: Days): SegmentTaker => {
  const own = takerOf(data, { oid }, days)
  if (oid === null) return own
  data.elsewhere ??= createDataset()
  const others = takerOf(data.elsewhere, { oid, isElsewhere: true }, days)
  return {
    drop: (sent) => {
      own.drop(sent)
      others.drop(sent)
      // Waiting callers depend on both datasets.
      data.changes++
    },
    take: (sent, bytes) => {
      own.take(sent, bytes)
      others.take(sent, bytes)
    },
  }
}

const takerOf = (
  data: Dataset,
  wanted: { readonly oid: string | null; readonly isElsewhere?: boolean },
  days: Days,
): SegmentTaker => {
  /** Rows dated outside of their segment, with its first day: no lookup by day finds them. */
  let strays = new Map<number, number>()
  const isOf = ({ first, last }: Days, day: number) => day >= first && day <= last

  const drop = (sent: Days) => {
    const left = new Map<number, number>()
    let stored = 0
    dropRows(data, (row) => {
      // Most data have none, and this runs for each row.
      const listed = strays.size === 0 ? undefined : strays.get(row)
      if (isOf(sent, listed ?? data.day[row]!)) return true
      if (listed !== undefined) left.set(stored, listed)
      stored++
      return false
    })
    strays = left
  }

  return {
    drop,
    take: (sent, bytes) => {
      drop(sent)
      const from = data.rows
      appendSegment(data, bytes, {
        ...wanted,
        // Foreign dates belong to the days the service listed them under.
        days: (day) => day < sent.first || day > sent.last || (day >= days.first && day <= days.last),
      })
      for (let row = from; row < data.rows; row++)
        if (!isOf(sent, data.day[row]!)) strays.set(row, sent.first)
    },
  }
}
