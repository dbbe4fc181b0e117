import { describe, expect, test } from 'vitest'
import { readRows, readSpendText, textRows } from './cases-testing.ts'
import { decodeText } from './decode.ts'
import { sheetShapeOf } from './mapping.ts'
import { readSheet } from './sheet.ts'

/* Ambiguities of sheets, and lines without spend. */

describe('what a sheet leaves open', () => {
  test('is which of two columns is the amount', () => {
    const text = 'Источник;Месяц;Расход без НДС;Расход с НДС\nVK;2026-10;100;120'
    expect(readSpendText(text)).toMatchObject({ open: ['amount'], amounts: [] })
    const rows = textRows(text)
    const { mapping, candidates } = sheetShapeOf(rows)
    expect([mapping.amount, candidates]).toEqual([null, [2, 3]])
  })

  test('is no source where a column without a name holds states or currencies', () => {
    const read = readSpendText('Enabled\tRUB\tMaps\t100\nPaused\tRUB\tAds\t200')
    expect(read).toMatchObject({ mapping: { source: 2, amount: 3 }, sum: 300 })
    expect(readSpendText('Включена;100\nОстановлена;200')).toMatchObject({ open: ['source'] })
  })

  test('is whether days a week apart are weeks', () => {
    const text = 'Source,Date,Cost\nA,2026-10-05,70\nA,2026-10-12,140'
    expect(readSpendText(text)).toMatchObject({ questions: ['unit'], open: ['unit'] })
    expect(readSpendText(text, { unit: 'week' }).spans).toEqual([
      'A / – / 2026-10 5–11 = 70',
      'A / – / 2026-10 12–18 = 140',
    ])
    expect(readSpendText(text, { unit: 'day' }).spans).toEqual(['A / – / 2026-10 5–12 = 210'])
  })

  test('is whether the first of a month is a day or the month', () => {
    expect(readSpendText('Source,Date,Cost\nA,2026-10-01,70')).toMatchObject({ open: ['unit'] })
    expect(readSpendText('Source,Month,Cost\nA,2026-10-01,70').spans).toEqual(['A / – / 2026-10 = 70'])
    expect(readSpendText('Source,Day,Cost\nA,2026-10-01,70').spans).toEqual(['A / – / 2026-10 1–1 = 70'])
    expect(readSpendText('Source,Date,Cost\nA,2026-09-01,7\nA,2026-10-01,70').questions).toEqual([])
  })

  test('is nothing where the report’s line shows the order of its dates', () => {
    const read = readSpendText('10/01/2026 - 10/31/2026\nSource,Date,Cost\nA,10/01/2026,5\nA,10/12/2026,7')
    expect(read).toMatchObject({ questions: [], spans: ['A / – / 2026-10 1–12 = 12'] })
  })

  test.each([
    ['whole numbers as high as money in millionths', '1234500000\n10000', true],
    ['a name that says so', '5\n7', true, 'cost_micros'],
    ['amounts with fractions', '1234500000.50\n10000', false],
    ['amounts with a currency', '1234500000 ₽', false],
    ['amounts of people', '54000\n120000\n7000', false],
    ['millionths that are no whole cents', '123456789\n2345678', true],
  ])('is whether they are millionths: %s', (_, amounts, isQuestion, name = 'Cost') => {
    const lines = amounts.split('\n').map((amount, index) => `S${index};${amount}`)
    expect(readSpendText(`Source;${name}\n${lines.join('\n')}`).questions).toEqual(
      isQuestion ? ['millionths'] : [],
    )
  })
})

describe('totals and notes', () => {
  test.each(
    [
      [
        'ИТОГО',
        'Итого по всем кампаниям',
        'Всего:',
        'Grand total',
        'Итого и средние значения',
        'Всего за период',
        'Общий итог',
        'Celkem',
        'Gesamt',
        'Razem',
        'Усього',
        'Total – 2 campaigns',
      ],
    ].flat(),
  )('%s is a total', (label) =>
    expect(
      readSpendText(`Campaign;Month;Cost\nA;2026-10;100\nB;2026-10;200\n${label};;300`, { source: 'S' }),
    ).toMatchObject({
      sum: 300,
      left: ['4 total'],
    }),
  )

  test.each([
    'Total Energies',
    'Total Wine',
    'Sum: up',
    'Итоговая',
    'Всего одна',
    'Summer sale',
    'Totally new',
    'Total',
  ])('%s is a source with an amount of its own', (name) =>
    expect(
      readSpendText(`Source;Month;Cost\nA;2026-10;100\nB;2026-10;200\n${name};2026-10;50`),
    ).toMatchObject({
      sum: 350,
      left: [],
    }),
  )

  test('are known in another cell than the first where they are the sum', () =>
    expect(
      readSpendText(
        'Day,Campaign,Cost\n2026-10-01,A,100\n2026-10-01,Total,100\n2026-10-02,A,200\n2026-10-02,Total,200\n2026-10-02,Total,7',
        { source: 'S' },
      ),
    ).toMatchObject({ sum: 307, left: ['3 total', '5 total'] }))

  test('of groups are left out, and one that is another sum is told', () => {
    const read = readSpendText(
      'Campaign;Month;Cost\nA;2026-10;100\nB;2026-10;200\nИтого по группе 1;;300\nC;2026-10;50\nИтого по группе 2;;50\nИтого;;900',
      { source: 'S' },
    )
    expect(read).toMatchObject({ sum: 350, left: ['4 total', '6 total', '7 other_total'] })
  })

  test('below the table are notes, above it nothing is lost', () => {
    const read = readSpendText(
      'Source;Month;Cost\nA;2026-10;100\nB;2026-10;much\n\n* Данные могут измениться\nСформировано;27.11.2026',
    )
    expect(read.left).toEqual(['5 note', '6 note'])
    expect(read.errors).toEqual([{ line: 3, problem: 'no_number', text: 'much' }])
  })
})

