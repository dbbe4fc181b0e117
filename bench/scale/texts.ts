import { sql, type Kysely } from 'kysely'
import { textSearch } from '#/analytics/texts/text-search.ts'
import { stemOf } from '#/analytics/texts/stems.ts'
import { openArchive } from '#/server/archive/open.ts'
import { packDay, type StoredDay } from '#/server/archive/store/stored-day.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { PACKED_DAYS } from '#/server/archive/store/texts/packed-days.ts'
import { WORD_VECTORS } from '#/server/archive/store/texts/word-vectors.ts'
import { databasesOn } from '#/server/database/postgres/databases.ts'
import { queryPostgres } from '#/server/database/testing/postgres.ts'
import { HELD_YEAR } from '../archive/held.ts'
import { ms, percentile, printNote, printTable } from '../support.ts'
import { cpuTaken } from './cpu.ts'

/*
 * The same texts looked into by both indexes, in the same database one after the other: the packed days that SQLite has, and
 * PostgreSQL's tsvector.
 */

const WORDS = 30
const VOCABULARY = 20_000
const DAYS = HELD_YEAR.last - HELD_YEAR.first + 1
const MONTH = { first: HELD_YEAR.last - 29, last: HELD_YEAR.last }
const TIMES = 9

/** The same at every run. */
const createRandom = () => {
  let state = 19
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** Words of two to five syllables; the commonest is as often as in a language. */
const createWords = () => {
  const random = createRandom()
  const [consonants, vowels] = ['бвгдзклмнпрстфх', 'аеиоу']
  const letter = (of: string) => of[Math.floor(random() * of.length)]!
  const syllable = () => letter(consonants) + letter(vowels)
  const words = Array.from(
    { length: VOCABULARY },
    () => Array.from({ length: 2 + Math.floor(random() * 4) }, syllable).join('') + letter(consonants),
  )
  const draw = () => words[Math.floor((VOCABULARY + 1) ** random() - 1)]!
  return { words, text: () => Array.from({ length: WORDS }, draw).join(' ') }
}

const QUESTIONS = (words: readonly string[]) =>
  [
    ['a common word', `${words[0]} `, HELD_YEAR],
    ['a word of one in fifty', `${words[150]} `, HELD_YEAR],
    ['a rare word', `${words[15_000]} `, HELD_YEAR],
    ['the beginning of a word, three letters', words[0]!.slice(0, 3), HELD_YEAR],
    ['two common words', `${words[0]} ${words[1]} `, HELD_YEAR],
    ['a month: a common word', `${words[0]} `, MONTH],
    ['a month: a rare word', `${words[15_000]} `, MONTH],
  ] as const

const writeTexts = async (
  database: Kysely<ArchiveTables>,
  account: number,
  contacts: number,
  text: () => string,
) => {
  let id = 0
  for (let nth = 0; nth < DAYS; nth++) {
    const day = HELD_YEAR.first + nth
    const until = Math.floor(((nth + 1) * contacts) / DAYS)
    const records = Array.from({ length: until - id }, () => ({
      id: ++id,
      obj_oid: 'site-0123456789',
      messages: text(),
    }))
    const kept: StoredDay = { titles: [], records }
    await database
      .insertInto('archive_records')
      .values({ account, day, bytes: await packDay(kept) })
      .execute()
    await PACKED_DAYS.write(database, account, day, kept)
  }
}

export const measureTexts = async (
  { url, folder }: { url: string; folder: string },
  contacts: number,
  clients: number,
) => {
  const { database, store } = await openArchive(databasesOn(url, 20))
  const bytesOf = async (table: string) => {
    const [row] = await queryPostgres(
      url,
      `select pg_total_relation_size('callboard_archive.${table}')::float8 as bytes`,
    )
    return Number(row?.['bytes'])
  }
  const spent = async <T>(work: () => Promise<T>) => {
    const [cpu, at] = [cpuTaken(folder) ?? 0, performance.now()]
    const done = await work()
    return { done, cpu: (cpuTaken(folder) ?? 0) - cpu, took: performance.now() - at }
  }
  try {
    const { words, text } = createWords()
    const accounts = Array.from({ length: clients }, (_, nth) => nth + 1)
    const written = await spent(async () => {
      for (const account of accounts)
        await writeTexts(database, account, Math.floor(contacts / clients), text)
    })
    const packedBytes = await bytesOf('archive_texts')
    const ask = async (index: typeof PACKED_DAYS) => {
      await queryPostgres(url, 'vacuum analyze')
      const asked = new Map<string, { cpu: number; took: number; found: string }>()
      for (const [name, q, days] of QUESTIONS(words)) {
        const found = () => index.find(database, 1, days, textSearch(q)!)
        await found()
        const times: number[] = []
        const { cpu } = await spent(async () => {
          for (let nth = 0; nth < TIMES; nth++) times.push((await spent(found)).took)
        })
        const ids = (await found()).map(([id]) => id).toSorted((a, b) => a - b)
        asked.set(name, { cpu: cpu / TIMES, took: percentile(times, 0.5), found: ids.join() })
      }
      return asked
    }
    const packed = await ask(PACKED_DAYS)
    const turned = await spent(async () => {
      while ((await store.indexSome()) > 0);
    })
    const vectors = await ask(WORD_VECTORS)
    const tidied = await spent(() => store.tidyTexts(new AbortController().signal))
    const wordBytes = await bytesOf('archive_words')
    const plans: string[] = []
    for (const { first, last } of [HELD_YEAR, MONTH]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, buffers, costs off, timing off)
        select id, object from archive_words where account = 1 and day between ${sql.lit(first)} and ${sql.lit(last)}
        and words @@ ${sql.lit(`'1.${stemOf(words[0]!)}'`)}::tsquery`.execute(database)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    const rows = [
      ['', 'found', 'packed days', 'CPU', 'tsvector, GIN', 'CPU'],
      [
        'on disk, a contact',
        '',
        `${(packedBytes / contacts).toFixed(0)} B`,
        '',
        `${(wordBytes / contacts).toFixed(0)} B`,
        '',
      ],
    ]
    for (const [name, { cpu, took, found }] of packed) {
      const other = vectors.get(name)
      if (other?.found !== found) throw new Error(`${name}: the indexes do not find the same contacts`)
      const count = found === '' ? 0 : found.split(',').length
      rows.push([name, count.toLocaleString('en'), ms(took), ms(cpu), ms(other.took), ms(other.cpu)])
    }
    printNote(
      `Texts: ${contacts.toLocaleString('en')} contacts of ${clients} clients with ${WORDS} words each; written in ${ms(written.took)} ` +
        `(${ms(written.cpu)} of CPU), made vectors of in ${ms(turned.took)} (${ms(turned.cpu)}), their index made anew in ${ms(tidied.took)} (${ms(tidied.cpu)}).`,
    )
    printTable('texts', rows)
    console.log(plans.join('\n\n'))
  } finally {
    await database.destroy()
  }
}
