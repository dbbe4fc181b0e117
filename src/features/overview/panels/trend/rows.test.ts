import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTS } from '#/contract/figures/counts.ts'
import { bucketsOf } from '#/analytics/period.ts'
import { addDays, dayNumber, dayText } from '#/contract/day.ts'
import type { Question } from '#/contract/figures/questions.ts'
import type { TrendPoint } from '#/contract/figures/answers.ts'
import { BUCKETS } from '#/features/overview/search.ts'
import { runs } from '#/test/runs.ts'
import { bucketsIn, daysOfStretch, MOST_BUCKETS, touched, unknownStretches } from './rows.ts'

const point = (start: number, contacts = 0): TrendPoint => ({
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as Omit<TrendPoint, 'start'>),
  contacts,
  start,
})
const trendOf = (question: Pick<Question, 'days' | 'bucket'>) =>
  bucketsOf(question.days.first, question.days.last, question.bucket).map((start) => point(start))

const questions = fc
  .tuple(fc.integer({ min: 18_000, max: 21_000 }), fc.nat(800), fc.constantFrom(...BUCKETS), fc.nat(800))
  .map(([first, length, bucket, today]) => ({
    days: { first, last: first + length },
    comparedDays: { first: first - 847, last: first + length - 847 },
    bucket,
    now: today <= length ? { day: first + today, minute: 846, offset: 180 } : null,
  }))

describe('buckets of a trend', () => {
  it('cover every day of the period once, in order', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const buckets = bucketsIn({ trend: trendOf(question), comparedTrend: null }, question)
        expect(buckets[0]!.days.from).toBe(dayText(question.days.first))
        expect(buckets.at(-1)!.days.to).toBe(dayText(question.days.last))
        buckets.slice(1).forEach(({ days }, n) => expect(days.from).toBe(addDays(buckets[n]!.days.to, 1)))
        const unfinished = buckets.filter(({ isUnfinished }) => isUnfinished)
        expect(unfinished.length).toBe(question.now === null ? 0 : 1)
        expect(unfinished.every(({ isPartial }) => isPartial)).toBe(true)
      }),
      runs(300, 5_000),
    )
  })

  it('are found again by their own days, alone or as a stretch', () => {
    fc.assert(
      fc.property(questions, fc.nat(10_000), fc.nat(10_000), (question, a, b) => {
        const buckets = bucketsIn({ trend: trendOf(question), comparedTrend: null }, question)
        const [first = 0, last = 0] = [a % buckets.length, b % buckets.length].toSorted((x, y) => x - y)
        expect(touched(buckets, daysOfStretch(buckets, { first, last }))).toEqual({ first, last })
      }),
      runs(300, 5_000),
    )
  })

  it('stand beside those of the comparison one by one, and say whose days these are', () => {
    const question = {
      days: { first: dayNumber('2026-11-01'), last: dayNumber('2026-11-20') },
      comparedDays: { first: dayNumber('2026-10-11'), last: dayNumber('2026-10-30') },
      bucket: 'week',
      now: { day: dayNumber('2026-11-20'), minute: 846, offset: 180 },
    } as const
    const compared = { days: question.comparedDays, bucket: question.bucket }
    const buckets = bucketsIn({ trend: trendOf(question), comparedTrend: trendOf(compared) }, question)
    expect(buckets.map(({ days, compared: before, isPartial }) => [days, before?.days, isPartial])).toEqual([
      [{ from: '2026-11-01', to: '2026-11-01' }, { from: '2026-10-11', to: '2026-10-11' }, true],
      [{ from: '2026-11-02', to: '2026-11-08' }, { from: '2026-10-12', to: '2026-10-18' }, false],
      [{ from: '2026-11-09', to: '2026-11-15' }, { from: '2026-10-19', to: '2026-10-25' }, false],
      [{ from: '2026-11-16', to: '2026-11-20' }, { from: '2026-10-26', to: '2026-10-30' }, true],
    ])
  })

  it('are the newest, when there are more than can be told apart', () => {
    const question = {
      days: { first: 10_000, last: 10_000 + 2_499 },
      comparedDays: null,
      bucket: 'day',
      now: null,
    } as const
    const buckets = bucketsIn({ trend: trendOf(question), comparedTrend: null }, question)
    expect(buckets).toHaveLength(MOST_BUCKETS)
    expect(buckets.at(-1)!.days.to).toBe(dayText(question.days.last))
  })

  it('a stretch of other days touches none', () => {
    const question = {
      days: { first: 100, last: 110 },
      comparedDays: null,
      bucket: 'day',
      now: null,
    } as const
    const buckets = bucketsIn({ trend: trendOf(question), comparedTrend: null }, question)
    expect(touched(buckets, { from: dayText(200), to: dayText(210) })).toBeNull()
    expect(touched(buckets, { from: dayText(1), to: dayText(10) })).toBeNull()
    expect(touched(buckets, null)).toBeNull()
  })
})

describe('days that could not be read', () => {
  const first = dayNumber('2026-11-02')
  const question = { days: { first, last: first + 13 }, comparedDays: null, now: null } as const
  const unread = {
    current: [
      { first: first + 1, last: first + 2 },
      { first: first + 5, last: first + 5 },
    ],
    compared: [],
    hasFailed: true,
  }

  it('have no figures and are hatched, each stretch by itself', () => {
    const byDay = { ...question, bucket: 'day' } as const
    const buckets = bucketsIn({ trend: trendOf(byDay), comparedTrend: null }, byDay, unread)
    expect(buckets.flatMap(({ counts }, at) => (counts === null ? [at] : []))).toEqual([1, 2, 5])
    expect(unknownStretches(buckets)).toEqual([
      { first: 1, last: 2, why: 'unread' },
      { first: 5, last: 5, why: 'unread' },
    ])
  })

  it('make a week partial and hatched when it has other days too', () => {
    const byWeek = { ...question, bucket: 'week' } as const
    const buckets = bucketsIn({ trend: trendOf(byWeek), comparedTrend: null }, byWeek, unread)
    expect(buckets.map(({ isPartial, hasUnread }) => [isPartial, hasUnread])).toEqual([
      [true, true],
      [false, false],
    ])
    expect(buckets.every(({ counts }) => counts !== null)).toBe(true)
  })
})
