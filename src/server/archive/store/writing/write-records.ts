import type { Kysely } from 'kysely'
import { packDay, type StoredDay } from '#/server/archive/store/stored-day.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { textIndexOf } from '#/server/archive/store/texts/text-index.ts'

export const writeRecords = async (
  write: Kysely<ArchiveTables>,
  account: number,
  day: number,
  stored: StoredDay,
) => {
  const texts = textIndexOf(write)
  if (stored.records.length === 0) {
    for (const table of ['archive_records', ...texts.tables] as const)
      await write.deleteFrom(table).where('account', '=', account).where('day', '=', day).execute()
    return
  }
  const bytes = await packDay(stored)
  await write
    .insertInto('archive_records')
    .values({ account, day, bytes })
    .onConflict((conflict) => conflict.columns(['account', 'day']).doUpdateSet({ bytes }))
    .execute()
  await texts.write(write, account, day, stored)
}
