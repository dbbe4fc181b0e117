import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { textMarker } from '#/analytics/texts/mark.ts'
import { soughtText } from '#/analytics/texts/sought.ts'
import { indexTexts, searchTexts } from './texts.ts'

const day = (...texts: (string | Record<string, unknown>)[]) => ({
  titles: [],
  records: texts.map((text, nth) => ({
    id: nth + 1,
    obj_oid: 'site',
    ...(typeof text === 'string' ? { messages: text } : text),
  })),
})

const find = (kept: ReturnType<typeof day>, q: string) => {
  const sought = soughtText(q)
  const found = sought ? searchTexts(indexTexts(kept), sought) : []
  return found.map(([id]) => id).toSorted((a, b) => a - b)
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
])('%s finds: %s', (q, text) => {
  expect(find(day('другое', text), q)).toEqual([2])
})

test.each([
  ['крыша', 'крыло'],
  ['крыша окно', 'крыша без всего'],
  // A beginning is of the last word only, and of three letters.
  ['крыш ок', 'крыша и окна'],
  ['кро замер', 'кровля и замер'],
  ['!!!', 'что угодно!!!'],
  ['\t', 'что\tугодно\n1\t0'],
  ['10', 'крыша'],
])('%s does not find: %s', (q, text) => {
  expect(find(day(text, 'другое'), q)).toEqual([])
})

test('what was written is looked into, and not who wrote it', () => {
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
  expect(find(texts, 'крыша')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  for (const who of ['Ольга', 'olga', 'Крышин', 'roof', 'Тула', '777777', 'visitor', 'conversation'])
    expect([who, find(texts, who)]).toEqual([who, []])
  expect(find(texts, 'дом')).toEqual([6])
})

const word = fc.string({
  unit: fc.constantFrom(...Array.from('абвеёийкрстуыяАЁЙЯabcdeinrstyzABZ019')),
  minLength: 1,
  maxLength: 10,
})
const text = fc.array(fc.tuple(word, fc.constantFrom(' ', ', ', '\n', ' — ', '\t', '. ')), {
  minLength: 1,
  maxLength: 12,
})

test('any words of a text find it, in whatever case and order, and whatever stands in the texts beside it', () => {
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      (texts, which, words) => {
        const kept = day(...texts.map((pieces) => pieces.flat().join('')))
        const nth = which % texts.length
        const own = texts[nth]!
        const q = words.map((at) => own[at % own.length]![0].toUpperCase()).join(' ')
        expect(find(kept, q)).toContain(nth + 1)
      },
    ),
  )
})

test('what is found holds a word with the stem of each that was sought', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), word, (texts, sought) => {
      const kept = day(...texts.map((pieces) => pieces.flat().join('')))
      const isAlone = (nth: number) => find(day(texts[nth]!.flat().join('')), sought).length > 0
      expect(find(kept, sought)).toEqual(texts.flatMap((_, nth) => (isAlone(nth) ? [nth + 1] : [])))
    }),
  )
})

test('what is found is marked in it, and nothing is that was not found', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), word, (texts, sought) => {
      const written = texts.map((pieces) => pieces.flat().join(''))
      const marker = textMarker(sought)
      const marked = written.flatMap((one, nth) =>
        marker.pieces(one).some(({ hit }) => hit) ? [nth + 1] : [],
      )
      expect(marked).toEqual(find(day(...written), sought))
    }),
  )
})
