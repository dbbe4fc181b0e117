import type { Amount } from '#/contract/figures/answers.ts'
import { areReal } from '#/analytics/evaluation/significance.ts'
import { chanceOfDays, dailyOf, groupsOf, sumsByGroup, tallies, type Daily } from './daily.ts'
import { type ChangeDimension, type ExplainedBy, readBlock } from '#/contract/figures/changes.ts'
import { columnOf, MAY_BE_RENAMED } from './dimensions.ts'
import { roundTogether } from './round-together.ts'
import type { ChangeSides } from './sides.ts'
import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'

export interface ChangePart {
  /** Null: contacts without a value. `calendar`: the periods have different weekdays. */
  readonly value: string | null
  readonly was: string | null
  readonly isCalendar: boolean
  readonly now: Amount
  readonly before: Amount
  /** The earlier part scaled to as many days, not rounded. */
  readonly scaled: number
  /** Contacts, or tenths of a percentage point; parts add up to the whole change. */
  readonly change: number
  /** Of a rate: from its share of the whole, and from its own rate; both add up to `change`. */
  readonly effects: { readonly mix: number; readonly own: number } | null
  /** Significant, corrected for all parts of the split. */
  readonly isReal: boolean
  readonly isMixReal: boolean
  readonly isOwnReal: boolean
  /** It moved against the whole. */
  readonly isConcentrated: boolean
  readonly excess: number
}

export interface Split {
  readonly by: ExplainedBy
  readonly total: number
  readonly parts: readonly ChangePart[]
  /**
   * Whether a contact is in a part.
   * @param place in the side's rows
   */
  readonly isIn: (part: ChangePart, side: 'now' | 'before') => (place: number) => boolean
}

/** Tested parts; others have smaller changes and count as normal, by chance alone. */
const TESTED = 40
/** Significance level within a split, which is corrected for its number of parts. */
const OTHER_WAY = 0.05
/** An even fall moves each rate by its share; half as much again is another direction. */
const OTHER_RATE = 0.5

interface Chances {
  readonly count: number | null
  readonly share: number | null
  readonly own: number | null
}

/** Still one of the parts that significance is corrected for. */
const NOT_TESTED: Chances = { count: 1, share: 1, own: 1 }

const chancesOf = (
  now: Daily,
  before: Daily,
  nth: number,
  weekday: number | null,
  isRate: boolean,
): Chances => {
  const of = (pick: (daily: Daily) => readonly [ArrayLike<number>, ArrayLike<number> | null]) => {
    const [a, b] = [pick(now), pick(before)]
    return chanceOfDays(
      tallies(now, a[0], a[1], weekday),
      tallies(before, b[0], b[1], weekday),
      a[1] !== null,
    )
  }
  if (isRate)
    return {
      count: null,
      share: of(({ of: parts, all }) => [parts[nth]!.whole, all.whole]),
      own: of(({ of: parts }) => [parts[nth]!.part, parts[nth]!.whole]),
    }
  return {
    count: of(({ of: parts }) => [parts[nth]!.part, null]),
    share: of(({ of: parts, all }) => [parts[nth]!.part, all.part]),
    own: null,
  }
}

const rate = ({ part, whole }: Amount): number | null => (whole === 0 ? null : part / whole)
const sum = (amounts: readonly Amount[]): Amount => ({
  part: amounts.reduce((all, { part }) => all + part, 0),
  whole: amounts.reduce((all, { whole }) => all + whole, 0),
})

interface Draft {
  readonly group: number
  readonly value: string | null
  readonly was: string | null
  readonly isCalendar: boolean
  readonly now: Amount
  readonly before: Amount
}

/** Blocks scaled by how often they passed; null: a block occurs in one of the periods only. */
const blockScales = ({ now, before }: ChangeSides): ReadonlyMap<string | null, number> | null => {
  const scales = new Map<string | null, number>()
  for (const [block, passed] of now.blocks) {
    const was = before.blocks.get(block) ?? 0
    if ((passed === 0) !== (was === 0)) return null
    if (was > 0) scales.set(block, passed / was)
  }
  return scales
}

