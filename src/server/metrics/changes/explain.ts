import { areReal } from '#/analytics/evaluation/significance.ts'
import {
  EXPLAINING,
  isShareable,
  type ChangeDimension,
  type ExplainedBy,
} from '#/contract/figures/changes.ts'
import { NAMELESS_IS_REST } from './dimensions.ts'
import { outlierDay } from './outlier-day.ts'
import { within, type ChangeSides } from './sides.ts'
import { chanceOfTotal } from './daily.ts'
import { splitBy, type ChangePart, type Split } from './split.ts'

const LEADING = 3
const ALSO = 2
const CANDIDATES = 8
/** A later split must explain this many times more. */
const CLEARLY = 1.1
/** Minimum share of a significant change in the shown rows. */
const ENOUGH = 0.3
/** Otherwise, minimum share of the figure in the largest row; for a rate, a point. */
const NOTABLE = 0.05
const RATE_SIZE = 10 / NOTABLE
/** Overlap from which two parts are the same. */
const SAME = 0.5
const NAMED_BLOCKS = 2

export interface PartOf {
  readonly by: ExplainedBy
  readonly part: ChangePart
}

export interface Explanation {
  /** Contacts, or tenths of a percentage point. */
  readonly total: number
  /** Null: too few days for a test. */
  readonly isReal: boolean | null
  readonly lead: {
    readonly by: ExplainedBy
    readonly parts: readonly ChangePart[]
    readonly others: readonly ChangePart[]
  } | null
  readonly also: readonly PartOf[]
  readonly mostly: {
    readonly where: PartOf | null
    readonly blocks: readonly ChangePart[]
  }
  /** A source that was probably renamed: no cause. */
  readonly renamed: PartOf | null
}

const canName = ({ isShared }: ChangeSides, by: ExplainedBy) => !isShared || isShareable(by)

const bySize = (a: ChangePart, b: ChangePart) => Math.abs(b.change) - Math.abs(a.change)

const causesOf = ({ by, parts }: Split): ChangePart[] =>
  parts.filter(
    (part) => part.isReal && !part.isCalendar && !(part.value === null && NAMELESS_IS_REST.has(by)),
  )

const leading = (split: Split): ChangePart[] => causesOf(split).toSorted(bySize).slice(0, LEADING)

/** How much of the change a split explains beyond an even spread. */
const scoreOf = (split: Split): number =>
  leading(split)
    .filter(({ isConcentrated }) => isConcentrated)
    .reduce((sum, { excess }) => sum + Math.abs(excess), 0)

/**
 * Whether the shown rows matter: a large part of a significant change, else of the figure.
 * @param size of the figure before, in the changes' unit
 */
const isEnough = (split: Split, isReal: boolean | null, size: number): boolean => {
  const { total } = split
  if (isReal !== true) return leading(split).some(({ change }) => Math.abs(change) >= NOTABLE * size)
  const same = leading(split).reduce((sum, { change }) => (change * total > 0 ? sum + change : sum), 0)
  return Math.abs(same) >= ENOUGH * Math.abs(total)
}

const membersOf = (sides: ChangeSides, { isIn }: Split, part: ChangePart) => {
  const of = (side: 'now' | 'before') => {
    const { rows, part: counted, whole } = sides[side]
    const has = isIn(part, side)
    return Uint8Array.from(rows, (_, place) => (has(place) ? (whole ?? counted)[place]! : 0))
  }
  return { now: of('now'), before: of('before') }
}
type Members = ReturnType<typeof membersOf>

const sumOf = (members: Uint8Array, beside?: Uint8Array): number => {
  let sum = 0
  for (let place = 0; place < members.length; place++)
    sum += beside === undefined ? members[place]! : members[place]! & beside[place]!
  return sum
}
const contactsIn = (a: Members, b?: Members) => sumOf(a.now, b?.now) + sumOf(a.before, b?.before)
const changeIn = (a: Members, b: Members, scale: number) =>
  sumOf(a.now, b.now) - sumOf(a.before, b.before) * scale

/** More than half of the smaller one's contacts are shared, or most of the change of `one` is within `shown`. */
const areSame = (one: Members, shown: Members, { scale, isRate }: ChangeSides, change: number): boolean => {
  const shared = contactsIn(one, shown)
  if (shared > SAME * Math.min(contactsIn(one), contactsIn(shown))) return true
  return !isRate && changeIn(one, shown, scale) / change > SAME
}

