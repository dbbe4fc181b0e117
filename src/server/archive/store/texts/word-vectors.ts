import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { TextSearch } from '#/analytics/texts/text-search.ts'
import { chunksOf } from '#/server/database/statements.ts'
import { packText, type StoredDay } from '../stored-day.ts'
import type { ArchiveTables } from '../schema.ts'
import { contactStems } from './contact-stems.ts'
import { indexTexts } from './packed-day.ts'
import { PACKED_DAYS, withTexts, writePacked } from './packed-days.ts'
import type { TextMatch, TextIndex } from './text-index.ts'

/*
 * PostgreSQL text search: a `tsvector` per contact under a GIN index. Lexemes begin with the account's
 * number, so that accounts share no vocabulary.
 */

type Database = Kysely<ArchiveTables>

const lexemeOf = (account: number, stem: string) =>
  // Stems are cut at a length, maybe within a surrogate pair, which PostgreSQL rejects.
  `${account}.${stem.toWellFormed()}`

const quoted = (lexeme: string) => `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`

const queryOf = (account: number, { stems, begun }: TextSearch): string => {
  const term = (stem: string) => quoted(lexemeOf(account, stem))
  return [...stems.map(term), ...(begun ? [`(${term(begun.stem)} | ${term(begun.word)}:*)`] : [])].join(' & ')
}

interface WordRow {
  readonly id: number
  /** JSON, since text columns cannot hold every string. */
  readonly object: string
  readonly words: readonly string[]
}

const rowsOf = (account: number, stored: StoredDay): readonly WordRow[] => {
  const rows = new Map<string, { id: number; object: string; words: Set<string> }>()
  for (const { id, oid, stems } of contactStems(stored)) {
    const object = JSON.stringify(oid)
    const key = `${id} ${object}`
    const row = rows.get(key) ?? { id, object, words: new Set<string>() }
    rows.set(key, row)
    for (const stem of stems) row.words.add(lexemeOf(account, stem))
  }
  return Array.from(rows.values(), ({ words, ...row }) => ({ ...row, words: [...words] }))
}

/** As PostgreSQL stores it: four bytes and the text of each. */
const bytesOf = ({ words }: WordRow): number =>
  words.reduce((sum, word) => sum + 4 + Buffer.byteLength(word), 8)

/** The maximum of a `tsvector`, which array_to_tsvector does not check. */
const MOST_BYTES = 2 ** 20 - 1

const AT_ONCE = 500

const ofDay = (write: Database, account: number, day: number) =>
  write.deleteFrom('archive_words').where('account', '=', account).where('day', '=', day)

/** Writes changes only: most of a day is unchanged when read again. */
const writeRows = async (write: Database, account: number, day: number, rows: readonly WordRow[]) => {
  const stored = JSON.stringify(rows.map(({ id, object }) => ({ id, object })))
  await ofDay(write, account, day)
    .where(
      sql<boolean>`(id, object) not in (select id, object from json_to_recordset(${stored}::json) as kept (id bigint, object text))`,
    )
    .execute()
  for (const some of chunksOf(rows, AT_ONCE)) {
    const chunk = JSON.stringify(some)
    await sql`insert into archive_words (account, day, id, object, words)
      select ${account}::bigint, ${day}::bigint, id, object, array_to_tsvector(words)
      from json_to_recordset(${chunk}::json) as given (id bigint, object text, words text[])
      on conflict (account, day, id, object) do update set words = excluded.words
      where archive_words.words is distinct from excluded.words`.execute(write)
  }
}

const POLL_MS = 1_000
/** One server at a time: two concurrent rebuilds would deadlock. */
const REBUILDS = sql`hashtext(current_schema() || '.archive_words')`

/** The index holds deleted lexemes until it is rebuilt, which happens concurrently. */
const rebuild = async (one: Database) => {
  const { rows: broken } = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
    where indrelid = 'archive_words'::regclass and not indisvalid`.execute(one)
  for (const { name } of broken) await sql`drop index concurrently ${sql.raw(name)}`.execute(one)
  await sql`reindex index concurrently archive_words_words`.execute(one)
}

const tidy = (database: Database, signal: AbortSignal): Promise<void> =>
  database.connection().execute(async (one) => {
    const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one)
    const cancel = () =>
      void sql`select pg_cancel_backend(${own[0]?.pid})`.execute(database).catch(() => undefined)
    const isFirst = async () =>
      (await sql<{ is: boolean }>`select pg_try_advisory_lock(${REBUILDS}) as is`.execute(one)).rows[0]?.is
    while (!(await isFirst())) await pause(POLL_MS, undefined, { ref: false, signal })
    signal.addEventListener('abort', cancel)
    try {
      await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
        one,
      )
      await rebuild(one)
    } finally {
      signal.removeEventListener('abort', cancel)
      await sql`reset statement_timeout`.execute(one)
      await sql`reset lock_timeout`.execute(one)
      await sql`select pg_advisory_unlock(${REBUILDS})`.execute(one)
    }
  })

export const WORD_VECTORS: TextIndex = {
  tables: ['archive_texts', 'archive_words'],

  write: async (write, account, day, stored) => {
    const rows = rowsOf(account, stored)
    if (rows.some((row) => bytesOf(row) > MOST_BYTES)) {
      await ofDay(write, account, day).execute()
      await writePacked(write, account, day, await packText(indexTexts(stored)), 0)
      return
    }
    await writeRows(write, account, day, rows)
    const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0)
    await writePacked(write, account, day, new Uint8Array(), bytes)
  },

  find: async (database, account, days, search) => {
    // First, so that a day converted meanwhile is found in both, never in none.
    const packed = await PACKED_DAYS.find(database, account, days, search)
    const rows = await database
      .selectFrom('archive_words')
      .select(['id', 'object'])
      .where('account', '=', account)
      .where('day', '>=', days.first)
      .where('day', '<=', days.last)
      .where(sql<boolean>`words @@ ${queryOf(account, search)}::tsquery`)
      .execute()
    const oids = new Map<string, string | null>()
    const oidOf = (object: string) => {
      const known = oids.get(object)
      if (known !== undefined) return known
      // Written by rowsOf.
      const oid = JSON.parse(object) as string | null
      oids.set(object, oid)
      return oid
    }
    return [...packed, ...rows.map(({ id, object }): TextMatch => [id, oidOf(object)])]
  },

  unwritten: (database, most) =>
    withTexts(database)
      .select(['records.account', 'records.day'])
      .where((on) =>
        on.or([
          on('texts.bytes', 'is', null),
          on.and([on(sql`length(texts.bytes)`, '>', 0), on('texts.word_bytes', 'is', null)]),
        ]),
      )
      .limit(most)
      .execute(),

  tidy,
}