/**
 * Splits a change by a dimension: every contact is in one part, and parts add up.
 * @param fewest parts that are a split
 * @returns null: fewer parts, or incomparable ones
 */
export const splitBy = (sides: ChangeSides, by: ChangeDimension, fewest = 2): Split | null => {
  const groups = groupsOf(sides, by)
  const scales = by === 'hours' ? blockScales(sides) : null
  if (by === 'hours' && scales === null) return null
  const [now, before] = [
    sumsByGroup(sides.now, by, groups.now, groups.values.length),
    sumsByGroup(sides.before, by, groups.before, groups.values.length),
  ]
  const drafts = groups.values.flatMap((value, group): Draft[] => {
    if (now.whole[group] === 0 && before.whole[group] === 0) return []
    const scale = scales?.get(value) ?? sides.scale
    return [
      {
        group,
        value,
        was: null,
        isCalendar: false,
        now: { part: now.part[group]!, whole: now.whole[group]! },
        before: { part: before.part[group]! * scale, whole: before.whole[group]! * scale },
      },
    ]
  })
  if (drafts.length < fewest) return null
  const all = {
    now: sum(drafts.map((one) => one.now)),
    before: {
      part: before.part.reduce((a, b) => a + b, 0) * sides.scale,
      whole: before.whole.reduce((a, b) => a + b, 0) * sides.scale,
    },
  }
  const size = ({ now: a, before: b }: Draft) =>
    sides.isRate ? a.whole + b.whole : Math.abs(a.part - b.part)
  const tested = new Map(
    drafts
      .toSorted((a, b) => size(b) - size(a))
      .slice(0, TESTED)
      .map(({ group }, nth) => [group, nth]),
  )
  const daily = {
    now: dailyOf(sides.now, by, groups.now, tested),
    before: dailyOf(sides.before, by, groups.before, tested),
  }
  const joined = MAY_BE_RENAMED.has(by) && !sides.isRate ? joinRenamed(drafts, tested, daily) : null
  const whole = [...(joined?.drafts ?? drafts), ...calendarOf(drafts, all, scales)]
  const chances = whole.map(({ group, value, was, isCalendar }): Chances | null => {
    const nth = tested.get(group)
    if (isCalendar || was !== null) return null
    if (nth === undefined) return NOT_TESTED
    const weekday = by === 'hours' && value !== null ? readBlock(value).weekday : null
    return chancesOf(daily.now, daily.before, nth, weekday, sides.isRate)
  })
  const parts = sides.isRate ? rateParts(whole, all, chances) : countedParts(whole, all, chances)
  const groupOf = new Map(whole.map((one, nth) => [parts.parts[nth]!, one.group]))
  return {
    by,
    total: parts.total,
    parts: parts.parts.filter(({ isCalendar, change }) => !isCalendar || change !== 0),
    isIn: (part, side) => {
      const wanted = groupOf.get(part)!
      const { rows, data } = sides[side]
      const { codes } = data.by[columnOf(by).column]
      const was = part.was === null ? -1 : groups.values.indexOf(part.was)
      return (place) => {
        const group = groups[side][codes[rows[place]!]!]!
        return group === wanted || group === was
      }
    },
  }
}

/** Number of parts that {@link splitBy} finds. */
export const countParts = (sides: ChangeSides, by: ChangeDimension): number => {
  const groups = groupsOf(sides, by)
  const [now, before] = [
    sumsByGroup(sides.now, by, groups.now, groups.values.length),
    sumsByGroup(sides.before, by, groups.before, groups.values.length),
  ]
  return groups.values.filter((_, group) => now.whole[group] !== 0 || before.whole[group] !== 0).length
}

