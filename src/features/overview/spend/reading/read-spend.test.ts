import { describe, expect, it, test } from 'vitest'
import { decodeText } from './decode.ts'
import { sheetShapeOf } from './mapping.ts'
import { readSpend, type ReadSpendOptions } from './read-spend.ts'
import { readSheet, SHEET_LINES_MAX } from './sheet.ts'

const OPTIONS: ReadSpendOptions = {
  days: { from: '2026-10-01', to: '2026-10-31' },
  order: null,
  unit: null,
  millionths: null,
  source: '',
  today: '2026-11-21',
  isSoFar: true,
  known: { source: ['Yandex Direct', 'Maps'], campaign: ['Autumn'] },
}
const rowsOf = (text: string) => {
  const sheet = readSheet(text)
  return sheet.is === 'read' ? sheet.rows : []
}
const mappingOf = (rows: readonly (readonly string[])[]) => sheetShapeOf(rows).mapping
const readAll = (text: string, options: Partial<ReadSpendOptions> = {}) => {
  const rows = rowsOf(text)
  return readSpend(rows, sheetShapeOf(rows), { ...OPTIONS, ...options })
}
const brief = (text: string) =>
  readAll(text).amounts.map(({ source, campaign, month, amount }) => [source, campaign, month, amount])

describe('a text', () => {
  test.each([
    ['commas', 'Source,Month,Spend\nMaps,2026-10,"1,234.50"\n'],
    ['semicolons and decimal commas', 'Источник;Месяц;Расход\r\nMaps;октябрь 2026;1 234,50\r\n'],
    ['tabs', 'Maps\t10.2026\t1234,5'],
    ['a byte order mark and quoted cells', '\uFEFF"Месяц";"Источник";"Сумма"\n"2026-10";"Maps";"1 234,50 ₽"'],
    ['Excel’s own first line', 'sep=;\nsource;month;cost\nMaps;2026-10;1234.5'],
  ])('with %s is read', (_, text) => expect(brief(text)).toEqual([['Maps', null, '2026-10', 1234.5]]))

  it('of a Russian Excel is in its own encoding', () => {
    const windows = Uint8Array.from([0xcc, 0xe0, 0xf0, 0xf2, 0xb9])
    expect(decodeText(windows)).toEqual({ text: 'Март№', encoding: 'windows-1251' })
    expect(decodeText(new TextEncoder().encode('\uFEFFМарт'))?.text).toBe('Март')
    expect(decodeText(Uint8Array.from([0xff, 0xfe, 0x1c, 0x04]))).toEqual({ text: 'М', encoding: 'utf-16le' })
  })

  it('may be empty, or too long', () => {
    expect(readSheet(' \n\n').is).toBe('empty')
    expect(readSheet('a;1\n'.repeat(SHEET_LINES_MAX + 1)).is).toBe('too_long')
    expect(readSheet('a;1\n'.repeat(SHEET_LINES_MAX)).is).toBe('read')
  })
})

describe('columns', () => {
  test.each([
    ['Дата;Рекламная система;Название кампании;Клики;Стоимость клика;Расход, руб.', [1, 2, 0, 5]],
    ['Campaign ID,Campaign,Source / medium,Day,Avg. CPC,Cost', [2, 1, 3, 5]],
    ['Месяц;Канал;Бюджет', [1, null, 0, null]],
    ['utm_source,utm_campaign,month,spent', [0, 1, 2, 3]],
  ])('%s', (header, [source, campaign, date, amount]) => {
    const rows = rowsOf(`${header}\n`)
    expect(mappingOf(rows)).toEqual({ source, campaign, date, last: null, amount, header: 0 })
  })

  it('may have a title above them', () => {
    const rows = rowsOf('Расходы за октябрь\n01.10.2026 – 31.10.2026\n\nИсточник;Расход\nMaps;7')
    expect(mappingOf(rows)).toMatchObject({ source: 0, amount: 1, date: null, header: 3 })
    expect(readSpend(rows, sheetShapeOf(rows), OPTIONS)).toMatchObject({
      amounts: [{ amount: 7, lines: [5] }],
      errors: [],
    })
  })

  it('without names are recognised by what is in them', () => {
    expect(mappingOf(rowsOf('2026-10\tMaps\tAutumn\t12,50\n11.2026\tAds\t\t7'))).toEqual({
      source: 1,
      campaign: 2,
      date: 0,
      last: null,
      amount: 3,
      header: null,
    })
    expect(mappingOf(rowsOf('Maps\t12\nAds\t7'))).toMatchObject({ date: null, amount: 1, source: 0 })
  })
})

