import type { Kysely } from 'kysely'
import { changeVersion } from '#/server/archive/store/account-numbers.ts'
import { CALLERS_RULE, FORMER_CALLERS, readCallers, WAITING_CALLERS } from '#/server/archive/store/callers.ts'
import { packDay, unpackDay } from '#/server/archive/store/stored-day.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import { splitMonth, type SegmentMaker } from '#/server/archive/store/writing/write-days.ts'
import { joinSegments } from './join-segments.ts'

/* Updates callers of an older rule, one segment at a time: from its records, else by reading its days again. */

const waitForReading = async (write: Kysely<ArchiveTables>, account: number, days: SegmentDays) => {
  await write
    .updateTable('archive_days')
    .set({ is_due: 1 })
    .where('account', '=', account)
    .where('day', '>=', days.first)
    .where('day', '<=', days.last)
    .execute()
  await write
    .updateTable('archive_segments')
    .set({ callers: WAITING_CALLERS })
    .where('account', '=', account)
    .where('first_day', '=', days.first)
    .execute()
}

export const readCallersAnew = async (
  write: Kysely<ArchiveTables>,
  columns: SegmentMaker,
  account: number,
  days: SegmentDays,
): Promise<void> => {
  const row = await write
    .selectFrom('archive_segments')
    .select(['last_day', 'callers'])
    .where('account', '=', account)
    .where('first_day', '=', days.first)
    .executeTakeFirst()
  if (!row || row.last_day !== days.last || row.callers !== FORMER_CALLERS) return
  const inDays = write
    .selectFrom('archive_days')
    .select('day')
    .where('account', '=', account)
    .where('day', '>=', days.first)
    .where('day', '<=', days.last)
    .where('contacts', '>', 0)
  const filled = (await inDays.execute()).map(({ day }) => day)
  const stored = await write
    .selectFrom('archive_records')
    .select(['day', 'bytes'])
    .where('account', '=', account)
    .where('day', '>=', days.first)
    .where('day', '<=', days.last)
    .execute()
  const recorded = new Set(stored.map(({ day }) => day))
  if (filled.some((day) => !recorded.has(day))) {
    await waitForReading(write, account, days)
    return
  }
  for (const { day, bytes } of stored) {
    const before = await unpackDay(bytes)
    const after = { ...before, records: await readCallers(write, account, before.records) }
    await write
      .updateTable('archive_records')
      .set({ bytes: await packDay(after) })
      .where('account', '=', account)
      .where('day', '=', day)
      .execute()
  }
  await splitMonth(write, columns, account, days, CALLERS_RULE)
  if (days.first < days.last) await joinSegments(write, columns, account, days)
  await changeVersion(write, [account])
}
