import { describe, expect, it } from 'vitest'
import { addDays, dayNumber, daysBetween } from '#/contract/day.ts'
import { listedCall } from '#/contract/call.ts'
import { append, createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { changeOf, perDay } from '#/analytics/figure-change.ts'
import { firstReport } from './report.ts'
import type { FirstReport } from '#/contract/figures/answers.ts'
import type { Question } from '#/contract/figures/questions.ts'

/** Calls per day, from `from` to `to` inclusive. */
const dailyCalls = (
  from: string,
  to: string,
  countOn: (day: string) => number,
  missedOn: (day: string) => number = () => 0,
): Dataset => {
  const data = createDataset()
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, nth) => addDays(from, nth))
  append(
    data,
    days.flatMap((day) =>
      Array.from({ length: countOn(day) }, (_, nth) =>
        listedCall.lenient.parse({
          id: dayNumber(day) * 1_000 + nth,
          obj_oid: 'a',
          date: `${day}T${String(Math.floor(nth / 60)).padStart(2, '0')}:${String(nth % 60).padStart(2, '0')}:00+03:00`,
          status: nth < missedOn(day) ? 3 : 2,
          phone_number_from: `7903${nth}`,
          caller: `+7903${nth}`,
        }),
      ),
    ),
  )
  return data
}

const days = (from: string, to: string) => ({ first: dayNumber(from), last: dayNumber(to) })
const NOVEMBER = days('2026-11-01', '2026-11-26')
const OCTOBER = days('2026-10-01', '2026-10-31')
const question: Question = {
  filters: [],
  days: NOVEMBER,
  comparedDays: OCTOBER,
  comparedMonths: 1,
  bucket: 'day',
  won: [],
  now: null,
}
const change = (metric: 'contacts' | 'callers', { figures, compared, comparison }: FirstReport) =>
  changeOf(metric, figures, compared!, comparison!)

describe('periods of unequal length', () => {
  it('are alike where each day has brought as many', () => {
    const report = firstReport(
      dailyCalls('2026-11-01', '2026-11-26', () => 20),
      dailyCalls('2026-10-01', '2026-10-31', () => 20),
      question,
    )
    // 520 against 620 would be 16.1% fewer.
    expect([report.figures.contacts, report.compared?.contacts]).toEqual([520, 620])
    expect(report.comparison).toMatchObject({ days: 26, comparedDays: 31 })
    expect(change('contacts', report)).toEqual({ by: 0, unit: 'count', isPerDay: true, verdict: 'same' })
  })

  it('differ by what a day has brought', () => {
    const report = firstReport(
      dailyCalls('2026-11-01', '2026-11-26', () => 30),
      dailyCalls('2026-10-01', '2026-10-31', () => 25),
      question,
    )
    // 780 ÷ 26 = 30 and 775 ÷ 31 = 25: a fifth more, with nearly equal sums.
    expect(change('contacts', report)).toMatchObject({ isPerDay: true, verdict: 'better' })
    expect(change('contacts', report).by).toBeCloseTo(0.2, 10)
    const { figures, compared, comparison } = report
    expect(perDay('contacts', figures, compared!, comparison!)).toEqual({ now: 30, before: 25 })
  })

  it('have no change of what does not add up day by day', () => {
    const report = firstReport(
      dailyCalls('2026-11-01', '2026-11-26', () => 20),
      dailyCalls('2026-10-01', '2026-10-31', () => 20),
      question,
    )
    expect(report.figures.callers).toBe(20)
    expect(change('callers', report)).toMatchObject({ by: null, verdict: null })
  })

  it('are of one length where both are cut at the same moment', () => {
    const report = firstReport(
      dailyCalls('2026-11-01', '2026-11-26', () => 20),
      dailyCalls('2026-10-01', '2026-10-31', () => 20),
      { ...question, now: { day: dayNumber('2026-11-26'), minute: 12 * 60, offset: 180 } },
    )
    // October counts until the 26th, noon.
    expect(report.comparison).toMatchObject({ days: 25.5, comparedDays: 25.5 })
    expect(report.compared?.contacts).toBe(520)
    expect(change('contacts', report)).toMatchObject({ by: 0, isPerDay: false })
  })

  it('are those that a stretch of days leaves', () => {
    const report = firstReport(
      dailyCalls('2026-11-01', '2026-11-26', () => 20),
      dailyCalls('2026-10-01', '2026-10-31', () => 20),
      { ...question, filters: [{ by: 'day', first: NOVEMBER.first, last: NOVEMBER.first + 6 }] },
    )
    expect(report.comparison).toMatchObject({ days: 7, comparedDays: 7 })
  })
})

describe('a real change', () => {
  const isBusy = (day: string) => Number(day.slice(-2)) % 3 === 0
  const compared = {
    ...question,
    days: days('2026-11-01', '2026-11-28'),
    comparedDays: days('2026-10-04', '2026-10-31'),
  }

  it('is more than the waves that contacts come in', () => {
    const waves = dailyCalls('2026-10-04', '2026-10-31', (day) => (isBusy(day) ? 60 : 10))
    // One busy day less, 50 contacts: 16% fewer, which would be significant if all days were alike.
    const lessBusy = dailyCalls('2026-11-01', '2026-11-28', (day) =>
      isBusy(day) && day !== '2026-11-03' ? 60 : 10,
    )
    const { figures, compared: before, comparison } = firstReport(lessBusy, waves, compared)
    expect([figures.contacts, before?.contacts]).toEqual([28 * 10 + 8 * 50, 28 * 10 + 9 * 50])
    expect(comparison?.directions.contacts).toBe('none')
    const steady = firstReport(
      dailyCalls('2026-11-01', '2026-11-28', () => 20),
      dailyCalls('2026-10-04', '2026-10-31', () => 26),
      compared,
    )
    expect(steady.comparison?.directions.contacts).toBe('down')
  })

  it('is told by days that are over: it does not come and go with each contact of today', () => {
    const before = dailyCalls(
      '2026-10-04',
      '2026-10-31',
      () => 30,
      () => 3,
    )
    const at = (minute: number) => {
      const now = dailyCalls(
        '2026-11-01',
        '2026-11-28',
        (day) => (day === '2026-11-28' ? minute : 30),
        (day) => (day === '2026-11-28' ? 0 : 6),
      )
      const { comparison } = firstReport(now, before, {
        ...compared,
        comparedMonths: null,
        now: { day: dayNumber('2026-11-28'), minute, offset: 180 },
      })
      return comparison?.directions
    }
    expect(at(0)).toMatchObject({ missed_rate: 'up', contacts: 'none' })
    for (const minute of [60, 370, 374, 1_000]) expect(at(minute)).toEqual(at(0))
  })

  it('of a day alone is not known', () => {
    const { comparison } = firstReport(
      dailyCalls('2026-11-02', '2026-11-02', () => 5),
      dailyCalls('2026-11-01', '2026-11-01', () => 50),
      { ...question, days: days('2026-11-02', '2026-11-02'), comparedDays: days('2026-11-01', '2026-11-01') },
    )
    expect(Object.values(comparison!.directions)).toEqual([null, null, null, null, null, null])
  })
})
