import type { Kysely } from 'kysely'
import { NOTHING_KEPT, unpackDay, type KeptDay } from './kept-day.ts'
import type { ArchiveTables } from './schema.ts'

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
