import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodeText } from './decode.ts'
import { shapeOf } from './mapping.ts'
import { proposedSource, readSpend, type ReadSpendOptions } from './read-spend.ts'
import { readSheet, type Rows } from './sheet.ts'
import { sumOfAmounts } from './amounts.ts'

/* Exports of advertising systems as they come, with the amounts that are right. */

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' }

const rowsOf = (content: Uint8Array | string): Rows => {
  const text = typeof content === 'string' ? content : (decodeText(content)?.text ?? '')
  const sheet = readSheet(text)
  return sheet.is === 'read' ? sheet.rows : []
}

const readRows = (rows: Rows, answers: Partial<ReadSpendOptions> = {}, fileName: string | null = null) => {
  const shape = shapeOf(rows)
  const source = proposedSource(rows, shape, { fileName, sheetName: null }, [])
  const read = readSpend(rows, shape, {
    order: null,
    unit: null,
    millionths: null,
    source: source ?? '',
    days: shape.report?.days ?? OCTOBER,
    today: '2026-11-27',
    isSoFar: true,
    known: { source: [], campaign: [] },
    ...answers,
  })
  return {
    ...read,
    proposed: source,
    report: shape.report,
    mapping: shape.mapping,
    sum: sumOfAmounts(read.amounts),
    /** `source / campaign / month days = amount`, each span of days its own line. */
    spans: read.amounts.flatMap(({ source, campaign, month, spans }) =>
      spans.map(
        ({ amount, days }) =>
          `${source} / ${campaign ?? '–'} / ${month}${days ? ` ${days.first}–${days.last}` : ''} = ${amount}`,
      ),
    ),
    left: read.leftOut.map(({ line, because }) => `${line} ${because}`),
  }
}

const readCase = (name: string, answers: Partial<ReadSpendOptions> = {}) =>
  readRows(rowsOf(readFileSync(join(import.meta.dirname, 'fixtures', name))), answers, name)
const readText = (text: string, answers: Partial<ReadSpendOptions> = {}) => readRows(rowsOf(text), answers)

describe('Google Ads', () => {
  test('asks one source for all lines of an export, and proposes it', () => {
    const read = readCase('s1-google-utf16.csv')
    expect(read).toMatchObject({
      proposed: 'Google Ads',
      asks: ['source'],
      sum: 40_590.5,
      errors: [],
      currencies: ['RUB'],
    })
    expect(read.spans).toEqual([
      'Google Ads / Окна Москва / 2026-10 = 40590.5',
      'Google Ads / Old promo / 2026-10 = 0',
    ])
    expect(read.report).toEqual({ days: OCTOBER, line: 2 })
    expect(read.left).toEqual(['6 total', '7 total'])
    expect(readCase('s1-google-utf16.csv', { source: '' })).toMatchObject({ open: ['source'], amounts: [] })
  })

  test('reads days without their totals', () => {
    const read = readCase('s2-google-daily.csv')
    expect(read).toMatchObject({
      sum: 2258.1,
      isDaily: true,
      asks: ['source'],
      errors: [],
      left: ['7 total', '8 total', '9 total'],
    })
    expect(read.spans).toEqual([
      'Google Ads / Окна Москва / 2026-10 1–3 = 2255',
      'Google Ads / Brand / 2026-10 1–3 = 3.1',
    ])
  })

  test('spreads each week over its seven days', () => {
    const read = readCase('s3-google-weekly.csv')
    expect(read.spans).toEqual([
      'Google Ads / Yandex Direct / 2026-10 5–31 = 27000',
      'Google Ads / Yandex Direct / 2026-11 1–1 = 1000',
    ])
  })
})

describe('Meta', () => {
  test('spreads a range over its days', () => {
    const read = readCase('s4-meta-range.csv')
    expect(read).toMatchObject({
      sum: 27_000,
      asks: ['source'],
      left: ['2 total'],
      currencies: ['RUB'],
      proposed: 'Meta Ads',
    })
    expect(read.spans).toEqual([
      'Meta Ads / VK leads / 2026-10 10–31 = 11000',
      'Meta Ads / VK leads / 2026-11 1–5 = 2500',
      'Meta Ads / Okna leads / 2026-10 10–31 = 11000',
      'Meta Ads / Okna leads / 2026-11 1–5 = 2500',
    ])
  })

  test('goes by the day where the report’s range stands beside it', () => {
    const read = readCase('s5-meta-daily.csv')
    expect(read).toMatchObject({ sum: 26_000.5, isDaily: true, left: ['2 total'] })
    expect(read.spans).toEqual([
      'Meta Ads / Set A / 2026-10 1–2 = 20000.5',
      'Meta Ads / Set B / 2026-10 1–2 = 6000',
    ])
  })
})

