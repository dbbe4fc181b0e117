import type { Figures } from '#/contract/figures/answers.ts'
import { NO_DAY, weekdayOf } from '#/contract/day.ts'
import type { ObjectWeek, OpenHours, WeekHours } from '#/contract/working-hours/working-hours.ts'
import type { Dataset } from './dataset.ts'
import { isCall, isMissed } from './traits.ts'

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

const openMinutes = (week: WeekHours): Uint8Array => {
  const open = new Uint8Array(7 * 1440)
  week.forEach((hours: OpenHours | null, weekday) => {
    if (hours === null) return
    const from = weekday * 1440 + minuteOf(hours.from)
    const length = (minuteOf(hours.to) - minuteOf(hours.from) + 1440) % 1440 || 1440
    for (let minute = from; minute < from + length; minute++) open[minute % open.length] = 1
  })
  return open
}

/** Whether a contact came within its object's working hours, by its own clock; null: no hours, or no date. */
const withinHours = (data: Dataset, weeks: readonly ObjectWeek[]): ((row: number) => boolean | null) => {
  const { codes, values } = data.by.object
  const byOid = new Map(weeks.map(({ oid, week }) => [oid, openMinutes(week)]))
  const open = values.map((oid) => (oid === null ? undefined : byOid.get(oid)))
  return (row) => {
    const minutes = open[codes[row]!]
    const day = data.day[row]!
    return minutes === undefined || day === NO_DAY
      ? null
      : minutes[weekdayOf(day) * 1440 + data.minute[row]!] === 1
  }
}

/** Null: no object of these rows has working hours. */
export const countInHours = (
  data: Dataset,
  weeks: readonly ObjectWeek[],
  isCounted: (row: number) => boolean,
): Figures['in_hours'] => {
  if (weeks.length === 0) return null
  const isWithin = withinHours(data, weeks)
  let hasHours = false
  let [calls, missed] = [0, 0]
  for (let row = 0; row < data.rows; row++) {
    if (!isCounted(row)) continue
    const within = isWithin(row)
    hasHours ||= within !== null
    const trait = data.trait[row]!
    if (within !== true || !isCall(trait)) continue
    calls++
    if (isMissed(trait)) missed++
  }
  return hasHours ? { calls, missed } : null
}
