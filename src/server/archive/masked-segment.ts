import { createDataset, type Dataset } from '#/analytics/columns/dataset.ts'
import type { Dimension } from '#/analytics/columns/dimensions.ts'
import { appendSegment, encodeSegment } from '#/analytics/columns/segment.ts'
import type { Masks } from '#/server/privacy-mode/masks.ts'
import { pack, unpack } from './store/stored-day.ts'

/** A segment with masked dictionaries; the rows stay. */
export const maskedSegment = async (bytes: Uint8Array, masks: Masks): Promise<Uint8Array<ArrayBuffer>> => {
  const data = createDataset()
  appendSegment(data, await unpack(bytes))
  const changed = (name: Dimension, change: (text: string) => string) => ({
    ...data.by[name],
    values: data.by[name].values.map((value) => value && change(value)),
  })
  const by: Dataset['by'] = {
    ...data.by,
    caller: changed('caller', masks.phone),
    manager: changed('manager', masks.names),
    source: changed('source', masks.rest),
    campaign: changed('campaign', masks.rest),
    search_request: changed('search_request', masks.rest),
    page: changed('page', masks.rest),
  }
  const objectTitles = new Map([...data.objectTitles].map(([oid, title]) => [oid, masks.title(title)]))
  return pack(encodeSegment({ ...data, by, objectTitles }))
}
