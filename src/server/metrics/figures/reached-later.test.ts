import { describe, expect, test } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import { listedCall } from '#/contract/call.ts'
import { answer } from '#/server/metrics/figures/answer.ts'
import { firstReport } from '#/server/metrics/figures/report.ts'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'

const [ANSWERED, FORM, CHAT, MISSED] = [2, 14, 9, 7]

let id = 0
const contact = (at: string, caller: string, status: number, more: object = {}) => ({
  id: ++id,
  obj_oid: 'a',
  date: `${at}:00+03:00`,
  status,
  phone_number_from: caller,
  caller,
  ...more,
})
const datasetOf = (...contacts: readonly object[]) => {
  const data = createDataset(4)
  append(
    data,
    contacts.map((one) => listedCall.lenient.parse(one)),
  )
  return data
}

test('a past period judges by its end and says who was reached later, and how', () => {
  const october = datasetOf(
    contact('2026-10-30T10:00', '79001', MISSED),
    contact('2026-10-30T11:00', '79001', ANSWERED),
    contact('2026-10-31T10:00', '79002', MISSED),
    contact('2026-10-31T11:00', '79003', MISSED),
    contact('2026-10-31T12:00', '79004', MISSED),
  )
  const november = datasetOf(
    contact('2026-11-03T09:00', '79002', ANSWERED),
    contact('2026-11-02T14:05', '79002', ANSWERED),
    contact('2026-11-01T08:00', '79002', FORM),
    contact('2026-11-01T08:00', '79002', MISSED),
    contact('2026-11-02T09:30', '79003', CHAT),
    contact('2026-11-02T09:30', '79004', FORM),
    contact('2026-11-02T09:30', '79001', ANSWERED),
  )
  const { callers } = answer.not_through(october, null, { filters: [] })
  expect(callers.map(({ caller }) => caller)).toEqual(['79004', '79003', '79002'])
  const later = answer.reached_later(october, null, { filters: [] }, november).callers
  expect(
    later.map(({ callId, reached: { day, minute, isSpoken } }) => ({ callId, day, minute, isSpoken })),
  ).toEqual([
    { callId: 4, day: '2026-11-02', minute: 9 * 60 + 30, isSpoken: false },
    { callId: 3, day: '2026-11-02', minute: 14 * 60 + 5, isSpoken: true },
  ])
})

test('a talk before the missed call, though on a later day of another zone, is not counted as reached', () => {
  const october = datasetOf(contact('2026-10-31T23:50', '79001', MISSED))
  const east = { obj_oid: 'b', date: '2026-11-01T00:10:00+10:00' }
  const november = datasetOf(contact('', '79001', ANSWERED, east))
  expect(answer.reached_later(october, null, { filters: [] }, november).callers).toEqual([])
})

describe('the day before until the same hour', () => {
  const [today, yesterday] = [dayNumber('2026-11-20'), dayNumber('2026-11-19')]
  const missedYesterday = (now: { hour: number } | null) => {
    const before = datasetOf(
      contact('2026-11-19T09:00', '79001', MISSED),
      contact('2026-11-19T16:00', '79001', ANSWERED),
      contact('2026-11-19T09:00', '79002', MISSED),
      contact('2026-11-19T17:00', '79002', MISSED),
      contact('2026-11-19T17:00', '79003', MISSED),
    )
    return firstReport(datasetOf(contact('2026-11-20T08:00', '79001', MISSED)), before, {
      filters: [],
      days: { first: today, last: today },
      comparedDays: { first: yesterday, last: yesterday },
      bucket: 'day',
      won: [],
      now: now && { day: today, minute: now.hour * 60, offset: 180 },
    }).compared?.not_through
  }

  test('counts whoever was waiting then, reached or missed again later or not', () => {
    expect(missedYesterday({ hour: 12 })).toBe(2)
    expect(missedYesterday(null)).toBe(2)
    expect(missedYesterday({ hour: 18 })).toBe(2)
    expect(missedYesterday({ hour: 8 })).toBe(0)
  })
})
