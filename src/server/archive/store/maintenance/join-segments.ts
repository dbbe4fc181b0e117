import type { Kysely } from 'kysely'
import { nextVersion } from '#/server/archive/store/account-numbers.ts'
import { pack, unpack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import type { SegmentMaker } from '#/server/archive/store/writing/write-days.ts'

/** Joins a month's days into one segment if possible; within a transaction. */
export const joinSegments = async (
  write: Kysely<ArchiveTables>,
  columns: SegmentMaker,
  account: number,
  { first, last }: SegmentDays,
): Promise<void> => {
  const rows = await write
    .selectFrom('archive_segments')
    .selectAll()
    .where('account', '=', account)
    .where('first_day', '>=', first)
    .where('last_day', '<=', last)
    .orderBy('first_day', 'desc')
    .execute()
  if (rows.length < 2) return
  const days = rows.map(async (row) => ({
    first: row.first_day,
    last: row.last_day,
    bytes: await unpack(row.bytes),
  }))
  const joined = columns.join(await Promise.all(days))
  if (joined === null) return
  const bytes = await pack(joined, 9)
  await write
    .deleteFrom('archive_segments')
    .where('account', '=', account)
    .where('first_day', '>=', first)
    .where('last_day', '<=', last)
    .execute()
  await write
    .insertInto('archive_segments')
    .values({
      account,
      first_day: first,
      last_day: last,
      bytes,
      version: await nextVersion(write, account),
      callers: Math.min(...rows.map(({ callers }) => callers)),
    })
    .execute()
}
