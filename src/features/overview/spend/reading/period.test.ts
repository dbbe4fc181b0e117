import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { daysOfMonth, monthsOf } from '#/analytics/spend/month.ts'
import { dateOrderOf, readPeriod, reportPeriodOf } from './period.ts'

/** `2026-11`, `2026-11-05` or `2026-10-05..2026-10-11`; null: none. */
const brief = (text: string, order?: 'day_first' | 'month_first') => {
  const read = readPeriod(text, order)
  if (read === null) return null
  return read.is === 'month'
    ? read.from.slice(0, 7)
    : read.is === 'day'
      ? read.from
      : `${read.from}..${read.to}`
}

test.each([
  ['2026-11', '2026-11'],
  ['2026/11', '2026-11'],
  ['2026-11-05', '2026-11-05'],
  ['2026-11-05 00:00:00', '2026-11-05'],
  ['2026-11-05T10:00:00Z', '2026-11-05'],
  ['202611', '2026-11'],
  ['20261105', '2026-11-05'],
  ['11.2026', '2026-11'],
  ['1/2026', '2026-01'],
  ['01.11.2026', '2026-11-01'],
  ['5.11.26', '2026-11-05'],
  ['05.11.2026 12:00', '2026-11-05'],
  ['05/11/2026', '2026-11-05'],
  ['05-11-2026', '2026-11-05'],
  ['Nov 2026', '2026-11'],
  ['November 2026', '2026-11'],
  ['Nov-26', '2026-11'],
  ['Nov 5, 2026', '2026-11-05'],
  ['Thu, Nov 5, 2026', '2026-11-05'],
  ['чт, 5 ноября 2026 г.', '2026-11-05'],
  ['ноябрь 2026', '2026-11'],
  ['Ноябрь 2026 г.', '2026-11'],
  ['нояб. 2026 г.', '2026-11'],
  ['5 ноября 2026 года', '2026-11-05'],
  ['май 2026', '2026-05'],
  ['мая 2026', '2026-05'],
  ['март 2026', '2026-03'],
  ['5. Oktober 2026', '2026-10-05'],
  ['5 octobre 2026', '2026-10-05'],
  ['5 de octubre de 2026', '2026-10-05'],
  ['5 października 2026', '2026-10-05'],
  ['5 жовтня 2026 р.', '2026-10-05'],
])('reads %j as %s', (text, expected) => expect(brief(text)).toBe(expected))

test.each([
  ['2026-10-05 - 2026-10-11', '2026-10-05..2026-10-11'],
  ['2026-10-05–2026-10-11', '2026-10-05..2026-10-11'],
  ['2026-10-05/2026-10-11', '2026-10-05..2026-10-11'],
  ['2026-10-05 to 2026-10-11', '2026-10-05..2026-10-11'],
  ['20261005-20261011', '2026-10-05..2026-10-11'],
  ['05.10.2026 – 11.10.2026', '2026-10-05..2026-10-11'],
  ['05.10.2026-11.10.2026', '2026-10-05..2026-10-11'],
  ['05.10–11.10.2026', '2026-10-05..2026-10-11'],
  ['5–11.10.2026', '2026-10-05..2026-10-11'],
  ['с 05.10.2026 по 11.10.2026', '2026-10-05..2026-10-11'],
  ['с 5 по 11 октября 2026 г.', '2026-10-05..2026-10-11'],
  ['5 – 11 октября 2026', '2026-10-05..2026-10-11'],
  ['5 окт. 2026 г. – 11 окт. 2026 г.', '2026-10-05..2026-10-11'],
  ['Oct 5 – 11, 2026', '2026-10-05..2026-10-11'],
  ['Oct 5–Oct 11, 2026', '2026-10-05..2026-10-11'],
  ['October 5, 2026 - October 11, 2026', '2026-10-05..2026-10-11'],
  ['28 Oct – 3 Nov 2026', '2026-10-28..2026-11-03'],
  ['28 Dec – 3 Jan 2026', '2025-12-28..2026-01-03'],
  ['05/10/2026 - 11/10/2026', '2026-10-05..2026-10-11'],
  ['05/10/2026..11/10/2026', '2026-10-05..2026-10-11'],
  ['сентябрь – октябрь 2026', '2026-09-01..2026-10-31'],
  ['2026-09 - 2026-10', '2026-09-01..2026-10-31'],
  ['2026-W41', '2026-10-05..2026-10-11'],
  ['W41 2026', '2026-10-05..2026-10-11'],
  ['41 неделя 2026', '2026-10-05..2026-10-11'],
  ['Q4 2026', '2026-10-01..2026-12-31'],
  ['4 кв. 2026 г.', '2026-10-01..2026-12-31'],
])('reads days from one to another in %j', (text, expected) => expect(brief(text)).toBe(expected))

