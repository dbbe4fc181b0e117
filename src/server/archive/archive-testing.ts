import { createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { appendSegment } from '#/server/metrics/columns/segment.ts'
import { dayText } from '#/contract/day.ts'
import { openTestDatabase } from '#/server/database/testing/engine.ts'
import { openArchive } from './open.ts'
import { segmentColumns } from './store/columns.ts'
import { unpack } from './store/stored-day.ts'
import type { ArchiveTables } from './store/schema.ts'
import { createArchiveStore, type ArchiveStore } from './store/store.ts'
import type { ReadDay } from './store/writing/write-days.ts'

/** Only the fields that tests need. */
export interface TestContact {
  readonly oid: string
  readonly id: number
  readonly note: string
}

export const recordOf = ({ oid, id, note }: TestContact, day: number) => ({
  id,
  obj_oid: oid,
  date: `${dayText(day)}T12:00:00+03:00`,
  status: 1,
  region: note,
})

export const readDay = (day: number, contacts: readonly TestContact[], readAt = 1): ReadDay => ({
  day,
  readAt,
  records: contacts.map((contact) => recordOf(contact, day)),
  titles: [...new Set(contacts.map(({ oid }) => oid))].map((oid) => [oid, `Object ${oid}`] as const),
  faulty: [],
})

/** @param kind the archive's kind; the tables are the test's own */
export const openTestStore = async (kind: 'disk' | 'memory' = 'disk') => {
  const database = await openTestDatabase<ArchiveTables>()
  return { database, store: await createArchiveStore(database, segmentColumns, { kind }) }
}

/** The archive of an installation as a server opens it. @param place a folder, or the address of a database */
export const openTestArchive = async (place: string) => {
  if (!place.startsWith('postgres:')) return openArchive(place)
  const { databasesOn } = await import('#/server/database/postgres/databases.ts')
  return openArchive(databasesOn(place, 10))
}

/** The segments' contents as the browser reads them. */
export const columnsOf = async (
  store: Pick<ArchiveStore, 'segment' | 'segmentDays'>,
  account: string,
  days: { first: number; last: number },
): Promise<Dataset> => {
  const data = createDataset()
  for (const { first } of await store.segmentDays(account, days)) {
    const segment = await store.segment(account, first)
    if (segment) appendSegment(data, await unpack(segment.bytes))
  }
  return data
}

export const segmentRows = (data: Dataset): string[] =>
  Array.from({ length: data.rows }, (_, row) => {
    const { object, region } = data.by
    return `${data.day[row]} ${object.values[object.codes[row]!]} ${data.id[row]} ${region.values[region.codes[row]!]}`
  }).toSorted()