describe('Yandex Direct', () => {
  test('reads campaigns and days in Windows-1251', () => {
    const read = readCase('s6-direct.csv')
    expect(read).toMatchObject({
      proposed: 'Яндекс Директ',
      sum: 2534.75,
      isDaily: true,
      left: ['9 total'],
      errors: [],
    })
    expect(read.spans).toEqual([
      'Яндекс Директ / Окна | Москва / 2026-10 1–2 = 2234.5',
      'Яндекс Директ / Окна | РСЯ / 2026-10 1–2 = 300.25',
    ])
  })

  test('asks whether amounts are millionths', () => {
    const read = readCase('s9-direct-api.tsv')
    expect(read).toMatchObject({
      asks: ['source', 'millionths'],
      open: ['millionths'],
      amounts: [],
      left: ['5 total'],
    })
    expect(readCase('s9-direct-api.tsv', { millionths: true }).sum).toBe(2234.5)
    expect(readCase('s9-direct-api.tsv', { millionths: false }).sum).toBe(2_234_500_000)
  })
})

describe('layouts of other systems', () => {
  test('Yandex Direct’s report by weeks, whose ends the report cuts off', () => {
    const read = readText(
      'Период: 01.10.2026 - 18.10.2026\n\nНеделя;Кампания;Расход (руб., с НДС)\n28.09.2026 – 04.10.2026;Окна;400\n05.10.2026 – 11.10.2026;Окна;700\n12.10.2026 – 18.10.2026;Окна;1 400,50\nИтого;;2 500,50',
      { source: 'Direct' },
    )
    expect(read.spans).toEqual([
      'Direct / Окна / 2026-09 28–30 = 171.43',
      'Direct / Окна / 2026-10 1–4 = 228.57',
      'Direct / Окна / 2026-10 5–11 = 700',
      'Direct / Окна / 2026-10 12–18 = 1400.5',
    ])
    expect(read).toMatchObject({ sum: 2500.5, left: ['7 total'] })
  })

  test('Google’s weeks by their first day, within the days of the report', () => {
    const read = readText(
      'Campaign report\n"October 1, 2026 - October 18, 2026"\nWeek,Campaign,Cost\n2026-09-28,A,400\n2026-10-05,A,700\n2026-10-12,A,700',
      { source: 'G' },
    )
    expect(read.spans).toEqual(['G / A / 2026-10 1–18 = 1800'])
  })

  test('Google in Russian: names, totals and dashes', () => {
    const read = readText(
      'Отчет о кампаниях\n1 октября 2026 г. - 31 октября 2026 г.\nСостояние кампании\tКампания\tБюджет\tКод валюты\tПоказы\tСредняя цена за клик\tСтоимость\tСтоимость/конв.\nВключено\tОкна\t500,00\tRUB\t1 000\t10,50\t12 345,60\t100,00\nПриостановлено\tДвери\t500,00\tRUB\t0\t --\t --\t --\nВсего: кампании\t --\t --\tRUB\t1 000\t10,50\t12 345,60\t100,00\nВсего: аккаунт\t --\t500,00\tRUB\t1 000\t10,50\t12 345,60\t100,00',
    )
    expect(read).toMatchObject({
      proposed: 'Google Ads',
      sum: 12_345.6,
      left: ['6 total', '7 total'],
      currencies: ['RUB'],
    })
    expect(read.errors).toEqual([{ line: 5, problem: 'no_amount', text: '--' }])
  })

  test('Meta in Russian, with a total row without a name', () => {
    const read = readText(
      'Дата начала отчетности,Дата окончания отчетности,Название кампании,Статус показа,Результаты,Цена за результат,Сумма затрат (RUB),Показы\n2026-10-01,2026-10-31,,,,,"1500,50",1000\n2026-10-01,2026-10-31,Окна,active,3,"500,17","1000,50",700\n2026-10-01,2026-10-31,Двери,inactive,1,500,500,300',
    )
    expect(read).toMatchObject({ proposed: 'Meta Ads', sum: 1500.5, left: ['2 total'], currencies: ['RUB'] })
    expect(read.spans).toEqual(['Meta Ads / Окна / 2026-10 = 1000.5', 'Meta Ads / Двери / 2026-10 = 500'])
  })

  test('Meta by days: its range is one day', () => {
    const read = readText(
      'Reporting starts,Reporting ends,Campaign name,Amount spent (USD)\n2026-10-01,2026-10-01,A,10\n2026-10-02,2026-10-02,A,12.5\n2026-10-05,2026-10-05,A,1',
      { source: 'M' },
    )
    expect(read).toMatchObject({ isDaily: true, spans: ['M / A / 2026-10 1–5 = 23.5'] })
  })

  test('VK, with a budget, a status and a summary line', () => {
    const read = readText(
      'Статистика ВКонтакте за 01.10.2026 – 10.10.2026\nID кампании;Название кампании;Статус;Дневной бюджет, ₽;Показы;Клики;eCPC, ₽;Потрачено всего, ₽\n11;Окна VK;Запущена;5000;12000;90;60,35;5 432,15\n12;Двери;Остановлена;5000;100;1;0,85;0,85\nИтого;;;;12100;91;59,70;5 433,00',
    )
    expect(read).toMatchObject({ proposed: 'VK Реклама', sum: 5433, left: ['5 total'], currencies: ['RUB'] })
    expect(read.spans[0]).toBe('VK Реклама / Окна VK / 2026-10 1–10 = 5432.15')
  })

  test('Ozon, whose share of spend and price of an order are no amounts', () => {
    const read = readText(
      '"Период: 01.10.2026 – 31.10.2026. Кабинет Ozon"\n"ID кампании";"Название кампании";"Тип";"Показы";"Ср. цена клика, ₽";"Заказы, ₽";"Расход, ₽, с НДС";"ДРР, %";"Доля рекламных расходов, %"\n"1";"Поиск: окна";"Трафареты";"1000";"12,50";"100 000,00";"12 000,50";"12,0";"100"\n"Всего";"";"";"1000";"12,50";"100 000,00";"12 000,50";"12,0";"100"\n"Данные обновляются раз в сутки"',
    )
    expect(read).toMatchObject({ proposed: 'Ozon', sum: 12_000.5, left: ['4 total', '5 note'], errors: [] })
  })

  test('Avito by its listings: no campaign, no source, several kinds of spend', () => {
    const read = readText(
      'Авито — статистика объявлений\nДата;Номер объявления;Название объявления;Город;Просмотры;Контакты;Расходы на размещение, ₽;Расходы на продвижение, ₽\n01.10.2026;1;Окна;Москва;10;1;100;50\n02.10.2026;2;Двери;Тула;20;2;200;70',
    )
    expect(read).toMatchObject({
      proposed: 'Авито',
      asks: ['amount', 'source'],
      open: ['amount'],
      amounts: [],
    })
  })

  test('German and Spanish names of columns', () => {
    expect(
      readText('Woche;Kampagne;Klicks;Kosten;Durchschnittl. CPC\n05.10.2026;Fenster;7;1.234,50 €;2,00', {
        source: 'G',
      }),
    ).toMatchObject({ spans: ['G / Fenster / 2026-10 5–11 = 1234.5'], currencies: ['EUR'] })
    expect(
      readText(
        'Día;Campaña;Impresiones;Importe gastado (EUR)\n2026-10-05;Ventanas;100;12,5\nTotal;;100;12,5',
        { source: 'M' },
      ),
    ).toMatchObject({ sum: 12.5, currencies: ['EUR'], left: ['3 total'] })
  })
})

