import { createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { appendSegment } from '#/server/metrics/columns/segment.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'

/** The overview's columns, with the day that each row is stored under. */
export interface StoredColumns {
  readonly data: Dataset
  /** Days since 1970 by row: the record's own day if it is one of its segment's. */
  readonly listed: Uint16Array
}

/** @param oid only this object's rows; null: all. Newest days first, within a day the oldest contact first. */
export const loadColumns = async (
  store: Pick<ArchiveStore, 'segments'>,
  account: string,
  days: SegmentDays,
  oid: string | null,
): Promise<StoredColumns> => {
  const data = createDataset()
  if (oid !== null) data.elsewhere = createDataset()
  const pieces: { from: number; day: number | null }[] = []
  for (const segment of await store.segments(account, days)) {
    const bytes = await unpack(segment.bytes)
    // Rows of a month all carry their day.
    pieces.push({ from: data.rows, day: segment.first === segment.last ? segment.first : null })
    const wanted = {
      oid,
      days: (day: number) =>
        day < segment.first || day > segment.last || (day >= days.first && day <= days.last),
    }
    appendSegment(data, bytes, wanted)
    if (data.elsewhere) appendSegment(data.elsewhere, bytes, { ...wanted, isElsewhere: true })
  }
  const listed = data.day.slice(0, data.rows)
  pieces.forEach(({ from, day }, nth) => {
    if (day !== null) listed.fill(day, from, pieces[nth + 1]?.from ?? data.rows)
  })
  return { data, listed }
}
