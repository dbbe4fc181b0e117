import { describe, expect, test } from 'vitest'
import { OCTOBER, readCase, readRows, textRows } from './cases-testing.ts'
import { sheetShapeOf } from './mapping.ts'
import { proposedSource } from './read-spend.ts'

/* Real exports of advertising systems with their correct amounts. */

describe('Google Ads', () => {
  test('asks one source for all lines of an export, and proposes it', () => {
    const read = readCase('s1-google-utf16.csv')
    expect(read).toMatchObject({
      proposed: 'Google Ads',
      questions: ['source'],
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
      questions: ['source'],
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
      questions: ['source'],
      left: ['2 nameless_total'],
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
    expect(read).toMatchObject({ sum: 26_000.5, isDaily: true, left: ['2 nameless_total'] })
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
      questions: ['source', 'millionths'],
      open: ['millionths'],
      amounts: [],
      left: ['5 total'],
    })
    expect(readCase('s9-direct-api.tsv', { millionths: true }).sum).toBe(2234.5)
    expect(readCase('s9-direct-api.tsv', { millionths: false }).sum).toBe(2_234_500_000)
  })
})

describe('tables of people', () => {
  test('take spend with VAT for the amount, never impressions', () =>
    expect(readCase('s7-nds.csv')).toMatchObject({
      questions: [],
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
    expect(read).toMatchObject({ questions: ['order'], open: ['order'], amounts: [], errors: [] })
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

test('proposes the name that the contacts’ own source has', () => {
  const rows = textRows('Мастер отчётов\nДата;Кампания;№ Кампании;Расход (руб.)\n01.10.2026;A;1;5')
  const proposed = (...known: string[]) =>
    proposedSource(rows, sheetShapeOf(rows), { fileName: 'report.csv', sheetName: null }, known)
  expect(proposed('Карты', 'Яндекс.Директ')).toBe('Яндекс.Директ')
  // Organic search is another source.
  expect(proposed('Яндекс', 'yandex')).toBe('Яндекс Директ')
})

test('reads the cells of VK’s workbook like the same table as a text', () =>
  expect(
    readRows([
      ['Название кампании', 'Показы', 'Клики', 'Потрачено всего, ₽'],
      ['Окна VK', '120000', '900', '54321.5'],
    ]),
  ).toMatchObject({
    proposed: 'VK Реклама',
    questions: ['source'],
    currencies: ['RUB'],
    spans: ['VK Реклама / Окна VK / 2026-10 = 54321.5'],
  }))
