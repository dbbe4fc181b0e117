import type { Kysely } from 'kysely'
import { callProcedure } from '#/server/database/procedures.ts'
import { readCallersAnew } from '#/server/archive/store/maintenance/read-callers.ts'
import { joinSegments } from '#/server/archive/store/maintenance/join-segments.ts'
import { readStoredDay } from '#/server/archive/store/read-records.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import { textIndexOf } from '#/server/archive/store/texts/text-index.ts'
import { splitMonth, writeReadDays, type ReadDay, type SegmentMaker } from './write-days.ts'

type Write = Kysely<ArchiveTables>

/** Writes whose cost is our own work: parsing records, building columns, deflating. */
export const writesHere = (columns: SegmentMaker) => ({
  replaceDays: (write: Write, account: number, days: readonly ReadDay[]) =>
    writeReadDays(write, columns, account, days),
  joinSegments: (write: Write, account: number, days: SegmentDays) =>
    joinSegments(write, columns, account, days),
  splitMonth: (write: Write, account: number, days: SegmentDays, callers: number) =>
    splitMonth(write, columns, account, days, callers),
  readCallers: (write: Write, account: number, days: SegmentDays) =>
    readCallersAnew(write, columns, account, days),
  indexTexts: async (write: Write, account: number, day: number) => {
    const stored = await readStoredDay(write, account, day)
    if (stored.records.length > 0) await textIndexOf(write).write(write, account, day, stored)
  },
})
export type HeavyWrites = ReturnType<typeof writesHere>

/** In the connection's thread, through `procedures.ts`: strings are cloned faster than objects. */
export const WRITES_IN_THREAD: HeavyWrites = {
  replaceDays: async (write, account, days) => {
    const rows = await callProcedure<{ day: number }, ArchiveTables>(
      write,
      'replace_days',
      account,
      JSON.stringify(days),
    )
    return rows.map(({ day }) => day)
  },
  joinSegments: async (write, account, { first, last }) => {
    await callProcedure(write, 'join_segments', account, first, last)
  },
  splitMonth: async (write, account, { first, last }, callers) => {
    await callProcedure(write, 'split_month', account, first, last, callers)
  },
  readCallers: async (write, account, { first, last }) => {
    await callProcedure(write, 'read_callers', account, first, last)
  },
  indexTexts: async (write, account, day) => {
    await callProcedure(write, 'index_texts', account, day)
  },
}
