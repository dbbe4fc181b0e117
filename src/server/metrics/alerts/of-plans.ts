import { forecastOf, forecastVerdict, FORECAST_WEEKS } from '#/analytics/evaluation/forecast.ts'
import { NORM_WEEKS_NEEDED } from '#/server/metrics/evaluation/inactivity.ts'
import { dayNumber, dayText, monthStart, weekdayOf } from '#/contract/day.ts'
import { clockOf, wallClockOf, type AlertFacts, type PlannedMonth } from './facts.ts'
import { countsByDay, isDayComplete } from './of-days.ts'
import type { Evaluation, Reading } from './readings.ts'

/** One subject per month. The object comes last, since its id may contain anything. */
const subjectOf = ({ field, month, oid }: PlannedMonth): string =>
  [field, month, ...(oid === null ? [] : [oid])].join(' ')

export const isOfTarget = (subject: string): boolean => !subject.startsWith('contacts ')

const monthOf = (day: number) => {
  const start = monthStart(dayText(day))
  return { name: start.slice(0, 7), first: dayNumber(start), last: dayNumber(monthStart(start, 1)) - 1 }
}

/**
 * A month's plan (`usual`), and its progress by the end of the previous day (`value` of `of`): behind
 * where even the forecast's upper end is below the plan. Each plan is a subject.
 */
export const planBehind = (facts: AlertFacts): Evaluation => {
  const counts = new Map<string, ReadonlyMap<number, number>>()
  const countsOf = ({ field, oid }: PlannedMonth) => {
    const key = [field, oid ?? ''].join(' ')
    const known = counts.get(key) ?? countsByDay(facts, field, oid)
    counts.set(key, known)
    return known
  }
  const readingOf = (plan: PlannedMonth, moment: number): Reading[] => {
    const { oid, planned } = plan
    const today = wallClockOf(moment, clockOf(facts, oid, moment)).day
    const month = monthOf(today)
    if (plan.month !== month.name) return []
    const found = countsOf(plan)
    // Today counts as a day left, since its remaining contacts are unknown.
    const countOn = (day: number) =>
      day >= today || !isDayComplete(facts, day) ? null : (found.get(day) ?? 0)
    const forecast = forecastOf(countOn, month, { day: today, minute: 0 }, planned)
    const storedDays = Array.from({ length: FORECAST_WEEKS * 7 }, (_, back) => today - 1 - back).filter(
      (day) => isDayComplete(facts, day),
    )
    const hasWeeks = Array.from(
      { length: 7 },
      (_, weekday) => storedDays.filter((day) => weekdayOf(day) === weekday).length,
    ).every((weeks) => weeks >= NORM_WEEKS_NEEDED)
    const isKnown =
      hasWeeks &&
      Array.from({ length: today - month.first }, (_, nth) => month.first + nth).every((day) =>
        isDayComplete(facts, day),
      )
    return [
      {
        subject: subjectOf(plan),
        is: !isKnown ? 'unknown' : forecastVerdict(forecast, planned) === 'behind' ? 'bad' : 'well',
        oid,
        value: forecast.done,
        of: planned,
        usual: forecast.high,
      },
    ]
  }
  return (moment) => facts.plans.flatMap((plan) => readingOf(plan, moment))
}
