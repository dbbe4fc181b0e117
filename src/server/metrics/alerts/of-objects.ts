import { forecastExpiry } from '#/analytics/evaluation/expiry-forecast.ts'
import {
  isUntracked,
  NORM_WEEKS,
  evaluateInactivity,
  type ContactMinutes,
} from '#/server/metrics/evaluation/inactivity.ts'
import { dayNumber, dayText, NO_DAY } from '#/contract/day.ts'
import { clockOf, isChosen, oidOf, wallClockOf, type AlertFacts, type EvaluatedRule } from './facts.ts'
import type { Evaluation, Reading } from './readings.ts'

const minutesByDay = (facts: AlertFacts): ReadonlyMap<string, ReadonlyMap<number, readonly number[]>> => {
  const { data } = facts
  const found = new Map<string, Map<number, number[]>>()
  for (let row = 0; row < data.rows; row++) {
    const oid = oidOf(data, row)
    const day = data.day[row]!
    if (oid === null || day === NO_DAY || !isChosen(facts, oid)) continue
    const days = found.get(oid) ?? new Map<number, number[]>()
    found.set(oid, days)
    const minutes = days.get(day)
    if (minutes) minutes.push(data.minute[row]!)
    else days.set(day, [data.minute[row]!])
  }
  return found
}

const NONE: ContactMinutes = []

/**
 * Objects that the live page shows as silent: `value` contacts today where `usual` are normal; `of` is the
 * minute of the last one.
 */
export const silentObjects = (facts: AlertFacts): Evaluation => {
  const byObject = minutesByDay(facts)
  const untracked = new Set((facts.objects ?? []).filter(isUntracked).map(({ oid }) => oid))
  const watched = [...byObject].filter(([oid]) => !untracked.has(oid)).map(([oid, days]) => ({ oid, days }))
  const isComplete = (day: number) => facts.days.get(day)?.isComplete === true
  return (moment) =>
    watched.map(({ oid, days }): Reading => {
      const { day, minute } = wallClockOf(moment, clockOf(facts, oid, moment))
      const weeks = Array.from({ length: NORM_WEEKS }, (_, week) => day - 7 * (week + 1))
        .filter(isComplete)
        .map((one) => days.get(one) ?? NONE)
      const { verdict, contacts, usual, last } = evaluateInactivity(minute, days.get(day) ?? NONE, weeks)
      const is =
        !isComplete(day) || verdict === 'too_few_weeks' ? 'unknown' : verdict === 'silent' ? 'bad' : 'well'
      return { subject: oid, is, oid, value: contacts, of: last, usual }
    })
}

/**
 * Objects whose tracking stops within so many days (`value`; negative: stopped): `of` is that day since 1970.
 * Past days use the current state, since earlier states are not stored.
 */
export const stoppingObjects = (facts: AlertFacts, { threshold }: EvaluatedRule): Evaluation => {
  const { objects, until } = facts
  if (objects === null) return () => null
  const ends = objects
    .filter(({ oid }) => isChosen(facts, oid))
    .map((object) => {
      const today = wallClockOf(until, clockOf(facts, object.oid, until)).day
      const known = forecastExpiry(object, dayText(today))
      return { oid: object.oid, stops: known.state === 'unknown' ? null : dayNumber(known.day) }
    })
  return (moment) =>
    ends.map(({ oid, stops }): Reading => {
      const left = stops === null ? 0 : stops - wallClockOf(moment, clockOf(facts, oid, moment)).day
      const is = stops !== null && left <= (threshold ?? 0) ? 'bad' : 'well'
      return { subject: oid, is, oid, value: left, of: stops, usual: null }
    })
}
