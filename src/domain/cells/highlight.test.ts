import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growth, LINEAR } from '#/test/growth.ts'
import { textMarker, type TextPiece } from './highlight.ts'

/** As text, with matches in brackets. */
const shown = (pieces: readonly TextPiece[]) =>
  pieces.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')
const marked = (q: string, text: string) => shown(textMarker(q).pieces(text))

test.each([
  ['крыша', 'Сколько стоит покрыть Крышу?', 'Сколько стоит покрыть [Крышу]?'],
  ['елка', 'Ёлка у входа, две ёлки', '[Ёлка] у входа, две [ёлки]'],
  ['замер кро', 'кровля: замер завтра', '[кровля]: [замер] завтра'],
  ['кро замер', 'кровля: замер завтра', 'кровля: [замер] завтра'],
  ['roofs', 'ROOF, roofing', '[ROOF], [roofing]'],
  ['й', 'и\u0306 и', '[и\u0306] и'],
  ['5000', 'цена 5000 руб.', 'цена [5000] руб.'],
  ['$&.*', 'цена $&.*', 'цена $&.*'],
  ['<b>', '<b>да</b>', '<[b]>да</[b]>'],
])('%s in: %s', (q, text, expected) => {
  expect(marked(q, text)).toBe(expected)
})

test('joined, the pieces are the text, and none is empty', () => {
  const unit = fc.oneof(fc.constantFrom('а', 'б', ' ', '\u0306', '😀', 'ﬁ'), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 40 }), fc.array(unit, { maxLength: 3 }), (text, q) => {
      const pieces = textMarker(q.join('')).pieces(text.join(''))
      expect(pieces.map((piece) => piece.text).join('')).toBe(text.join(''))
      expect(pieces.every((piece) => piece.text !== '')).toBe(true)
    }),
  )
})

describe('a snippet', () => {
  const snippet = (q: string, record: object) => {
    const found = textMarker(q).snippet({ ...record })
    return found && `${found.field}: ${shown(found.pieces)}`
  }

  test('is of the text that holds most of the words', () => {
    const record = {
      messages: 'Нужна крыша',
      comments: [{ id: 1, comment: 'крыша и окна', name: 'Анна', email: null, created_at: null }],
    }
    expect(snippet('окно крыша', record)).toBe('comments: [крыша] и [окна]')
    expect(snippet('крыша', record)).toBe('messages: Нужна [крыша]')
    expect(snippet('дверь', record)).toBeNull()
    expect(snippet('!!', record)).toBeNull()
  })

  test('begins shortly before the first hit, at a word, in one line', () => {
    const talk = `Здравствуйте, хотел бы узнать у вас,\nсколько\nстоит крыша${' и окна'.repeat(100)}`
    const words = snippet('крыши', { sms_message: talk })!
    expect(words).toMatch(/^sms_message: …\S.*сколько стоит \[крыша\] и окна.*…$/)
    expect(words.length).toBeLessThan(400)
  })

  test('is short, however long a word is', () => {
    const { pieces } = textMarker('ааа').snippet({ messages: `${'б '.repeat(50)}${'а'.repeat(100_000)}` })!
    expect(shown(pieces).length).toBeLessThan(400)
  })
})

describe('highlight-linear: marking costs as much as the text is long', () => {
  test.each<[string, (length: number) => string]>([
    ['one word', (length) => 'a'.repeat(length)],
    ['every word a hit', (length) => 'aaa '.repeat(length / 4)],
    ['nothing but spaces', (length) => ' '.repeat(length)],
    ['nothing but brackets', (length) => '['.repeat(length)],
    ['accents without letters', (length) => '\u0306'.repeat(length)],
    [
      'words that are all different',
      (length) => Array.from({ length: length / 8 }, (_, nth) => `aa${nth} `).join(''),
    ],
    ['almost hits', (length) => 'aab'.repeat(length / 3)],
  ])('%s', { tags: 'all' }, (_, textOf) => {
    const marker = textMarker('aaa bbb '.repeat(30) + 'aa')
    const work = (size: number) => {
      const text = textOf(size)
      marker.pieces(text)
      marker.snippet({ messages: text, custom_data: text })
    }
    expect(growth(work, 100_000)).toBeLessThan(LINEAR)
  })
})
