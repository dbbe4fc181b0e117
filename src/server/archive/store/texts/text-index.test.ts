import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { textMarker } from '#/domain/cells/highlight.ts'
import { textSearch } from '#/analytics/texts/text-search.ts'
import { searchWords, stemOf } from '#/analytics/texts/stems.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import type { StoredDay } from '../stored-day.ts'
import { writeRecords } from '#/server/archive/store/writing/write-days.ts'
import { textIndexOf } from './text-index.ts'

/* Runs with both engines (vitest.config.ts), each with its own index. */

let database: Awaited<ReturnType<typeof openTestStore>>['database']
beforeAll(async () => {
  ;({ database } = await openTestStore())
  return () => database.destroy()
})

const day = (...texts: (string | Record<string, unknown>)[]): StoredDay => ({
  titles: [],
  records: texts.map((text, nth) => ({
    id: nth + 1,
    obj_oid: 'site',
    ...(typeof text === 'string' ? { messages: text } : text),
  })),
})

const DAY = 20_000
let account = 0

const findIn = async (of: number, q: string, days = { first: DAY, last: DAY }) => {
  const search = textSearch(q)
  return search ? textIndexOf(database).find(database, of, days, search) : []
}

const find = async (stored: StoredDay, q: string) => {
  await writeRecords(database, ++account, DAY, stored)
  const found = await findIn(account, q)
  return found.map(([id]) => id).toSorted((a, b) => a - b)
}

/** Word by word, without an index. */
const isFoundIn = (text: string, q: string): boolean => {
  const search = textSearch(q)
  const words = searchWords(text)
  const isThere = (stem: string) => words.some((word) => stemOf(word) === stem)
  const { stems = [], begun = null } = search ?? {}
  const isBegun =
    begun === null || isThere(begun.stem) || words.some((word) => stemOf(word).startsWith(begun.word))
  return search !== null && stems.every(isThere) && isBegun
}

test.each([
  ['крыша', 'Сколько стоит покрыть крышу?'],
  ['крышами', 'крыша'],
  ['елка', 'Ёлка у входа'],
  ['ЁЛКУ', 'елка'],
  ['окнами', 'Нужны окна'],
  ['окна', 'перед окнами'],
  ['consultations', 'A free Consultation'],
  ['consultation', 'two consultations'],
  ['roofs', 'ROOF'],
  ['консуль', 'консультация по кровле'],
  ['замер кро', 'кровля: замер завтра'],
  ['замер-кровли', 'кровля, замер'],
  ['5000', 'цена 5000 руб.'],
  ['й', 'и\u0306'],
])('%s finds: %s', async (q, text) => {
  expect(await find(day('другое', text), q)).toEqual([2])
})

test.each([
  ['крыша', 'крыло'],
  ['крыша окно', 'крыша без всего'],
  // Prefixes apply to the last word only, from three letters.
  ['крыш ок', 'крыша и окна'],
  ['кро замер', 'кровля и замер'],
  ['!!!', 'что угодно!!!'],
  ['\t', 'что\tугодно\n1\t0'],
  ['10', 'крыша'],
])('%s does not find: %s', async (q, text) => {
  expect(await find(day(text, 'другое'), q)).toEqual([])
})

