import { describe, expect, it } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import { daysOutside, unreadDaysIn, type PageDates } from './unread-days.ts'
import { mayMiss, mergedDays } from '#/analytics/days.ts'

const day = (text: string) => dayNumber(`2026-11-${text}`)
const DAYS = { first: day('01'), last: day('10') }
const page = (newest: string, oldest: string): PageDates => ({
  newest: `2026-11-${newest}+03:00`,
  oldest: `2026-11-${oldest}+03:00`,
})
const PAGES = new Map([
  [1, page('10T12:00:00', '08T18:00:00')],
  [2, page('08T17:00:00', '05T10:00:00')],
  [3, page('05T09:00:00', '03T08:00:00')],
])

describe('unreadDaysIn', () => {
  it('is empty when no page is missing', () => {
    expect(unreadDaysIn([], PAGES, DAYS)).toEqual([])
  })

  it('spans the days between the pages beside a missing one', () => {
    const pages = new Map([...PAGES].filter(([number]) => number !== 2))
    expect(unreadDaysIn([{ after: 1, before: 3 }], pages, DAYS)).toEqual([
      { first: day('05'), last: day('08') },
    ])
  })

  it('reaches to the first day when the list ends early', () => {
    expect(unreadDaysIn([{ after: 3, before: null }], PAGES, DAYS)).toEqual([
      { first: day('01'), last: day('03') },
    ])
  })

  it('is one day when records moved within it', () => {
    expect(unreadDaysIn([{ after: 2, before: 3 }], PAGES, DAYS)).toEqual([
      { first: day('05'), last: day('05') },
    ])
  })

  it('is all days when no page tells a date', () => {
    const pages = new Map([[1, { newest: null, oldest: null }]])
    expect(unreadDaysIn([{ after: 1, before: null }], pages, DAYS)).toEqual([DAYS])
  })

  it('includes the day beside midnight on the clocks of other objects', () => {
    const pages = new Map([
      [1, page('10T12:00:00', '06T23:30:00')],
      [3, { newest: '2026-11-06T20:00:00+00:00', oldest: '2026-11-02T10:00:00+05:00' }],
    ])
    expect(unreadDaysIn([{ after: 1, before: 3 }], pages, DAYS)).toEqual([
      { first: day('06'), last: day('07') },
    ])
  })
})

it('mergedDays joins ranges that overlap or touch', () => {
  expect(
    mergedDays([
      { first: 5, last: 6 },
      { first: 1, last: 2 },
      { first: 3, last: 3 },
    ]),
  ).toEqual([
    { first: 1, last: 3 },
    { first: 5, last: 6 },
  ])
})

it('daysOutside gives what lies outside the ranges', () => {
  expect(daysOutside([{ first: 2, last: 3 }], { first: 1, last: 5 })).toEqual([
    { first: 1, last: 1 },
    { first: 4, last: 5 },
  ])
  expect(daysOutside([], { first: 1, last: 5 })).toEqual([{ first: 1, last: 5 }])
  expect(daysOutside([{ first: 1, last: 5 }], { first: 1, last: 5 })).toEqual([])
})

it('mayMiss is true for days that overlap a range', () => {
  expect(mayMiss([{ first: 2, last: 3 }], { first: 3, last: 9 })).toBe(true)
  expect(mayMiss([{ first: 2, last: 3 }], { first: 4, last: 9 })).toBe(false)
})