describe('bytes', () => {
  const TEXT = 'Источник;Месяц;Расход\nОкна;2026-10;1 234,50\n'
  const utf16 = (isBig: boolean) => {
    const bytes = new Uint8Array(TEXT.length * 2)
    const view = new DataView(bytes.buffer)
    for (let index = 0; index < TEXT.length; index++)
      view.setUint16(index * 2, TEXT.charCodeAt(index), !isBig)
    return bytes
  }
  const windows1251 = Uint8Array.from(TEXT, (letter) => {
    const code = letter.charCodeAt(0)
    return code >= 0x410 ? code - 0x350 : code === 0xa0 ? 0xa0 : code
  })
  test.each([
    ['UTF-16LE without its mark', utf16(false)],
    ['UTF-16BE without its mark', utf16(true)],
    ['Windows-1251', windows1251],
    ['UTF-8 with its mark', new TextEncoder().encode(`\uFEFF${TEXT}`)],
    ['UTF-8 with lines that end in CR', new TextEncoder().encode(TEXT.replaceAll('\n', '\r'))],
  ])('of %s are read', (_, bytes) =>
    expect(readRows(textRows(bytes)).spans).toEqual(['Окна / – / 2026-10 = 1234.5']),
  )

  test('of a Western Windows are told from those of a Russian one', () => {
    const bytes = Uint8Array.from('Währung;Größe\n', (letter) => letter.charCodeAt(0))
    expect(decodeText(bytes)).toEqual({ text: 'Währung;Größe\n', encoding: 'windows-1252' })
  })

  test('of UTF-8 with a broken byte, or cut within a letter, stay UTF-8', () => {
    const bytes = new TextEncoder().encode('Яндекс;100\n'.repeat(50))
    expect(decodeText(bytes.with(0, 0xff))?.encoding).toBe('utf-8')
    const cut = new TextEncoder().encode('Источник Яндекс').subarray(0, -1)
    expect(decodeText(cut)).toEqual({ text: 'Источник Яндек\uFFFD', encoding: 'utf-8' })
  })

  test('of a picture are no text', () =>
    expect(decodeText(Uint8Array.from({ length: 400 }, (_, index) => (index * 37) % 256))).toBeNull())
})

describe('quotation marks', () => {
  const sheetFromRows = (text: string) => {
    const sheet = readSheet(text)
    return sheet.is === 'read' ? { rows: sheet.rows, openQuotes: sheet.openQuotes } : sheet
  }
  test('that enclose a cell are taken off, with what is in it', () =>
    expect(sheetFromRows('"a;b";"say ""hi""";"two\nlines"\n1;2;3')).toEqual({
      rows: [
        ['a;b', 'say "hi"', 'two\nlines'],
        ['1', '2', '3'],
      ],
      openQuotes: [],
    }))

  test('that are not closed are letters, are told, and swallow no line', () =>
    expect(
      sheetFromRows('Source;Month;Cost\n"Окна;2026-10;100\nДвери;2026-10;200\n"Полы";2026-10;300'),
    ).toEqual({
      rows: [
        ['Source', 'Month', 'Cost'],
        ['"Окна', '2026-10', '100'],
        ['Двери', '2026-10', '200'],
        ['Полы', '2026-10', '300'],
      ],
      openQuotes: [2],
    }))

  test('inside cells are letters, with commas too', () =>
    expect(sheetFromRows('24" windows,100\n"a ""b"" c",200\n"Sale" now,300')).toEqual({
      rows: [
        ['24" windows', '100'],
        ['a "b" c', '200'],
        ['"Sale" now', '300'],
      ],
      openQuotes: [],
    }))

  test('of pasted cells with several lines are one cell', () =>
    expect(sheetFromRows('"one\ntwo"\t5\n"half\t7\nend"\t8')).toEqual({
      rows: [
        ['one\ntwo', '5'],
        ['"half', '7'],
        ['end"', '8'],
      ],
      openQuotes: [2],
    }))
})

test('tells the currencies of a column of its own, and those of lines', () => {
  const read = readSpendText('Source,Currency,Month,Cost\nA,RUB,2026-10,100\nB,USD,2026-10,20')
  expect(read).toMatchObject({ currencies: ['RUB', 'USD'], mapping: { source: 0 }, sum: 120 })
})
