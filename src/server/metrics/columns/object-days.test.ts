import { describe, expect, it } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { dayNumber, dayText } from '#/contract/day.ts'
import { append, createDataset, type Dataset } from './dataset.ts'
import { objectDays, type LoadedDays } from './object-days.ts'

const TODAY = dayNumber('2026-11-20')
const AT_TWO = { day: TODAY, minute: 840, offset: 180 }

let id = 0
const callAt = (oid: string, day: number, minute: number, offset = '+03:00') => {
  const time = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return listedCall.lenient.parse({
    id: ++id,
    obj_oid: oid,
    status: 2,
    date: `${dayText(day)}T${time}:00${offset}`,
  })
}
/** A contact each half hour of these days, up to `until` today. */
const busy = (oid: string, days: readonly number[], until = 840, offset?: string) =>
  days.flatMap((day) =>
    Array.from({ length: 40 }, (_, index) => index * 30)
      .filter((minute) => day < TODAY || minute < until)
      .map((minute) => callAt(oid, day, minute, offset)),
  )
const weeksOf = (count: number) => Array.from({ length: count }, (_, week) => TODAY - 7 * (count - week))
const loadedOf = (calls: ReturnType<typeof busy>, first: number, last = TODAY): LoadedDays => {
  const data: Dataset = createDataset(8)
  append(data, calls)
  return { data, days: { first, last } }
}
const one = (loaded: readonly LoadedDays[], now = AT_TWO) => {
  const [found] = objectDays(loaded, now)
  return found!
}

describe('an object’s silence', () => {
  it('is judged by today and the same weekday of the loaded weeks', () => {
    const found = one([loadedOf(busy('a', [...weeksOf(4), TODAY], 540), TODAY - 28)])
    expect(found.silence).toMatchObject({
      verdict: 'silent',
      last: 510,
      contacts: 18,
      weeks: [28, 28, 28, 28],
    })
    expect(found.weekDays.map(dayText)).toEqual(['2026-11-13', '2026-11-06', '2026-10-30', '2026-10-23'])
    expect(one([loadedOf(busy('a', [...weeksOf(4), TODAY]), TODAY - 28)]).silence?.verdict).toBe('normal')
  })

  it('needs four weeks, and takes those of the comparison with them', () => {
    const current = loadedOf(busy('a', [...weeksOf(2), TODAY], 0), TODAY - 14)
    expect(one([current]).silence?.verdict).toBe('too_few_weeks')
    const compared = loadedOf(busy('a', weeksOf(4).slice(0, 2)), TODAY - 35, TODAY - 21)
    expect(one([current, compared])).toMatchObject({ silence: { verdict: 'silent', contacts: 0 } })
    expect(one([current, compared]).weekDays).toHaveLength(5)
  })

  it('is none where today is not loaded', () => {
    expect(one([loadedOf(busy('a', weeksOf(4)), TODAY - 28, TODAY - 1)]).silence).toBeNull()
  })

  it('goes by the object’s own clock: an hour behind, it is an hour earlier there', () => {
    const calls = busy('a', [...weeksOf(4), TODAY], 780, '+02:00')
    expect(one([loadedOf(calls, TODAY - 28)]).silence).toMatchObject({
      verdict: 'normal',
      contacts: 26,
      usual: 26,
    })
    const beforeMidnight = one([loadedOf(busy('a', weeksOf(4), 0, '+02:00'), TODAY - 28)], {
      ...AT_TWO,
      minute: 30,
    })
    // 23:30 of the day before, which had no contacts in any week.
    expect(beforeMidnight.silence).toMatchObject({ contacts: 0, usual: 0, verdict: 'too_few_weeks' })
  })
})

it('a day brings what the days that are over brought, in the period and its comparison', () => {
  const current = loadedOf(
    [...busy('a', [TODAY - 1]), ...busy('a', [TODAY], 300), callAt('b', TODAY - 2, 0)],
    TODAY - 4,
  )
  const compared = loadedOf(busy('a', [TODAY - 10]), TODAY - 12, TODAY - 8)
  expect(objectDays([current, compared], AT_TWO).map(({ oid, daily }) => [oid, daily])).toEqual([
    ['a', 80 / 9],
    ['b', 1 / 9],
  ])
})