describe('lines', () => {
  const HEADER = 'source;campaign;month;spend\n'

  it('of one place are added up; names differ by case and spaces only', () => {
    const { amounts } = readAll(
      `${HEADER}yandex  direct;AUTUMN;2026-09;0,10\nYandex Direct;Autumn;2026-09;0,20\nNew one;;2026-09;5`,
    )
    expect(amounts).toMatchObject([
      {
        source: 'Yandex Direct',
        campaign: 'Autumn',
        month: '2026-09',
        amount: 0.3,
        days: null,
        lines: [2, 3],
      },
      { source: 'New one', campaign: null, month: '2026-09', amount: 5, days: null, lines: [4] },
    ])
  })

  it('that cannot be read say why, and take no other with them', () => {
    const { amounts, errors } = readAll(
      `${HEADER};;2026-09;1\nMaps;;;1\nMaps;;soon;1\nMaps;;2026-09;\nMaps;;2026-09;lots\nMaps;;2026-09;-1\n\n${'x'.repeat(257)};;2026-09;1\nMaps;;2026-09;7`,
    )
    expect(errors.map(({ line, problem }) => [line, problem])).toEqual([
      [2, 'no_source'],
      [3, 'no_month'],
      [4, 'month_unknown'],
      [5, 'no_amount'],
      [6, 'no_number'],
      [7, 'negative'],
      [9, 'long_name'],
    ])
    expect(amounts).toMatchObject([{ amount: 7, lines: [10] }])
  })

  it('that sum up others are left out', () => {
    const { leftOut, amounts } = readAll(`${HEADER}Maps;;2026-09;7\nИтого;;;7\n;Total:;;7`)
    expect(leftOut.map(({ line, because }) => [line, because])).toEqual([
      [3, 'total'],
      [4, 'total'],
    ])
    expect(amounts).toHaveLength(1)
  })

  it('of days are of the days that all lines of the month cover', () => {
    const { amounts, isDaily, hasCurrentMonth } = readAll(
      `${HEADER}Maps;;02.11.2026;1\nMaps;;03.11.2026;1\nAds;;20.11.2026;5`,
    )
    expect([isDaily, hasCurrentMonth]).toEqual([true, false])
    const days = { first: 2, last: 20 }
    expect(amounts).toMatchObject([
      { source: 'Maps', amount: 2, days },
      { source: 'Ads', amount: 5, days },
    ])
    const whole = Array.from({ length: 31 }, (_, day) => `Maps;;${day + 1}.10.2026;1`).join('\n')
    expect(readAll(HEADER + whole).amounts).toMatchObject([{ amount: 31, days: null }])
  })

  it('of months may name each by its first day; one that is not over is told until today', () => {
    const text = `${HEADER}Maps;;01.10.2026;1\nMaps;;01.11.2026;1`
    const { amounts, isDaily, hasCurrentMonth } = readAll(text)
    expect([isDaily, hasCurrentMonth]).toEqual([false, true])
    expect(amounts.map(({ days }) => days)).toEqual([null, { first: 1, last: 21 }])
    expect(readAll(text, { isSoFar: false }).amounts.map(({ days }) => days)).toEqual([null, null])
  })

  it('without a month are of the one that is chosen; currencies are dropped and told', () => {
    const { amounts, currencies } = readAll('Maps\t12 ₽\nAds\t7 руб.\nRadio\t5')
    expect(amounts.map(({ month }) => month)).toEqual(['2026-10', '2026-10', '2026-10'])
    expect(currencies).toEqual(['RUB'])
  })
})
