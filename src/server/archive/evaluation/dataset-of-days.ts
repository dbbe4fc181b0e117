import { createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { appendSegment } from '#/server/metrics/columns/segment.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'

/** All stored contacts that are dated within the days, of all objects. */
export const datasetOfDays = async (
  store: Pick<ArchiveStore, 'segments'>,
  account: string,
  { first, last }: SegmentDays,
): Promise<Dataset> => {
  const data = createDataset()
  for (const { bytes } of await store.segments(account, { first, last }))
    appendSegment(data, await unpack(bytes), { oid: null, days: (day) => day >= first && day <= last })
  return data
}