test('what was written is looked into, and not who wrote it', async () => {
  const texts = day(
    { messages: 'крыша' },
    { comments: [{ id: 1, comment: 'про крышу', name: 'Крышин', email: 'roof@x.test' }] },
    { sms_message: 'крыши' },
    { email_text: 'крыше' },
    { widget_text: 'крышей' },
    {
      custom_data: JSON.stringify({
        name: 'Ольга',
        email: 'olga@x.test',
        'Что нужно': 'крыша',
        rooms: ['дом', 3],
      }),
    },
    {
      custom_data: JSON.stringify({
        visitor: { name: 'Ольга', region: 'Тула' },
        conversation_id: '777777',
        conversation: JSON.stringify({ 1: 'Здравствуйте', 2: 'нужна крыша' }),
      }),
    },
    { custom_data: 'крыша, но не JSON {' },
    { search_request: 'крыша', region: 'Крыша', managers: 'Крыша' },
  )
  expect(await find(texts, 'крыша')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  for (const who of ['Ольга', 'olga', 'Крышин', 'roof', 'Тула', '777777', 'visitor', 'conversation'])
    expect([who, await find(texts, who)]).toEqual([who, []])
  expect(await find(texts, 'дом')).toEqual([6])
})

const word = fc.string({
  unit: fc.constantFrom(...Array.from('абвеёийкрстуыяАЁЙЯabcdeinrstyzABZ019𐐨𝟗')),
  minLength: 1,
  maxLength: 10,
})
const text = fc.array(fc.tuple(word, fc.constantFrom(' ', ', ', '\n', ' — ', '\t', '. ', "'", '\\', '\0')), {
  minLength: 1,
  maxLength: 12,
})
const written = fc
  .array(text, { minLength: 1, maxLength: 6 })
  .map((texts) => texts.map((pieces) => pieces.flat().join('')))

test('any words of a text find it, in whatever case and order, and whatever stands in the texts beside it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      async (texts, which, words) => {
        const stored = day(...texts.map((pieces) => pieces.flat().join('')))
        const nth = which % texts.length
        const own = texts[nth]!
        const q = words.map((at) => own[at % own.length]![0].toUpperCase()).join(' ')
        fc.pre(textSearch(q) !== null)
        expect(await find(stored, q)).toContain(nth + 1)
      },
    ),
  )
})

test('what is found is what a look at each word finds', async () => {
  await fc.assert(
    fc.asyncProperty(written, fc.array(word, { minLength: 1, maxLength: 3 }), async (texts, search) => {
      const q = search.join(' ')
      const expected = texts.flatMap((one, nth) => (isFoundIn(one, q) ? [nth + 1] : []))
      expect(await find(day(...texts), q)).toEqual(expected)
    }),
  )
})

test('what is found is marked in it, and nothing is that was not found', async () => {
  await fc.assert(
    fc.asyncProperty(written, word, async (texts, search) => {
      const marker = textMarker(search)
      const marked = texts.flatMap((one, nth) => (marker.pieces(one).some(({ hit }) => hit) ? [nth + 1] : []))
      expect(await find(day(...texts), search)).toEqual(marked)
    }),
  )
})

test('contacts are told apart by object and id, whatever an object is called, and a contact recorded twice is one', async () => {
  const records = ['site', 'сайт "1"', 'a\\b', 'a\0b', '\uD800', null].map((oid) => ({
    id: 7,
    obj_oid: oid,
    messages: 'крыша',
  }))
  const twice = { id: 8, obj_oid: 'site' }
  const stored = {
    titles: [],
    records: [...records, { ...twice, messages: 'окна' }, { ...twice, messages: 'двери' }],
  }
  await writeRecords(database, ++account, DAY, stored)
  const found = await findIn(account, 'крыши')
  expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(records.length)
  expect(found).toContainEqual([7, 'site'])
  expect(found).toContainEqual([7, 'a\0b'])
  expect(found).toContainEqual([7, null])
  for (const q of ['окно', 'дверь'])
    expect(new Set((await findIn(account, q)).map(([id]) => id)), q).toEqual(new Set([8]))
})

test('a day is found by what it holds now, within the days asked for, and for its own account alone', async () => {
  // One account's number is a prefix of another's.
  const [one, other] = [900, 9001]
  await writeRecords(database, one, DAY, day('крыша', 'окна'))
  await writeRecords(database, one, DAY + 1, day('', '', 'крыша'))
  await writeRecords(database, other, DAY, day('', '', '', 'крыша'))
  const both = { first: DAY, last: DAY + 1 }
  const ids = async (of: number, q: string, days = both) =>
    (await findIn(of, q, days)).map(([id]) => id).toSorted((a, b) => a - b)
  expect(await ids(one, 'кры')).toEqual([1, 3])
  expect(await ids(one, 'крыша', { first: DAY + 1, last: DAY + 1 })).toEqual([3])
  expect(await ids(other, 'крыша')).toEqual([4])
  await writeRecords(database, one, DAY, day('двери', 'крыша и окна'))
  expect(await Promise.all(['крыша', 'окно', 'дверь'].map((q) => ids(one, q)))).toEqual([[2, 3], [2], [1]])
  await writeRecords(database, one, DAY, day(''))
  expect(await ids(one, 'крыша')).toEqual([3])
  await writeRecords(database, one, DAY + 1, day())
  expect(await ids(one, 'крыша')).toEqual([])
})