/** The effect of different weekdays, so that the parts add up. */
const calendarOf = (
  drafts: readonly Draft[],
  all: { readonly before: Amount },
  scales: ReadonlyMap<string | null, number> | null,
): Draft[] => {
  if (scales === null) return []
  const scaled = sum(drafts.map(({ before }) => before))
  const [part, whole] = [all.before.part - scaled.part, all.before.whole - scaled.whole]
  if (part === 0 && whole === 0) return []
  return [
    {
      group: -1,
      value: null,
      was: null,
      isCalendar: true,
      now: { part: 0, whole: 0 },
      before: { part, whole },
    },
  ]
}

type DailyParts = readonly { readonly day: number; readonly count: number }[]

/** Longest gap between a source's old and new name. */
const GAP_DAYS = 5
/** Largest ratio of two names' daily counts. */
const ALIKE = 1.6

/** A name's first and last day, and its daily mean from there to the edge. */
const spanOf = (days: DailyParts) => {
  const there = days.filter(({ count }) => count > 0).map(({ day }) => day)
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return { first: Math.min(...there), last: Math.max(...there), total }
}

/** A name that ends where another begins, at about the same daily rate: a renamed source. Null: no such pair, or several. */
const renamedPair = (parts: readonly DailyParts[]): { readonly from: number; readonly to: number } | null => {
  const days = parts[0] ?? []
  if (days.length === 0) return null
  const edge = {
    first: Math.min(...days.map(({ day }) => day)),
    last: Math.max(...days.map(({ day }) => day)),
  }
  const known = days.map(({ day }) => day)
  const passed = (from: number, to: number) => known.filter((day) => day >= from && day <= to).length
  const spans = parts.map(spanOf)
  const ended = spans.map(({ last, total }) => total >= TOO_FEW && last < edge.last - GAP_DAYS)
  const begun = spans.map(({ first, total }) => total >= TOO_FEW && first > edge.first + GAP_DAYS)
  const pairs = spans.flatMap((old, from) =>
    spans.flatMap((next, to) => {
      if (!ended[from] || !begun[to] || from === to) return []
      const gap = passed(Math.min(old.last, next.first), Math.max(old.last, next.first)) - 1
      if (next.first < old.last || gap > GAP_DAYS) return []
      const [before, after] = [
        old.total / passed(edge.first, old.last),
        next.total / passed(next.first, edge.last),
      ]
      return before / after <= ALIKE && after / before <= ALIKE ? [{ from, to }] : []
    }),
  )
  return pairs.length === 1 ? pairs[0]! : null
}

const joinRenamed = (
  drafts: readonly Draft[],
  tested: ReadonlyMap<number, number>,
  daily: { readonly now: Daily; readonly before: Daily },
): { readonly drafts: readonly Draft[] } | null => {
  const named = drafts.filter(({ value, group }) => value !== null && tested.has(group))
  const dailyParts = named.map(({ group }): DailyParts => {
    const nth = tested.get(group)!
    const of = (side: Daily) =>
      Array.from(side.of[nth]!.part, (count, at) => ({ day: side.first + at, count }))
    return [...of(daily.before), ...of(daily.now)]
  })
  const pair = renamedPair(dailyParts)
  if (pair === null) return null
  const [from, to] = [named[pair.from]!, named[pair.to]!]
  const renamed = {
    ...to,
    was: from.value,
    now: sum([from.now, to.now]),
    before: sum([from.before, to.before]),
  }
  return { drafts: [...drafts.filter((one) => one !== from && one !== to), renamed] }
}

type Total = { readonly now: Amount; readonly before: Amount }
type Parts = Pick<Split, 'total' | 'parts'>

