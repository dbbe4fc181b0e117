import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql, type Kysely } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import { textSearch } from '#/analytics/texts/text-search.ts'
import { openTestArchive, readDay } from '#/server/archive/archive-testing.ts'
import { ARCHIVE_FILE, openArchive, type OpenedArchive } from '#/server/archive/open.ts'
import { migrate } from '#/server/database/database.ts'
import { archiveHistory } from '#/server/database/migrations/archive.ts'
import { moveFile } from '#/server/database/move.ts'
import { makeSchema, openPostgres } from '#/server/database/postgres/postgres.ts'
import { queryPostgres, newPostgresDatabase } from '#/server/database/testing/postgres.ts'
import type { ArchiveTables } from '../schema.ts'

const root = mkdtempSync(join(tmpdir(), 'callboard-words-'))
afterAll(() => rmSync(root, { recursive: true }))

const DAY = 20_000
const DAYS = { first: DAY, last: DAY + 9 }

const opened = async () => {
  const url = await newPostgresDatabase()
  const archive = await openTestArchive(url)
  return { ...archive, url, [Symbol.asyncDispose]: () => archive.database.destroy() }
}

const saying = (day: number, ...texts: string[]) => ({
  ...readDay(day, []),
  records: texts.map((messages, nth) => ({ id: day * 100 + nth, obj_oid: 'site', messages })),
})

const find = async ({ store }: Pick<OpenedArchive, 'store'>, account: string, q: string, days = DAYS) =>
  (await store.findTexts(account, days, textSearch(q)!)).map(([id]) => id).toSorted((a, b) => a - b)

const rowsOf = async (database: Kysely<ArchiveTables>) =>
  (
    await sql<{ row: string }>`select ctid || ' ' || id as row from archive_words order by id`.execute(
      database,
    )
  ).rows

test(
  'texts that SQLite has indexed are found at once after they are moved, and become vectors by and by',
  { tags: 'all' },
  async () => {
    const folder = mkdtempSync(join(root, 'data-'))
    const former = join(import.meta.dirname, '../archive-b26ed39', `${ARCHIVE_FILE}.gz`)
    writeFileSync(join(folder, ARCHIVE_FILE), gunzipSync(readFileSync(former)))
    const accounts = ['aaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbb']
    const days = { first: dayNumber('2026-01-01'), last: dayNumber('2026-03-31') }
    const all = async (archive: Pick<OpenedArchive, 'store'>) =>
      Promise.all(
        accounts.flatMap((account) => ['кры', 'крышу 20'].map((q) => find(archive, account, q, days))),
      )
    const before = await openArchive(folder)
    // Some are indexed, others not yet.
    expect(await before.store.indexSome()).toBe(50)
    const expected = await all(before)
    expect(expected.every((ids) => ids.length > 0)).toBe(true)
    await before.database.destroy()

    const url = await newPostgresDatabase()
    const target = openPostgres<ArchiveTables>({ url, schema: 'callboard_archive', connections: 2 })
    await makeSchema(target, 'callboard_archive')
    await moveFile(join(folder, ARCHIVE_FILE), target, (tables) => migrate(tables, archiveHistory))
    await target.destroy()

    const { store, database } = await openTestArchive(url)
    expect(await rowsOf(database)).toEqual([])
    expect(await all({ store })).toEqual(expected)
    let indexed = 0
    for (let some; (some = await store.indexSome()) > 0; indexed += some)
      expect(await all({ store })).toEqual(expected)
    // Three days of four have contacts.
    expect(indexed).toBe(2 * 67)
    expect(await all({ store })).toEqual(expected)
    expect((await rowsOf(database)).length).toBe(2 * 133)
    const packed = await database.selectFrom('archive_texts').select('bytes').execute()
    expect(new Set(packed.map(({ bytes }) => bytes.length))).toEqual(new Set([0]))
    await database.destroy()
  },
)

test('a contact with more words than a vector holds is found by each of them, and so is the rest of its day', async () => {
  await using archive = await opened()
  const { store, database } = archive
  const words = Array.from({ length: 60_000 }, (_, nth) => `слово${nth.toString(36)}ж`)
  await store.replaceDays('one', [saying(DAY, words.join(' '), 'крыша'), saying(DAY + 1, 'крыша')])
  for (const word of [words[0]!, words.at(-1)!]) expect(await find(archive, 'one', word)).toEqual([DAY * 100])
  expect(await find(archive, 'one', 'крыша')).toEqual([DAY * 100 + 1, (DAY + 1) * 100])
  // It is not retried.
  expect(await store.indexSome()).toBe(0)
  await store.replaceDays('one', [{ ...saying(DAY, 'окна', 'крыша'), readAt: 2 }])
  expect(await find(archive, 'one', words[0]!)).toEqual([])
  expect(await find(archive, 'one', 'крыша')).toEqual([DAY * 100 + 1, (DAY + 1) * 100])
  expect((await rowsOf(database)).length).toBe(3)
})

