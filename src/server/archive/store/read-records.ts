import type { Kysely } from 'kysely'
import { withCallers } from './callers.ts'
import { EMPTY_DAY, unpackDay, type StoredDay } from './stored-day.ts'
import type { ArchiveTables } from './schema.ts'

/** A day's records as the service sent them, newest first, each with its caller. */
export const readStoredDay = async (
  database: Kysely<ArchiveTables>,
  account: number,
  day: number,
): Promise<StoredDay> => {
  const row = await database
    .selectFrom('archive_records')
    .select('bytes')
    .where('account', '=', account)
    .where('day', '=', day)
    .executeTakeFirst()
  if (!row) return EMPTY_DAY
  const stored = await unpackDay(row.bytes)
  return { ...stored, records: await withCallers(database, account, stored.records) }
}
