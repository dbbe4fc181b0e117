import { areReal, chanceOf, scatterAround, type DayTally } from '#/analytics/evaluation/significance.ts'
import { dayText, weekdayOf } from '#/contract/day.ts'
import type { ChangePart, Split } from './split.ts'
import { dailyTotals } from './daily.ts'
import type { ChangeSides } from './sides.ts'
import { roundTogether } from './round-together.ts'

/** Fewest other days of the weekday; otherwise all other days are the norm. */
const FEWEST_ALIKE = 2
const MOST_OF = 0.5

const mean = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0) / counts.length

const oddness = (days: readonly DayTally[], nth: number) => {
  const { day, part } = days[nth]!
  const others = days.filter((_, at) => at !== nth)
  const alike = others.filter((one) => weekdayOf(one.day) === weekdayOf(day))
  const ofWeekday = alike.length >= FEWEST_ALIKE
  const counts = (ofWeekday ? alike : others).map((one) => one.part)
  const usual = mean(counts)
  const groups = [...Map.groupBy(others, (one) => (ofWeekday ? weekdayOf(one.day) : 0)).values()].map(
    (group) => ({ counts: group.map((one) => one.part), mean: mean(group.map((one) => one.part)) }),
  )
  return {
    day,
    part,
    usual,
    evidence: {
      excess: part - usual,
      variance: Math.max(usual, 1) * (1 + 1 / counts.length) * scatterAround(groups),
      freedom: Math.max(others.length - groups.length, 1),
    },
  }
}

/**
 * The single day with most of a change, beyond the others' scatter, corrected for their number. Null: none,
 * or the figure is a rate.
 */
export const outlierDay = (sides: ChangeSides, total: number): Split | null => {
  if (sides.isRate || total === 0) return null
  const { now, before } = dailyTotals(sides)
  const odd = (days: readonly DayTally[], factor: number) =>
    days.length < 2 * FEWEST_ALIKE + 1
      ? []
      : days.map((_, nth) => ({ ...oddness(days, nth), factor, isNow: factor === 1 }))
  const all = [...odd(now, 1), ...odd(before, -sides.scale).map((one) => ({ ...one, isNow: false }))]
  const real = areReal(all.map(({ evidence }) => chanceOf(evidence)))
  const [cause] = all
    .filter((_, nth) => real[nth])
    .map((one) => ({ ...one, change: one.factor * (one.part - one.usual) }))
    .filter(({ change }) => change * total > 0 && Math.abs(change) >= MOST_OF * Math.abs(total))
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
  if (cause === undefined) return null
  const [change = 0, rest = 0] = roundTogether([cause.change, total - cause.change], total)
  const { day, isNow } = cause
  const sum = (days: readonly DayTally[]) => days.reduce((all, { part }) => all + part, 0)
  const share = 1 / Math.max(now.length, 1)
  const amount = (count: number) => ({ part: count, whole: count })
  const partOf = (value: string | null, own: number, nowCount: number, isReal: boolean): ChangePart => ({
    value,
    was: null,
    isCalendar: false,
    now: amount(nowCount),
    before: amount(nowCount - own),
    scaled: nowCount - own,
    change: own,
    effects: null,
    isReal,
    isMixReal: false,
    isOwnReal: false,
    isConcentrated: isReal,
    excess: isReal ? own - total * share : 0,
  })
  const counted = isNow ? cause.part : Math.round(cause.usual * sides.scale)
  const single = partOf(dayText(day), change, counted, true)
  return {
    by: 'day',
    total,
    parts: [single, partOf(null, rest, sum(now) - counted, false)],
    isIn: (part, side) => {
      const { rows, data } = sides[side]
      const isDay = (place: number) => data.day[rows[place]!] === day
      return part === single ? isDay : (place) => !isDay(place)
    },
  }
}
