import { daySumsOf } from '#/server/metrics/columns/day-sums.ts'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'
import { appendSegment, encodeSegment } from '#/server/metrics/columns/segment.ts'
import { callsOf } from './stored-day.ts'
import type { SegmentMaker } from './writing/write-days.ts'

export const segmentColumns: SegmentMaker = {
  ofDay: (day) => {
    const data = createDataset()
    // Oldest first, as in the overview: of two contacts of one minute, the later one decides a deal's value.
    append(data, callsOf(day).toReversed())
    for (const [oid, title] of day.titles) data.objectTitles.set(oid, title)
    return encodeSegment(data)
  },
  sumsOf: daySumsOf,
  join: (days) => {
    const data = createDataset()
    for (const { first, last, bytes } of days) {
      const from = data.rows
      appendSegment(data, bytes)
      const own = data.day.subarray(from, data.rows)
      if (own.some((day) => day < first || day > last)) return null
    }
    return encodeSegment(data)
  },
}
