import { NO_DAY } from '#/contract/day.ts'
import type { Dataset } from './dataset.ts'
import type { ClockMoment, Days } from '#/contract/figures/questions.ts'
import { ownNow } from './own-day.ts'
import { NORM_WEEKS, evaluateInactivity } from '#/server/metrics/evaluation/inactivity.ts'
import type { ObjectDays } from '#/contract/figures/answers.ts'

export interface LoadedDays {
  readonly data: Dataset
  readonly days: Days
}

const isIn = ({ first, last }: Days, day: number) => day >= first && day <= last

type MinutesByWeek = Map<number, number[]>

/**
 * Every object with contacts, independent of filters.
 * @param loaded the period and its comparison, without overlap
 * @param now when the newest contacts were loaded
 */
export const objectDays = (loaded: readonly LoadedDays[], now: ClockMoment): ObjectDays[] => {
  const clockOf = ownNow(now, ...loaded.map(({ data }) => data))
  const found = new Map<string, { day: number; minute: number; over: number; minutes: MinutesByWeek }>()
  for (const { data } of loaded) {
    const { codes, values } = data.by.object
    const objects = values.map((oid) => {
      if (oid === null) return null
      const known = found.get(oid) ?? { ...clockOf(oid), over: 0, minutes: new Map<number, number[]>() }
      return { oid, known }
    })
    for (let row = 0; row < data.rows; row++) {
      const day = data.day[row]!
      const object = objects[codes[row]!]
      if (!object || day === NO_DAY) continue
      const { known, oid } = object
      found.set(oid, known)
      if (day < known.day) known.over++
      const weeks = (known.day - day) / 7
      if (!Number.isInteger(weeks) || weeks < 0 || weeks > NORM_WEEKS) continue
      const minutes = known.minutes.get(weeks)
      if (minutes) minutes.push(data.minute[row]!)
      else known.minutes.set(weeks, [data.minute[row]!])
    }
  }
  return [...found].map(([oid, { day, minute, over, minutes }]) => {
    const daysOver = loaded.reduce(
      (sum, { days }) => sum + Math.max(0, Math.min(days.last, day - 1) - days.first + 1),
      0,
    )
    const isLoaded = (one: number) => loaded.some(({ days }) => isIn(days, one))
    const weeks = Array.from({ length: NORM_WEEKS }, (_, index) => index + 1).filter((week) =>
      isLoaded(day - week * 7),
    )
    return {
      oid,
      daily: daysOver === 0 ? 0 : over / daysOver,
      silence: isLoaded(day)
        ? evaluateInactivity(
            minute,
            minutes.get(0) ?? [],
            weeks.map((week) => minutes.get(week) ?? []),
          )
        : null,
      weekDays: weeks.map((week) => day - week * 7),
    }
  })
}