const alsoOf = (sides: ChangeSides, lead: Split, splits: readonly Split[]): PartOf[] => {
  const shown = leading(lead).map((part) => membersOf(sides, lead, part))
  const candidates = splits
    .filter((split) => split !== lead)
    .flatMap((split) =>
      causesOf(split)
        .filter(({ isConcentrated }) => isConcentrated)
        .map((part) => ({ split, part })),
    )
    .toSorted((a, b) => Math.abs(b.part.excess) - Math.abs(a.part.excess))
    .slice(0, CANDIDATES)
  const also: PartOf[] = []
  for (const { split, part } of candidates) {
    if (also.length === ALSO) break
    const own = membersOf(sides, split, part)
    if (shown.some((one) => areSame(own, one, sides, part.change))) continue
    shown.push(own)
    also.push({ by: split.by, part })
  }
  return also
}

const NOWHERE: Explanation['mostly'] = { where: null, blocks: [] }

/** The part of another split with most of this part's change. */
export const mostlyOf = (sides: ChangeSides, lead: Split, part: ChangePart): Explanation['mostly'] => {
  if (sides.isRate) return NOWHERE
  const own: ChangeSides = {
    ...sides,
    now: within(sides.now, lead.isIn(part, 'now')),
    before: within(sides.before, lead.isIn(part, 'before')),
  }
  const isMost = (change: number) => change / part.change > SAME
  const inner = EXPLAINING.filter((by) => by !== lead.by && canName(sides, by)).flatMap(
    (by) => splitBy(own, by) ?? [],
  )
  const [where] = inner
    .filter(({ by }) => by !== 'hours')
    .flatMap((split) =>
      causesOf(split)
        .filter(({ isConcentrated, change }) => isConcentrated && isMost(change))
        .map((one): PartOf => ({ by: split.by, part: one })),
    )
    .toSorted((a, b) => Math.abs(b.part.excess) - Math.abs(a.part.excess))
  const hours = inner.find(({ by }) => by === 'hours')
  const blocks = hours
    ? causesOf(hours)
        .filter(({ change }) => change * part.change > 0)
        .toSorted(bySize)
        .slice(0, NAMED_BLOCKS)
    : []
  const inBlocks = blocks.reduce((sum, { change }) => sum + change, 0)
  return { where: where ?? null, blocks: isMost(inBlocks) ? blocks : [] }
}

/** The whole change, equal to the sum of any split's parts, and its significance. */
export const totalChange = (sides: ChangeSides): Pick<Explanation, 'total' | 'isReal'> => {
  const { now, before, scale, isRate } = sides
  const chance = chanceOfTotal(sides)
  const isReal = chance === null ? null : areReal([chance])[0]!
  if (!isRate) return { total: sumOf(now.part) - Math.round(sumOf(before.part) * scale), isReal }
  const rateOf = ({ part, whole }: ChangeSides['now']) =>
    whole === null || sumOf(whole) === 0 ? null : sumOf(part) / sumOf(whole)
  const [r1, r0] = [rateOf(now), rateOf(before)]
  return { total: r1 === null || r0 === null ? 0 : Math.round((r1 - r0) * 1000), isReal }
}

/** Why a figure changed: the split that explains most, and others about other contacts. */
export const explain = (sides: ChangeSides): Explanation => {
  const { total, isReal } = totalChange(sides)
  const splits = EXPLAINING.flatMap((by: ChangeDimension) => splitBy(sides, by) ?? [])
  const nameable = splits.filter(({ by }) => canName(sides, by))
  const renamed =
    nameable
      .flatMap(({ by, parts }) => parts.map((part): PartOf => ({ by, part })))
      .find(({ part }) => part.was !== null) ?? null
  const size = sides.isRate ? RATE_SIZE : sumOf(sides.before.part) * sides.scale
  const odd = outlierDay(sides, total)
  const bestOf = (among: readonly Split[]): Split | null => {
    let [found, best] = [odd, odd === null ? 0 : scoreOf(odd)]
    for (const split of among) {
      const score = scoreOf(split)
      if (score > best * CLEARLY && isEnough(split, isReal, size)) [found, best] = [split, score]
    }
    return found
  }
  // A cause that may not be named is still one.
  const lead = bestOf(nameable) ?? bestOf(splits)
  if (lead === null) return { total, isReal, lead: null, also: [], mostly: NOWHERE, renamed }
  const parts = leading(lead)
  const shown = new Set(parts)
  return {
    total,
    isReal,
    lead: { by: lead.by, parts, others: lead.parts.filter((part) => !shown.has(part)) },
    also: alsoOf(sides, lead, odd === null ? nameable : [...nameable, odd]),
    mostly: mostlyOf(sides, lead, parts[0]!),
    renamed,
  }
}