describe('what a sheet leaves open', () => {
  test('is which of two columns is the amount', () => {
    const text = 'Источник;Месяц;Расход без НДС;Расход с НДС\nVK;2026-10;100;120'
    expect(readText(text)).toMatchObject({ open: ['amount'], amounts: [] })
    const rows = rowsOf(text)
    const { mapping, candidates } = shapeOf(rows)
    expect([mapping.amount, candidates]).toEqual([null, [2, 3]])
  })

  test('is whether days a week apart are weeks', () => {
    const text = 'Source,Date,Cost\nA,2026-10-05,70\nA,2026-10-12,140'
    expect(readText(text)).toMatchObject({ asks: ['unit'], open: ['unit'] })
    expect(readText(text, { unit: 'week' }).spans).toEqual([
      'A / – / 2026-10 5–11 = 70',
      'A / – / 2026-10 12–18 = 140',
    ])
    expect(readText(text, { unit: 'day' }).spans).toEqual(['A / – / 2026-10 5–12 = 210'])
  })

  test('is whether the first of a month is a day or the month', () => {
    expect(readText('Source,Date,Cost\nA,2026-10-01,70')).toMatchObject({ open: ['unit'] })
    expect(readText('Source,Month,Cost\nA,2026-10-01,70').spans).toEqual(['A / – / 2026-10 = 70'])
    expect(readText('Source,Day,Cost\nA,2026-10-01,70').spans).toEqual(['A / – / 2026-10 1–1 = 70'])
    expect(readText('Source,Date,Cost\nA,2026-09-01,7\nA,2026-10-01,70').asks).toEqual([])
  })

  test('is nothing where the report’s line shows the order of its dates', () => {
    const read = readText('10/01/2026 - 10/31/2026\nSource,Date,Cost\nA,10/01/2026,5\nA,10/12/2026,7')
    expect(read).toMatchObject({ asks: [], spans: ['A / – / 2026-10 1–12 = 12'] })
  })

  test.each([
    ['whole numbers as high as money in millionths', '1234500000\n10000', true],
    ['a name that says so', '5\n7', true, 'cost_micros'],
    ['amounts with fractions', '1234500000.50\n10000', false],
    ['amounts with a currency', '1234500000 ₽', false],
    ['amounts of people', '54000\n120000\n7000', false],
    ['millionths that are no whole cents', '123456789\n2345678', true],
  ])('is whether they are millionths: %s', (_, amounts, isAsked, name = 'Cost') => {
    const lines = amounts.split('\n').map((amount, index) => `S${index};${amount}`)
    expect(readText(`Source;${name}\n${lines.join('\n')}`).asks).toEqual(isAsked ? ['millionths'] : [])
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
      readText(`Campaign;Month;Cost\nA;2026-10;100\nB;2026-10;200\n${label};;300`, { source: 'S' }),
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
    expect(readText(`Source;Month;Cost\nA;2026-10;100\nB;2026-10;200\n${name};2026-10;50`)).toMatchObject({
      sum: 350,
      left: [],
    }),
  )

  test('of groups are left out, and one that is another sum is told', () => {
    const read = readText(
      'Campaign;Month;Cost\nA;2026-10;100\nB;2026-10;200\nИтого по группе 1;;300\nC;2026-10;50\nИтого по группе 2;;50\nИтого;;900',
      { source: 'S' },
    )
    expect(read).toMatchObject({ sum: 350, left: ['4 total', '6 total', '7 other_total'] })
  })

  test('below the table are notes, above it nothing is lost', () => {
    const read = readText(
      'Source;Month;Cost\nA;2026-10;100\nB;2026-10;much\n\n* Данные могут измениться\nСформировано;27.11.2026',
    )
    expect(read.left).toEqual(['5 note', '6 note'])
    expect(read.errors).toEqual([{ line: 3, problem: 'no_number', text: 'much' }])
  })
})

describe('a period', () => {
  test.each([
    ['one cell', 'Source;Period;Cost\nA;2026-10-30 – 2026-11-02;400'],
    ['one cell with words', 'Источник;Период;Расход\nA;с 30.10.2026 по 02.11.2026;400'],
    ['two columns', 'Source;Start date;End date;Cost\nA;30.10.2026;02.11.2026;400'],
    ['two columns in Russian', 'Источник;С;По;Расход\nA;30.10.2026;02.11.2026;400'],
    ['the line above the header', 'Отчет с 30.10.2026 по 02.11.2026\nSource;Cost\nA;400'],
    ['two cells above the header', 'Период;30.10.2026;02.11.2026\n\nSource;Clicks;Cost\nA;7;400'],
  ])('from %s is spread over its days', (_, text) =>
    expect(readText(text).spans).toEqual(['A / – / 2026-10 30–31 = 200', 'A / – / 2026-11 1–2 = 200']),
  )

  test('without its end is none: where a campaign began is not when it cost', () => {
    const read = readText('Source;Start date;Cost\nA;30.09.2026;400')
    expect(read).toMatchObject({ mapping: { date: null }, spans: ['A / – / 2026-10 = 400'] })
  })

  test('that ends before it begins is told', () =>
    expect(readText('Source;From;To;Cost\nA;02.11.2026;30.10.2026;400').errors).toMatchObject([
      { problem: 'month_unknown' },
    ]))
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
    expect(readRows(rowsOf(bytes)).spans).toEqual(['Окна / – / 2026-10 = 1234.5']),
  )

  test('of a Western Windows are told from those of a Russian one', () => {
    const bytes = Uint8Array.from('Währung;Größe\n', (letter) => letter.charCodeAt(0))
    expect(decodeText(bytes)).toEqual({ text: 'Währung;Größe\n', encoding: 'windows-1252' })
  })

  test('of a picture are no text', () =>
    expect(decodeText(Uint8Array.from({ length: 400 }, (_, index) => (index * 37) % 256))).toBeNull())
})

