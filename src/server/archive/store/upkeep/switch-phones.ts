import { sql, type Kysely } from 'kysely'
import { isPostgres } from '#/server/database/database.ts'
import { lockAccounts } from '#/server/archive/store/account-numbers.ts'
import { withCallers } from '#/server/archive/store/callers.ts'
import { packDay, unpackDay, type KeptDay } from '#/server/archive/store/kept-day.ts'
import type { Phones } from '#/server/archive/store/phones.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { textIndexOf } from '#/server/archive/store/texts/text-index.ts'
import { segmentOf, splitMonth, type SegmentMaker } from '#/server/archive/store/writing/write-days.ts'

/*
 * What is kept follows ARCHIVE_PHONES at the next start. Numbers become hashes where they are; a hash can become nothing, so
 * that all is read again where numbers are wanted back, or the key is another one.
 */

const NUMBERS = 'keep'
const hashedWith = (key: string) => `hash ${key}`
/** Some days are as before and some are not: said first, so that a start after a crash goes on. */
const halfway = (key: string) => `to hash ${key}`

/** A day that was turned over, so that it is not a second time. */
interface TurnedDay extends KeptDay {
  readonly key?: string
}

const wayOf = async (database: Kysely<ArchiveTables>): Promise<string> => {
  const row = await database
    .selectFrom('archive_settings')
    .select('value')
    .where('name', '=', 'phones')
    .executeTakeFirst()
  return row?.value ?? NUMBERS
}

const setWay = async (database: Kysely<ArchiveTables>, value: string) => {
  await database
    .insertInto('archive_settings')
    .values({ name: 'phones', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

const turnDay = async (
  database: Kysely<ArchiveTables>,
  columns: SegmentMaker,
  { account, day }: { account: number; day: number },
  phones: Phones,
) =>
  database.transaction().execute(async (write) => {
    await lockAccounts(write, [account])
    const ofDay = write.selectFrom('archive_records').where('account', '=', account).where('day', '=', day)
    const { bytes } = await ofDay.select('bytes').executeTakeFirstOrThrow()
    const before: TurnedDay = await unpackDay(bytes)
    if (before.key === phones.key) return
    const records = await withCallers(write, account, before.records)
    const after: TurnedDay = {
      titles: before.titles,
      records: records.map(phones.kept),
      ...(phones.key !== null && { key: phones.key }),
    }
    const row = { bytes: await packDay(after) }
    await write
      .updateTable('archive_records')
      .set(row)
      .where('account', '=', account)
      .where('day', '=', day)
      .execute()
    // Of a month every day is made anew by its first one; by each again, that is what it is then.
    const segment = await segmentOf(write, account, day)
    if (segment) await splitMonth(write, columns, account, segment, segment.callers)
  })

/** @returns whether anything was changed */
export const switchPhones = async (
  database: Kysely<ArchiveTables>,
  columns: SegmentMaker,
  phones: Phones,
  forgetAll: () => Promise<void>,
): Promise<boolean> => {
  const way = await wayOf(database)
  const wanted = phones.key === null ? NUMBERS : hashedWith(phones.key)
  if (way === wanted) return false
  if (phones.key !== null && (way === NUMBERS || way === halfway(phones.key))) {
    await setWay(database, halfway(phones.key))
    const days = await database.selectFrom('archive_records').select(['account', 'day']).execute()
    for (const day of days) await turnDay(database, columns, day, phones)
    for (const table of textIndexOf(database).tables) await database.deleteFrom(table).execute()
    await database.updateTable('archive_gone').set({ record: 'null' }).execute()
    if (!isPostgres(database)) {
      await sql`vacuum`.execute(database)
      await sql`pragma wal_checkpoint(truncate)`.execute(database)
    }
  } else await forgetAll()
  await textIndexOf(database).tidy(database, new AbortController().signal)
  await setWay(database, wanted)
  return true
}
