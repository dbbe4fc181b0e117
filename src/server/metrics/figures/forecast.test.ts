import { expect, test } from 'vitest'
import { FORECAST_WEEKS } from '#/analytics/evaluation/forecast.ts'
import { dayNumber, dayText } from '#/contract/day.ts'
import { listedCall } from '#/contract/call.ts'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'
import { NO_SPEND } from './costs.ts'
import { planForecast } from './forecast.ts'

const TODAY = dayNumber('2026-11-20')
const plan = { month: '2026-11', contacts: 700, target: null, spend: 3_000 }
const saved = [{ client: null, object: null, source: 'Ads', campaign: null, months: { '2026-11': 3_000 } }]

/** One contact an hour, every day for eight weeks; today by noon. */
const hourly = () => {
  const data = createDataset()
  const days = Array.from({ length: FORECAST_WEEKS * 7 + 1 }, (_, nth) => TODAY - FORECAST_WEEKS * 7 + nth)
  append(
    data,
    days.flatMap((day) =>
      Array.from({ length: day === TODAY ? 12 : 24 }, (__, hour) =>
        listedCall.lenient.parse({
          id: day * 24 + hour,
          obj_oid: 'site',
          date: `${dayText(day)}T${String(hour).padStart(2, '0')}:00:00+03:00`,
          status: 1,
        }),
      ),
    ),
  )
  return data
}
const days = { first: TODAY - FORECAST_WEEKS * 7, last: TODAY }
const question = { filters: [], days, spend: { ...NO_SPEND, saved, plan } }

test('the day that is not over counts for as far as it has come, contacts and spend alike', () => {
  const noon = { day: TODAY, minute: 12 * 60, offset: 180 }
  const {
    forecasts,
    spent,
    days: counted,
  } = planForecast(hourly(), { ...question, today: TODAY, now: noon })!
  // Nineteen days and a half are over; ten and a half more of 24 make 720.
  const { done, low, high, mark } = forecasts.contacts
  expect(done).toBe(19 * 24 + 12)
  expect((low + high) / 2).toBeCloseTo(720, -1)
  expect(mark).toBeCloseTo((700 * 19.5) / 30, 5)
  expect(spent).toBeCloseTo(100 * 19.5, 5)
  expect(counted).toHaveLength(20)
  expect(counted[18]).toEqual({ day: TODAY - 1, contacts: 24, target: 0 })
})

test('a forecast as of the end of earlier days takes these as whole, and there is none without a plan', () => {
  const later = { day: TODAY + 5, minute: 600, offset: 180 }
  const { forecasts } = planForecast(hourly(), { ...question, today: TODAY, now: later })!
  expect(forecasts.contacts.mark).toBeCloseTo((700 * 19) / 30, 5)
  const unplanned = { ...question, spend: NO_SPEND, today: TODAY, now: later }
  expect(planForecast(hourly(), unplanned)).toBeNull()
})
