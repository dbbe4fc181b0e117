import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { daysOfMonth, monthsOf, readMonth, slashOrderOf } from './month.ts'

test.each([
  ['2026-11', '2026-11', null],
  ['2026/11', '2026-11', null],
  ['2026-11-05', '2026-11', 5],
  ['2026-11-05 00:00:00', '2026-11', 5],
  ['2026-11-05T10:00:00Z', '2026-11', 5],
  ['202611', '2026-11', null],
  ['20261105', '2026-11', 5],
  ['11.2026', '2026-11', null],
  ['1/2026', '2026-01', null],
  ['01.11.2026', '2026-11', 1],
  ['5.11.26', '2026-11', 5],
  ['05.11.2026 12:00', '2026-11', 5],
  ['05/11/2026', '2026-11', 5],
  ['Nov 2026', '2026-11', null],
  ['November 2026', '2026-11', null],
  ['Nov-26', '2026-11', null],
  ['Nov 5, 2026', '2026-11', 5],
  ['ноябрь 2026', '2026-11', null],
  ['Ноябрь 2026 г.', '2026-11', null],
  ['нояб. 2026 г.', '2026-11', null],
  ['5 ноября 2026 года', '2026-11', 5],
  ['май 2026', '2026-05', null],
  ['мая 2026', '2026-05', null],
  ['март 2026', '2026-03', null],
])('%j is %s, day %s', (text, month, day) => expect(readMonth(text)).toEqual({ month, day }))

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
])('%j is no month', (text) => expect(readMonth(text)).toBeNull())

test('the month stands first only where a day proves it', () => {
  expect(slashOrderOf(['01/11/2026', '02/11/2026'])).toBe('day_first')
  expect(slashOrderOf(['11/01/2026', '11/21/2026'])).toBe('month_first')
  expect(slashOrderOf(['21/11/2026', '11/21/2026'])).toBe('day_first')
  expect(readMonth('11/21/2026', 'month_first')).toEqual({ month: '2026-11', day: 21 })
  expect(readMonth('11/21/2026')).toBeNull()
})

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('what either language writes is read back', () => {
  const formats = ['en-US', 'en-GB', 'ru-RU'].flatMap((locale) =>
    (['long', 'short'] as const).map(
      (month) => new Intl.DateTimeFormat(locale, { year: 'numeric', month, timeZone: 'UTC' }),
    ),
  )
  const days = ['ru-RU', 'en-GB'].map(
    (locale) =>
      new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' }),
  )
  fc.assert(
    fc.property(anyDay, (day) => {
      const month = day.slice(0, 7)
      for (const format of formats)
        expect(readMonth(format.format(Date.parse(day)))).toEqual({ month, day: null })
      for (const format of days)
        expect(readMonth(format.format(Date.parse(day)))).toEqual({ month, day: Number(day.slice(8)) })
      expect(readMonth(day)).toEqual({ month, day: Number(day.slice(8)) })
    }),
    runs(300, 10_000),
  )
})

test('a month has its days', () => {
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(monthsOf({ from: '2026-11-30', to: '2027-01-01' })).toEqual(['2026-11', '2026-12', '2027-01'])
})
