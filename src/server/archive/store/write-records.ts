import type { Kysely } from 'kysely'
import { NOTHING_KEPT, packDay, packText, unpackDay, type KeptDay } from './kept-day.ts'
import type { ArchiveTables } from './schema.ts'
import { indexTexts } from './texts.ts'

/** Within a transaction. */
type Write = Kysely<ArchiveTables>

/** The records of a day, newest first, as the service gave them. */
export const keptDay = async (
  database: Kysely<ArchiveTables>,
  account: number,
  day: number,
): Promise<KeptDay> => {
  const row = await database
    .selectFrom('archive_records')
    .select('bytes')
    .where('account', '=', account)
    .where('day', '=', day)
    .executeTakeFirst()
  return row ? unpackDay(row.bytes) : NOTHING_KEPT
}

/** With what can be looked for in them. */
export const writeRecords = async (write: Write, account: number, day: number, kept: KeptDay) => {
  if (kept.records.length === 0) {
    for (const table of ['archive_records', 'archive_texts'] as const)
      await write.deleteFrom(table).where('account', '=', account).where('day', '=', day).execute()
    return
  }
  const bytes = await packDay(kept)
  await write
    .insertInto('archive_records')
    .values({ account, day, bytes })
    .onConflict((conflict) => conflict.columns(['account', 'day']).doUpdateSet({ bytes }))
    .execute()
  await writeTexts(write, account, day, kept)
}

/** What can be looked for in the records of a day. */
export const writeTexts = async (
  write: Write,
  account: number,
  day: number,
  kept: KeptDay,
): Promise<void> => {
  const bytes = await packText(indexTexts(kept))
  await write
    .insertInto('archive_texts')
    .values({ account, day, bytes })
    .onConflict((conflict) => conflict.columns(['account', 'day']).doUpdateSet({ bytes }))
    .execute()
}