test.each([
  '',
  'ноябрь',
  '2026',
  '13.2026',
  '2026-00',
  '31.02.2026',
  '1999-11',
  '12',
  'Mo 2026',
  'summer 2026',
  'Nov Dec 2026',
  '1 2 3 Nov 2026',
  '2026-10-11 - 2026-10-05',
  '12345678901',
  '70001',
  'M-1',
  '1,234.50',
  '12.50',
  'Окна 24" дюйма',
])('reads no days in %j', (text) => expect(readPeriod(text)).toBeNull())

describe('a sheet’s order of day and month', () => {
  test.each([
    ['proved by a day above 12', ['11/01/2026', '11/21/2026'], 'month_first'],
    ['proved the other way', ['01/11/2026', '21/11/2026'], 'day_first'],
    ['proved by the report’s own line', ['10/01/2026', '10/01/2026 - 10/31/2026'], 'month_first'],
    ['open where every date could be both', ['01/11/2026', '02/11/2026'], 'unsure'],
    ['open with dashes too', ['10-01-2026', '10-12-2026'], 'unsure'],
    ['of no matter where both are the same', ['10/10/2026'], 'day_first'],
    ['of no matter with dots or the year first', ['10.01.2026', '2026/10/01'], 'day_first'],
  ])('is %s', (_, texts, expected) => expect(dateOrderOf(texts)).toBe(expected))

  test('is followed when it is known', () => {
    expect(brief('11/21/2026', 'month_first')).toBe('2026-11-21')
    expect(brief('11/21/2026')).toBeNull()
    expect(brief('10/01/2026 - 10/12/2026', 'month_first')).toBe('2026-10-01..2026-10-12')
  })
})

test.each([
  ['October 1, 2026 - October 31, 2026', '2026-10-01', '2026-10-31'],
  ['Период: 01.10.2026 - 03.10.2026', '2026-10-01', '2026-10-03'],
  ['Период: с 1 по 3 октября 2026 г.', '2026-10-01', '2026-10-03'],
  ['Отчёт октябрь (2026-10-01 - 2026-10-02)', '2026-10-01', '2026-10-02'],
  ['Статистика за октябрь 2026', '2026-10-01', '2026-10-31'],
  ['Отчет за период с 01.10.2026 по 31.10.2026', '2026-10-01', '2026-10-31'],
  ['Расходы за 01.10.2026—07.10.2026 по кабинету 123', '2026-10-01', '2026-10-07'],
  ['Period: 2026-10-05', '2026-10-05', '2026-10-05'],
  ['Date range: Oct 1, 2026 to Oct 7, 2026', '2026-10-01', '2026-10-07'],
])('finds the period of a report in %j', (line, from, to) =>
  expect(reportPeriodOf([['Login: x'], [line]])).toEqual({ days: { from, to }, line: 2 }),
)

test('takes a period from two cells, and none from the day a report was made', () => {
  expect(reportPeriodOf([['Период', '01.10.2026', '31.10.2026']])?.days.to).toBe('2026-10-31')
  expect(reportPeriodOf([['Сформировано 27.11.2026'], ['Кампании']])).toBeNull()
})

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('reads back what either language writes', () => {
  const formats = ['en-US', 'en-GB', 'ru-RU'].flatMap((locale) =>
    (['long', 'short'] as const).map(
      (month) => new Intl.DateTimeFormat(locale, { year: 'numeric', month, timeZone: 'UTC' }),
    ),
  )
  const long = (['en-US', 'ru-RU', 'de-DE', 'uk-UA'] as const).map(
    (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
  )
  const days = ['ru-RU', 'en-GB'].map(
    (locale) =>
      new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' }),
  )
  fc.assert(
    fc.property(anyDay, anyDay, (one, other) => {
      const [from, to] = [one, other].toSorted() as [string, string]
      for (const format of formats) expect(brief(format.format(Date.parse(from)))).toBe(from.slice(0, 7))
      for (const format of [...days, ...long]) expect(brief(format.format(Date.parse(from)))).toBe(from)
      if (from === to) return
      for (const format of [...days, ...long])
        expect(brief(`${format.format(Date.parse(from))} – ${format.format(Date.parse(to))}`)).toBe(
          `${from}..${to}`,
        )
      for (const format of long.slice(0, 2))
        if (from.slice(0, 7) !== to.slice(0, 7))
          expect(brief(format.formatRange(Date.parse(from), Date.parse(to)))).toBe(`${from}..${to}`)
    }),
    runs(200, 10_000),
  )
})

test('says the days and months of a range', () => {
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(monthsOf({ from: '2026-11-30', to: '2027-01-01' })).toEqual(['2026-11', '2026-12', '2027-01'])
})