describe('quotation marks', () => {
  const sheetOf = (text: string) => {
    const sheet = readSheet(text)
    return sheet.is === 'read' ? { rows: sheet.rows, openQuotes: sheet.openQuotes } : sheet
  }
  test('that enclose a cell are taken off, with what is in it', () =>
    expect(sheetOf('"a;b";"say ""hi""";"two\nlines"\n1;2;3')).toEqual({
      rows: [
        ['a;b', 'say "hi"', 'two\nlines'],
        ['1', '2', '3'],
      ],
      openQuotes: [],
    }))

  test('that are not closed are letters, are told, and swallow no line', () =>
    expect(sheetOf('Source;Month;Cost\n"Окна;2026-10;100\nДвери;2026-10;200\n"Полы";2026-10;300')).toEqual({
      rows: [
        ['Source', 'Month', 'Cost'],
        ['"Окна', '2026-10', '100'],
        ['Двери', '2026-10', '200'],
        ['Полы', '2026-10', '300'],
      ],
      openQuotes: [2],
    }))

  test('inside cells are letters, with commas too', () =>
    expect(sheetOf('24" windows,100\n"a ""b"" c",200\n"Sale" now,300')).toEqual({
      rows: [
        ['24" windows', '100'],
        ['a "b" c', '200'],
        ['"Sale" now', '300'],
      ],
      openQuotes: [],
    }))

  test('of pasted cells with several lines are one cell', () =>
    expect(sheetOf('"one\ntwo"\t5\n"half\t7\nend"\t8')).toEqual({
      rows: [
        ['one\ntwo', '5'],
        ['"half', '7'],
        ['end"', '8'],
      ],
      openQuotes: [2],
    }))
})