const countedParts = (drafts: readonly Draft[], all: Total, chances: readonly (Chances | null)[]): Parts => {
  const total = all.now.part - Math.round(all.before.part)
  const changes = roundTogether(
    drafts.map(({ now, before }) => now.part - before.part),
    total,
  )
  const real = areReal(chances.map((one) => one && (one.count ?? 1)))
  return {
    total,
    parts: drafts.map(({ value, was, isCalendar, now, before: { part: scaled } }, nth) => {
      const change = changes[nth]!
      const isReal = real[nth]! && change !== 0
      const share = (2 * now.part - change) / (2 * all.now.part - total || 1)
      const before = now.part - change
      return {
        value,
        was,
        isCalendar,
        now,
        before: { part: before, whole: before },
        scaled,
        change,
        effects: null,
        isReal,
        isMixReal: false,
        isOwnReal: false,
        isConcentrated: isReal && (chances[nth]?.share ?? 1) < OTHER_WAY,
        excess: change - total * share,
      }
    }),
  }
}

const POINT_TENTHS = 1000

const rateParts = (drafts: readonly Draft[], all: Total, chances: readonly (Chances | null)[]): Parts => {
  const [r1, r0] = [rate(all.now), rate(all.before)]
  const total = r1 === null || r0 === null ? 0 : Math.round((r1 - r0) * POINT_TENTHS)
  const effects = rateEffects(drafts, all)
  const rounded = roundTogether(
    effects.flatMap(({ mix, own }) => [mix * POINT_TENTHS, own * POINT_TENTHS]),
    total,
  )
  const ownTotal = rounded.reduce((sum, one, at) => (at % 2 === 1 ? sum + one : sum), 0)
  const real = areReal(chances.flatMap((one) => [one && (one.share ?? 1), one && (one.own ?? 1)]))
  return {
    total,
    parts: drafts.map(({ value, was, isCalendar, now, before }, nth) => {
      const [mix, own] = [rounded[2 * nth]!, rounded[2 * nth + 1]!]
      const [isMixReal, isOwnReal] = [real[2 * nth]! && mix !== 0, real[2 * nth + 1]! && own !== 0]
      const even = ownTotal * effects[nth]!.share
      const isOther = isOwnReal && Math.abs(own - even) >= OTHER_RATE * Math.abs(own)
      return {
        value,
        was,
        isCalendar,
        now,
        before,
        scaled: before.part,
        change: mix + own,
        effects: { mix, own },
        isReal: isMixReal || isOwnReal,
        isMixReal,
        isOwnReal,
        isConcentrated: isMixReal || isOther,
        excess: (isMixReal ? mix : 0) + (isOwnReal ? own - even : 0),
      }
    }),
  }
}

/** A part's effect on a rate, as shares (0.01 is a percentage point). */
interface RateEffects {
  readonly mix: number
  readonly own: number
  readonly share: number
}

/**
 * `mix = (w1 − w0) × (mean of its two rates − mean of the two overall rates)`, `own = mean share × (r1 −
 * r0)`. All parts add up to the overall change; a part missing in one period has only mix.
 */
const rateEffects = (
  parts: readonly { readonly now: Amount; readonly before: Amount }[],
  all: { readonly now: Amount; readonly before: Amount },
): RateEffects[] => {
  const overall =
    all.now.whole === 0 || all.before.whole === 0
      ? null
      : (all.now.part / all.now.whole + all.before.part / all.before.whole) / 2
  return parts.map(({ now, before }) => {
    if (overall === null) return { mix: 0, own: 0, share: 0 }
    const [w1, w0] = [now.whole / all.now.whole, before.whole / all.before.whole]
    const share = (w1 + w0) / 2
    if (now.whole === 0 || before.whole === 0) {
      const difference = now.part / all.now.whole - before.part / all.before.whole
      return { mix: difference - (w1 - w0) * overall, own: 0, share }
    }
    const [r1, r0] = [now.part / now.whole, before.part / before.whole]
    return { mix: (w1 - w0) * ((r1 + r0) / 2 - overall), own: share * (r1 - r0), share }
  })
}
