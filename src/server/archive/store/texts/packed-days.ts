import { sql, type Kysely } from 'kysely'
import { packText, unpackText } from '../stored-day.ts'
import type { ArchiveTables } from '../schema.ts'
import { readStoredDay } from '../read-records.ts'
import { indexTexts, searchTexts } from './packed-day.ts'
import type { TextMatch, TextIndex } from './text-index.ts'

/** Reads each day's index whole. SQLite's full-text index is not used: deleted words would stay in it. */
export const PACKED_DAYS: TextIndex = {
  tables: ['archive_texts'],

  write: async (write, account, day, stored) =>
    writePacked(write, account, day, await packText(indexTexts(stored)), null),

  find: async (database, account, { first, last }, search) => {
    const days = await withTexts(database)
      .select(['records.day', 'texts.bytes'])
      .where('records.account', '=', account)
      .where('records.day', '>=', first)
      .where('records.day', '<=', last)
      .where((on) => on.or([on('texts.bytes', 'is', null), on(sql`length(texts.bytes)`, '>', 0)]))
      .execute()
    const found: TextMatch[] = []
    for (const { day, bytes } of days) {
      const index = bytes ? await unpackText(bytes) : indexTexts(await readStoredDay(database, account, day))
      found.push(...searchTexts(index, search))
    }
    return found
  },

  unwritten: (database, most) =>
    withTexts(database)
      .select(['records.account', 'records.day'])
      .where('texts.bytes', 'is', null)
      .limit(most)
      .execute(),

  // The file is vacuumed instead.
  tidy: async () => undefined,
}

export const withTexts = (database: Kysely<ArchiveTables>) =>
  database
    .selectFrom('archive_records as records')
    .leftJoin('archive_texts as texts', (join) =>
      join.onRef('texts.account', '=', 'records.account').onRef('texts.day', '=', 'records.day'),
    )

export const writePacked = async (
  write: Kysely<ArchiveTables>,
  account: number,
  day: number,
  bytes: Uint8Array,
  wordBytes: number | null,
): Promise<void> => {
  const row = { bytes, word_bytes: wordBytes }
  await write
    .insertInto('archive_texts')
    .values({ account, day, ...row })
    .onConflict((conflict) => conflict.columns(['account', 'day']).doUpdateSet(row))
    .execute()
}