test('tells the currencies of a column of its own, and those of lines', () => {
  const read = readText('Source,Currency,Month,Cost\nA,RUB,2026-10,100\nB,USD,2026-10,20')
  expect(read).toMatchObject({ currencies: ['RUB', 'USD'], mapping: { source: 0 }, sum: 120 })
})

describe('tables of people', () => {
  test('take spend with VAT for the amount, never impressions', () =>
    expect(readCase('s7-nds.csv')).toMatchObject({
      asks: [],
      spans: ['VK / – / 2026-10 = 54321', 'Ozon / – / 2026-10 = 12000.5'],
    }))

  test('have quotation marks inside cells', () =>
    expect(readCase('s10-quotes.tsv').spans).toEqual([
      '"Акция" окна / – / 2026-10 = 100',
      'Двери / – / 2026-10 = 200',
      'Окна 24" дюйма / – / 2026-10 = 300',
    ]))

  test('are asked which part of a date is the month', () => {
    const read = readCase('s11-slash.csv')
    expect(read).toMatchObject({ asks: ['order'], open: ['order'], amounts: [], errors: [] })
    expect(readCase('s11-slash.csv', { order: 'month_first' }).spans).toEqual([
      'Google / – / 2026-10 1–12 = 1200',
    ])
    expect(readCase('s11-slash.csv', { order: 'day_first' }).amounts).toHaveLength(12)
  })

  test('are of all currencies, several of which are told', () => {
    const { spans, currencies, errors } = readCase('s12-cur.csv')
    expect(errors).toEqual([])
    expect(spans.map((line) => Number(line.split(' = ')[1]))).toEqual([
      12.34, 12.34, 100, 99, 12.34, 1234.5, 1234, 500, 100, 1000,
    ])
    expect(currencies).toEqual(['CAD', 'PLN', 'kr', 'PEN', 'USD', 'RUB', 'KGS', 'KZT', 'CZK', 'RON'])
  })

  test('end their lines with CR alone', () =>
    expect(readCase('s13-cr.csv').spans).toEqual(['A / – / 2026-10 = 100', 'B / – / 2026-10 = 200']))

  test('have sources and campaigns called Total', () => {
    const read = readCase('s17-totalname.csv')
    expect(read).toMatchObject({ sum: 600, left: [] })
    expect(read.amounts).toHaveLength(3)
  })
})