test('of a day that is read again only what has changed is written', async () => {
  await using archive = await opened()
  const { store, database } = archive
  await store.replaceDays('one', [saying(DAY, 'крыша', 'окна', 'двери')])
  const [first, , third] = await rowsOf(database)
  await store.replaceDays('one', [{ ...saying(DAY, 'крыша', 'стены', 'двери'), readAt: 2 }])
  const rows = await rowsOf(database)
  expect([rows[0], rows[2]]).toEqual([first, third])
  expect(await find(archive, 'one', 'окна')).toEqual([])
  expect(await find(archive, 'one', 'стены')).toEqual([DAY * 100 + 1])
})

test(
  'what is kept is told with its words, and of what was forgotten or is too old no word stays in the index',
  { tags: 'all' },
  async () => {
    await using archive = await opened()
    const { store, url, database } = archive
    const isInIndex = async (word: string) => {
      await queryPostgres(url, 'checkpoint')
      const [row] = await queryPostgres(
        url,
        `select position('${word}'::bytea in pg_read_binary_file(
        pg_relation_filepath('callboard_archive.archive_words_words'))) > 0 as found`,
      )
      return row?.['found']
    }
    await store.replaceDays('one', [saying(DAY, 'старое'), saying(DAY + 1, 'новое')])
    await store.replaceDays('two', [saying(DAY + 1, 'чужое')])
    const [summary] = await store.summary('one', 0)
    const { packed } = (await database
      .selectFrom('archive_records')
      .select(
        sql<number>`sum(length(bytes)) + (select sum(length(bytes)) from archive_segments
      where account = archive_records.account)`.as('packed'),
      )
      .where('account', '=', 1)
      .groupBy('account')
      .executeTakeFirst()) ?? { packed: 0 }
    const { words } = await database
      .selectFrom('archive_words')
      .select(sql<number>`sum(pg_column_size(words))`.as('words'))
      .where('account', '=', 1)
      .executeTakeFirstOrThrow()
    // PostgreSQL's value headers are sometimes shorter.
    expect(summary!.bytes - packed).toBeGreaterThanOrEqual(words)
    expect(summary!.bytes - packed).toBeLessThan(words + 2 * 8)

    const tidy = () => store.tidyTexts(new AbortController().signal)
    await tidy()
    expect(await Promise.all(['1.стар', '1.нов', '2.чуж'].map(isInIndex))).toEqual([true, true, true])
    expect(await store.purge(DAY + 1)).toBe(true)
    // Two servers at once: one waits for the other.
    await Promise.all([tidy(), tidy()])
    expect(await Promise.all(['1.стар', '1.нов', '2.чуж'].map(isInIndex))).toEqual([false, true, true])
    await store.forget('one', null, false)
    await tidy()
    expect(await Promise.all(['1.стар', '1.нов', '2.чуж'].map(isInIndex))).toEqual([false, false, true])
    expect(await find(archive, 'two', 'чужие')).toEqual([(DAY + 1) * 100])
    await queryPostgres(url, 'analyze')
    expect(
      await queryPostgres(
        url,
        `select * from pg_stats where tablename = 'archive_words' and attname = 'words'`,
      ),
    ).toEqual([])
  },
)

test('making the index anew ends with the server, and the next one clears away what is left of it', async () => {
  await using archive = await opened()
  const { store, database, url } = archive
  await store.replaceDays('one', [saying(DAY, 'крыша')])
  const end = new AbortController()
  // The index waits for this transaction.
  const blocked = database.transaction().execute(async (write) => {
    await write.selectFrom('archive_words').selectAll().forUpdate().execute()
    const tidied = store.tidyTexts(end.signal)
    const indexes = async () =>
      (
        await queryPostgres(
          url,
          `select indisvalid from pg_index where indrelid = 'callboard_archive.archive_words'::regclass`,
        )
      ).length
    await expect.poll(indexes, { timeout: 60_000 }).toBe(3)
    end.abort()
    await expect(tidied).rejects.toThrow('cancel')
  })
  await blocked
  await store.tidyTexts(new AbortController().signal)
  expect(
    await queryPostgres(
      url,
      `select indisvalid from pg_index where indrelid = 'callboard_archive.archive_words'::regclass`,
    ),
  ).toEqual([{ indisvalid: true }, { indisvalid: true }])
  expect(await find(archive, 'one', 'крыша')).toEqual([DAY * 100])
})
