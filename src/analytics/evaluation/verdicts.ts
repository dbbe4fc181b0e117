import { areReal, chanceBesidePlan, chanceOfShares, chanceOfYields } from './significance.ts'
import { wilson, type RateRange } from './wilson.ts'

export type Verdict = 'stop' | 'watch' | 'keep' | 'more'

/** Fewest contacts for a verdict. */
export const TOO_FEW = 15
export const STOP_FROM = 30
/** "Stop" if its upper bound is below this part of the others' lower bound. */
export const STOP_BELOW = 0.5
/** "Keep" if its lower bound is at least this part of the others' lower bound. */
export const KEEP_FROM = 0.75

export interface TargetTally {
  readonly contacts: number
  readonly target: number
}
export interface PaidTally extends TargetTally {
  readonly amount: number
}

export interface ComparedVerdict {
  readonly verdict: Verdict | null
  /** Reason for no verdict: too few contacts of this source or of the others, or too wide a range. */
  readonly why: 'too_few' | 'others_too_few' | 'too_wide' | null
  readonly chance: number | null
  /** Compared figure: target rate or cost per target, against the others or the plan. */
  readonly by: 'rate' | 'cost' | 'plan'
  readonly own: TargetTally & { readonly amount: number | null; readonly range: RateRange | null }
  readonly others: (TargetTally & { readonly amount: number | null; readonly range: RateRange | null }) | null
}

const verdictOf = (own: RateRange, others: RateRange, contacts: number): Verdict | null => {
  if (own.low > others.high) return 'more'
  if (own.high < others.low * STOP_BELOW && contacts >= STOP_FROM) return 'stop'
  if (own.high < others.low) return 'watch'
  return others.low > 0 && own.low >= others.low * KEEP_FROM ? 'keep' : null
}

/** The 95% range of targets per unit of money. */
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
 * Verdict on a part of the contacts, only where the 95% ranges support it. With spend, the cost per target is
 * compared with the plan, or without one with all others; else the target rate with all others.
 * @param paid of days with spend; null: none entered. `planned`: planned cost per target
 */
export const compareVerdict = (
  own: TargetTally,
  whole: TargetTally,
  paid: {
    readonly own: PaidTally | null
    readonly whole: PaidTally | null
    readonly planned?: { readonly cost: number } | null
  } = { own: null, whole: null },
): ComparedVerdict => {
  if (paid.planned && hasCost(paid.own)) {
    const range = yieldOf(paid.own)
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

/** The verdict without its difference: "keep" only if the lower bound supports it alone. */
const withoutDifference = (compared: ComparedVerdict): ComparedVerdict => {
  if (compared.verdict === null || compared.verdict === 'keep') return compared
  const { own, others } = compared
  const beside = others?.range?.low ?? own.range?.low ?? 0
  const isDowngraded = compared.verdict === 'more' && beside > 0
  return { ...compared, verdict: isDowngraded ? 'keep' : null, why: isDowngraded ? null : 'too_wide' }
}

/**
 * Corrects a page's verdicts together (Benjamini–Hochberg, 5%) and withdraws insignificant ones.
 * @param others p-values of the page's other tests
 */
export const correctTogether = (
  verdicts: readonly ComparedVerdict[],
  others: readonly (number | null)[] = [],
): { readonly verdicts: readonly ComparedVerdict[]; readonly isReal: readonly boolean[] } => {
  const real = areReal([...verdicts.map(({ chance }) => chance), ...others])
  return {
    verdicts: verdicts.map((one, nth) => (real[nth] ? one : withoutDifference(one))),
    isReal: real.slice(verdicts.length),
  }
}
