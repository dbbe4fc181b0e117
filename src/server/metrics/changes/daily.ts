import { checkpoint } from '#/server/metrics/columns/checkpoint.ts'
import { chanceOf, evidenceOf, type DayTally } from '#/analytics/evaluation/significance.ts'
import { weekdayOf } from '#/contract/day.ts'
import type { ChangeDimension } from '#/contract/figures/changes.ts'
import { columnOf } from './dimensions.ts'
import type { ChangeSide, ChangeSides } from './sides.ts'

export interface ValueGroups {
  readonly values: readonly (string | null)[]
  readonly now: Uint32Array<ArrayBuffer>
  readonly before: Uint32Array<ArrayBuffer>
}

export const groupsOf = ({ now, before }: ChangeSides, by: ChangeDimension): ValueGroups => {
  const { column, valueOf } = columnOf(by)
  const values: (string | null)[] = []
  const groups = new Map<string | null, number>()
  const codesOf = ({ data }: ChangeSide) =>
    Uint32Array.from(data.by[column].values, (raw) => {
      const value = valueOf(raw)
      const known = groups.get(value)
      if (known !== undefined) return known
      groups.set(value, values.length)
      return values.push(value) - 1
    })
  return { values, now: codesOf(now), before: codesOf(before) }
}

export const sumsByGroup = (side: ChangeSide, by: ChangeDimension, groups: Uint32Array, size: number) => {
  checkpoint()
  const { codes } = side.data.by[columnOf(by).column]
  const part = new Float64Array(size)
  const whole = side.whole === null ? part : new Float64Array(size)
  for (let place = 0; place < side.rows.length; place++) {
    const group = groups[codes[side.rows[place]!]!]!
    part[group]! += side.part[place]!
    if (side.whole !== null) whole[group]! += side.whole[place]!
  }
  return { part, whole }
}

export const dailyOf = (
  side: ChangeSide,
  by: ChangeDimension,
  groups: Uint32Array,
  tested: ReadonlyMap<number, number>,
) => {
  checkpoint()
  const { first, last } = side.over
  const days = Math.max(last - first + 1, 0)
  const make = () => ({ part: new Float64Array(days), whole: new Float64Array(days) })
  const [all, of] = [make(), Array.from(tested, make)]
  const { codes } = side.data.by[columnOf(by).column]
  const places = Int32Array.from(groups, (group) => tested.get(group) ?? -1)
  for (let place = 0; place < side.rows.length; place++) {
    const row = side.rows[place]!
    const day = side.data.day[row]! - first
    if (day < 0 || day >= days) continue
    const [part, whole] = [side.part[place]!, side.whole === null ? 0 : side.whole[place]!]
    all.part[day]! += part
    all.whole[day]! += whole
    const one = of[places[codes[row]!]!]
    if (one === undefined) continue
    one.part[day]! += part
    one.whole[day]! += whole
  }
  return { first, all, of }
}
export type Daily = ReturnType<typeof dailyOf>

/** p-value of a change; null: too few days. */
export const chanceOfDays = (
  now: readonly DayTally[],
  before: readonly DayTally[],
  isShare: boolean,
): number | null => {
  const evidence =
    evidenceOf(now, before, { isShare }) ?? evidenceOf(now, before, { isShare, isByWeekday: false })
  return evidence && chanceOf(evidence)
}

export const tallies = (
  { first }: Daily,
  part: ArrayLike<number>,
  whole: ArrayLike<number> | null,
  weekday: number | null,
): DayTally[] =>
  Array.from(part as Float64Array, (count, nth) => ({
    day: first + nth,
    part: count,
    whole: whole === null ? 1 : whole[nth]!,
  })).filter(({ day }) => weekday === null || weekdayOf(day) === weekday)

export const dailyTotals = ({ now, before, isRate }: ChangeSides) => {
  const of = (side: ChangeSide) => {
    const daily = dailyOf(side, 'channel', new Uint32Array(side.data.by.channel.values.length), new Map())
    return tallies(daily, daily.all.part, isRate ? daily.all.whole : null, null)
  }
  return { now: of(now), before: of(before) }
}

/** p-value of the whole change; null: too few days. */
export const chanceOfTotal = (sides: ChangeSides): number | null => {
  const { now, before } = dailyTotals(sides)
  return chanceOfDays(now, before, sides.isRate)
}
