import { areReal, chanceBesidePlan, chanceOfShares, chanceOfYields } from './significance.ts'
import { wilson, type RateRange } from './wilson.ts'

/** What to do with a source. */
export type Verdict = 'stop' | 'watch' | 'keep' | 'more'

/** A level with fewer contacts than this is too small to judge. */
export const TOO_FEW = 15
/** Fewer contacts than this stop nothing, however bad they are. */
export const STOP_FROM = 30
/** To be stopped, the best it may be is below this part of the worst the others may be. */
export const STOP_BELOW = 0.5
/** To be kept, the worst it may be is at least this part of the worst the others may be. */
export const KEEP_FROM = 0.75

/** Contacts, and how many of them are target ones. */
export interface TargetTally {
  readonly contacts: number
  readonly target: number
}
/** The same with what was paid for them. */
export interface PaidTally extends TargetTally {
  readonly amount: number
}

export interface JudgedBeside {
  /** Null: the evidence carries none. */
  readonly verdict: Verdict | null
  /** Why there is none: too few contacts of its own, or of the others, or a range too wide to tell. */
  readonly why: 'too_few' | 'others_too_few' | 'too_wide' | null
  /** How likely chance alone makes it as different from what it was judged beside; null: it was not tested. */
  readonly chance: number | null
  /** What was judged: the target rate, or what a target contact costs, beside the others or beside the plan. */
  readonly by: 'rate' | 'cost' | 'plan'
  readonly own: TargetTally & { readonly amount: number | null; readonly range: RateRange | null }
  /** Null: the plan is what it was judged beside. */
  readonly others: (TargetTally & { readonly amount: number | null; readonly range: RateRange | null }) | null
}

const verdictOf = (own: RateRange, others: RateRange, contacts: number): Verdict | null => {
  if (own.low > others.high) return 'more'
  if (own.high < others.low * STOP_BELOW && contacts >= STOP_FROM) return 'stop'
  if (own.high < others.low) return 'watch'
  return others.low > 0 && own.low >= others.low * KEEP_FROM ? 'keep' : null
}

/** Target contacts for a unit of money, as chance leaves it: the more, the less one costs. */
const yieldOf = ({ contacts, target, amount }: PaidTally): RateRange | null => {
  const range = wilson(target, contacts)
  const each = contacts / amount
  return range && { rate: range.rate * each, low: range.low * each, high: range.high * each }
}

const sideOf = <T extends TargetTally>({ target, contacts, ...more }: T) => ({
  part: target,
  whole: contacts,
  ...more,
})

const isEnough = ({ contacts }: TargetTally) => contacts >= TOO_FEW
const hasCost = (tally: PaidTally | null): tally is PaidTally =>
  tally !== null && tally.amount > 0 && isEnough(tally)

const without = (whole: TargetTally, own: TargetTally): TargetTally => ({
  contacts: whole.contacts - own.contacts,
  target: whole.target - own.target,
})

/**
 * What to do with a part of the contacts, and only where the 95% ranges carry it. Where it is known what a target contact costs,
 * that is judged beside the plan, or beside all others where nothing is planned; else the target rate beside all others.
 * @param paid of the days that have spend; null: nothing was entered for it. `planned`: what a target contact may cost
 */
export const judgeBeside = (
  own: TargetTally,
  whole: TargetTally,
  paid: {
    readonly own: PaidTally | null
    readonly whole: PaidTally | null
    readonly planned?: { readonly cost: number } | null
  } = { own: null, whole: null },
): JudgedBeside => {
  if (paid.planned && hasCost(paid.own)) {
    const range = yieldOf(paid.own)
    // A plan is one number, which chance does not move.
    const rate = 1 / paid.planned.cost
    const verdict = range && verdictOf(range, { rate, low: rate, high: rate }, paid.own.contacts)
    return {
      verdict,
      why: verdict === null ? 'too_wide' : null,
      chance: chanceBesidePlan(sideOf(paid.own), rate),
      by: 'plan',
      own: { ...paid.own, range },
      others: null,
    }
  }
  const paidOthers =
    paid.own && paid.whole
      ? { ...without(paid.whole, paid.own), amount: paid.whole.amount - paid.own.amount }
      : null
  if (hasCost(paid.own) && hasCost(paidOthers)) {
    const ranges = { own: yieldOf(paid.own), others: yieldOf(paidOthers) }
    const verdict = ranges.own && ranges.others && verdictOf(ranges.own, ranges.others, paid.own.contacts)
    return {
      verdict,
      why: verdict === null ? 'too_wide' : null,
      chance: chanceOfYields(sideOf(paid.own), sideOf(paidOthers)),
      by: 'cost',
      own: { ...paid.own, range: ranges.own },
      others: { ...paidOthers, range: ranges.others },
    }
  }
  const rest = without(whole, own)
  const ranges = { own: wilson(own.target, own.contacts), others: wilson(rest.target, rest.contacts) }
  const why = !isEnough(own) ? 'too_few' : !isEnough(rest) ? 'others_too_few' : null
  const verdict =
    why === null && ranges.own && ranges.others ? verdictOf(ranges.own, ranges.others, own.contacts) : null
  return {
    verdict,
    why: why ?? (verdict === null ? 'too_wide' : null),
    chance: why === null ? chanceOfShares(sideOf(own), sideOf(rest)) : null,
    by: 'rate',
    own: { contacts: own.contacts, target: own.target, amount: null, range: ranges.own },
    others: { ...rest, amount: null, range: ranges.others },
  }
}

/** What is left of a verdict that says a difference which chance explains: the worst it may be is still as good as it was. */
const withoutDifference = (judged: JudgedBeside): JudgedBeside => {
  if (judged.verdict === null || judged.verdict === 'keep') return judged
  const { own, others } = judged
  const beside = others?.range?.low ?? own.range?.low ?? 0
  const isKept = judged.verdict === 'more' && beside > 0
  return { ...judged, verdict: isKept ? 'keep' : null, why: isKept ? null : 'too_wide' }
}

/**
 * The verdicts of one page, of whose tests several say a difference by chance alone: all are corrected together
 * (Benjamini–Hochberg, 5%), and what is no more than chance then is taken back.
 * @param others how likely chance makes the other differences that the page tests
 */
export const correctTogether = (
  judged: readonly JudgedBeside[],
  others: readonly (number | null)[] = [],
): { readonly judged: readonly JudgedBeside[]; readonly isReal: readonly boolean[] } => {
  const real = areReal([...judged.map(({ chance }) => chance), ...others])
  return {
    judged: judged.map((one, nth) => (real[nth] ? one : withoutDifference(one))),
    isReal: real.slice(judged.length),
  }
}
