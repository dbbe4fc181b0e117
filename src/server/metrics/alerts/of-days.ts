import { COUNTED_BY } from '#/server/metrics/columns/traits.ts'
import { dispersionOf } from '#/analytics/evaluation/significance.ts'
import {
  HARDLY_CHANCE,
  NORM_WEEKS,
  NORM_WEEKS_NEEDED,
  poissonAtMost,
} from '#/server/metrics/evaluation/inactivity.ts'
import { NO_DAY } from '#/contract/day.ts'
import { clockOf, isChosen, wallClockOf, type AlertFacts, type EvaluatedRule } from './facts.ts'
import type { Evaluation, Reading } from './readings.ts'

/**
 * Contacts by their own days, counted as a panel would.
 * @param only one object; null: all of the alert
 */
export const countsByDay = (
  facts: AlertFacts,
  count: (typeof COUNTED_BY)[number][number],
  only: string | null = null,
): ReadonlyMap<number, number> => {
  const { data } = facts
  const counted = COUNTED_BY.map((names) => names.includes(count))
  const chosen = data.by.object.values.map((oid) => isChosen(facts, oid) && (only === null || oid === only))
  const days = new Map<number, number>()
  for (let row = 0; row < data.rows; row++) {
    const day = data.day[row]!
    if (day !== NO_DAY && counted[data.trait[row]!] && chosen[data.by.object.codes[row]!])
      days.set(day, (days.get(day) ?? 0) + 1)
  }
  return days
}

/** The account, or the chosen objects, as one subject. */
const ALL = ''
const reading = (
  is: Reading['is'],
  value: number,
  of: number | null,
  usual: number | null,
  oid: string | null = null,
): Reading[] => [{ subject: ALL, is, oid, value, of, usual }]

export const isDayComplete = ({ days }: AlertFacts, day: number) => days.get(day)?.isComplete === true

const dayBefore = (facts: AlertFacts, moment: number) =>
  wallClockOf(moment, clockOf(facts, null, moment)).day - 1

const meanOfWeeks = (facts: AlertFacts, counts: ReadonlyMap<number, number>, day: number) => {
  const weeks = Array.from({ length: NORM_WEEKS }, (_, week) => day - 7 * (week + 1)).filter((one) =>
    isDayComplete(facts, one),
  )
  const sum = weeks.reduce((total, one) => total + (counts.get(one) ?? 0), 0)
  return {
    weeks: weeks.length,
    mean: weeks.length === 0 ? 0 : sum / weeks.length,
    scatter: dispersionOf(weeks.map((one) => counts.get(one) ?? 0)),
  }
}

/**
 * Missed calls of the day before: `value` of `of`, above the threshold in percent; `usual` is the same
 * weekday's rate in earlier weeks, in percent.
 */
export const missedRate = (facts: AlertFacts, { threshold, min_calls }: EvaluatedRule): Evaluation => {
  const [missed, calls] = [countsByDay(facts, 'missed'), countsByDay(facts, 'calls')]
  const oid = facts.chosen?.size === 1 ? [...facts.chosen][0]! : null
  return (moment) => {
    const day = dayBefore(facts, moment)
    const [value, of] = [missed.get(day) ?? 0, calls.get(day) ?? 0]
    const [usualMissed, usualCalls] = [missed, calls].map((counts) => meanOfWeeks(facts, counts, day).mean)
    const usual = usualCalls! > 0 ? (100 * usualMissed!) / usualCalls! : null
    if (!isDayComplete(facts, day) || of < (min_calls ?? 1)) return reading('unknown', value, of, usual, oid)
    return reading(100 * value > (threshold ?? 0) * of ? 'bad' : 'well', value, of, usual, oid)
  }
}

/**
 * Contacts of the day before, this many percent below the same weekday's mean (`usual`) and beyond chance, as
 * for silent objects.
 */
export const belowUsual = (facts: AlertFacts, { threshold }: EvaluatedRule): Evaluation => {
  const contacts = countsByDay(facts, 'contacts')
  return (moment) => {
    const day = dayBefore(facts, moment)
    const value = contacts.get(day) ?? 0
    const { weeks, mean, scatter } = meanOfWeeks(facts, contacts, day)
    if (!isDayComplete(facts, day) || weeks < NORM_WEEKS_NEEDED) return reading('unknown', value, null, mean)
    const isFar = value <= mean * (1 - (threshold ?? 0) / 100)
    // Days that scatter more carry less evidence (quasi-Poisson).
    const chance = poissonAtMost(Math.floor(value / scatter), mean / scatter)
    return reading(isFar && chance < HARDLY_CHANCE ? 'bad' : 'well', value, null, mean)
  }
}

/** Of the day before: `value` unreadable records, an incomplete day, or `value` differences from the API document. */
export const troubleOfReading = (facts: AlertFacts): Evaluation => {
  const subjects = (day: number): Reading[] => {
    const stored = facts.days.get(day)
    const drift = facts.drift.get(day)
    const one = (
      subject: string,
      isBad: boolean,
      value: number,
      isKnown = stored !== undefined,
    ): Reading => ({
      subject,
      is: !isKnown ? 'unknown' : isBad ? 'bad' : 'well',
      oid: null,
      value,
      of: null,
      usual: null,
    })
    return [
      one('reading', stored?.isFailed === true, 0),
      one('records', (stored?.unreadable ?? 0) > 0, stored?.unreadable ?? 0),
      one('drift', (drift ?? 0) > 0, drift ?? 0, drift !== undefined),
    ]
  }
  return (moment) => subjects(dayBefore(facts, moment))
}
