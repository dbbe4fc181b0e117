import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDialog, readTexts } from './conversation.ts'

const nobody = { visitor: null, managers: null }
const text = fc.string({
  unit: fc.constantFrom('Анна', 'Bob', ': ', ' (13:12)', '\n', ' ', '12:30', 'http://a', '🙂', '\r\n'),
})

describe('readDialog', () => {
  test('reads speakers, times and sides', () => {
    expect(
      readDialog(
        'Посетитель (13:12): Сколько стоит?\nЕлена (13:13): От 89 000 ₽: точно после снимка',
        nobody,
      ),
    ).toEqual([
      { speaker: 'Посетитель', time: '13:12', text: 'Сколько стоит?', side: 'visitor' },
      { speaker: 'Елена', time: '13:13', text: 'От 89 000 ₽: точно после снимка', side: 'answer' },
    ])
  })

  test('keeps further lines with their message, and their own colons', () => {
    expect(
      readDialog('Visitor (9:05): Two things\nFirst: price\n\nSecond: time\nAnna (9:06): Sure', nobody),
    ).toMatchObject([
      { speaker: 'Visitor', text: 'Two things\nFirst: price\n\nSecond: time' },
      { speaker: 'Anna', text: 'Sure' },
    ])
  })

  test('reads lines without times', () => {
    expect(readDialog('Bob: Hello\nhttps://a.example/x\n12:30 fits\nAnna: Fine', nobody)).toEqual([
      { speaker: 'Bob', time: null, text: 'Hello\nhttps://a.example/x\n12:30 fits', side: 'visitor' },
      { speaker: 'Anna', time: null, text: 'Fine', side: 'answer' },
    ])
  })

  test('knows a visitor who does not speak first', () => {
    const dialog = 'Елена: Чем помочь?\nИван: Цена?'
    const sides = (people: { visitor: string | null; managers: string | null }) =>
      readDialog(dialog, people)?.map(({ side }) => side)
    expect(sides(nobody)).toEqual(['visitor', 'answer'])
    expect(sides({ visitor: 'иван', managers: null })).toEqual(['answer', 'visitor'])
    expect(sides({ visitor: null, managers: 'Игорь Лапин, Елена Соколова' })).toEqual(['answer', 'visitor'])
  })

  test.each([
    'just a text',
    'a text\nAnna: with a name later',
    'https://a.example: is down',
    '12:30: too late',
    '',
    'a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\ng: 7',
  ])('leaves %j a text', (dialog) => {
    expect(readDialog(dialog, nobody)).toBeNull()
  })

  test('loses nothing of what was written', () => {
    const letters = (source: string) => source.replaceAll(/[\s():]/g, '')
    fc.assert(
      fc.property(text, (dialog) => {
        const messages = readDialog(dialog, nobody)
        if (messages)
          expect(letters(messages.map((one) => one.speaker + (one.time ?? '') + one.text).join(''))).toBe(
            letters(dialog),
          )
      }),
      { numRuns: 3000 },
    )
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (dialog, visitor, managers) => {
        readDialog(dialog, { visitor, managers })
      }),
    )
  })

  test.each([' ', 'a', 'a (1', 'a:', '\n', 'a (12:34', '(', 'a: b\n'])(
    'is not slowed down by %j over and over',
    (unit) => {
      // Input that makes patterns backtrack.
      const dialog = unit.repeat(20_000)
      for (const message of readDialog(dialog, nobody) ?? []) expect(dialog).toContain(message.text)
    },
  )
})

describe('readTexts', () => {
  test('reads one message from each text', () => {
    expect(readTexts(['Visitor: Hello\nAnybody there: at all?', 'Anna: Yes'], nobody)).toEqual([
      { speaker: 'Visitor', time: null, text: 'Hello\nAnybody there: at all?', side: 'visitor' },
      { speaker: 'Anna', time: null, text: 'Yes', side: 'answer' },
    ])
  })

  test('is no talk when one of them has no speaker, or there is none', () => {
    expect(readTexts(['Visitor: Hello', 'joined the chat'], nobody)).toBeNull()
    expect(readTexts([], nobody)).toBeNull()
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        readTexts(texts, nobody)
      }),
    )
  })
})
