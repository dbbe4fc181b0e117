import { COUNTS, type Counts } from '#/contract/figures/counts.ts'
import { chanceOfShares } from './significance.ts'
import { TOO_FEW, compareVerdict, correctTogether, type ComparedVerdict, type PaidTally } from './verdicts.ts'
import { wilson, type RateRange } from './wilson.ts'

export interface SourceVerdict {
  /** Target rate with its 95% range; null: too few contacts. */
  readonly target: RateRange | null
  /** Null: too few contacts, or no calls. */
  readonly missed: RateRange | null
  /** Significantly more missed calls than the others: disjoint ranges, corrected for the number of rows. */
  readonly missesMore: boolean
  readonly beside: ComparedVerdict
}

/** A row of a list. `paid`: of days with spend; null: no spend. */
export interface PricedCounts {
  readonly row: Counts
  readonly paid: PaidTally | null
}

/** All rows of a table together, in which every contact is once. */
export const totalOf = (rows: readonly Counts[]): Counts =>
  Object.fromEntries(
    COUNTS.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as unknown as Counts

/** Contacts with spend together; null: none. */
export const paidTogether = (tallies: readonly (PaidTally | null)[]): PaidTally | null =>
  tallies
    .filter((paid) => paid !== null && paid.amount > 0)
    .reduce<PaidTally | null>(
      (sum, paid) =>
        sum && paid
          ? {
              contacts: sum.contacts + paid.contacts,
              target: sum.target + paid.target,
              amount: sum.amount + paid.amount,
            }
          : paid,
      null,
    )

/** Calls and missed calls of all others. */
const othersOf = (row: Counts, whole: Counts) => ({
  part: whole.missed - row.missed,
  whole: whole.calls - row.calls,
})

const missedChance = (row: Counts, whole: Counts): number | null =>
  row.contacts < TOO_FEW || row.calls < TOO_FEW
    ? null
    : chanceOfShares({ part: row.missed, whole: row.calls }, othersOf(row, whole))

const verdictOf = (
  row: Counts,
  whole: Counts,
  beside: ComparedVerdict,
  isMissedReal: boolean,
): SourceVerdict => {
  if (row.contacts < TOO_FEW) return { target: null, missed: null, missesMore: false, beside }
  const missed = wilson(row.missed, row.calls)
  const rest = othersOf(row, whole)
  const others = wilson(rest.part, rest.whole)
  return {
    target: wilson(row.target, row.contacts),
    missed,
    missesMore: isMissedReal && missed !== null && others !== null && missed.low > others.high,
    beside,
  }
}

/**
 * Judges the rows of one list beside all contacts, corrected for the number of tests: of many rows one is always unusual.
 * @param paid all contacts with spend; null: none
 * @param planned planned cost of a target contact; null: none
 */
export const evaluateSources = (
  rows: readonly PricedCounts[],
  whole: Counts,
  paid: PaidTally | null = null,
  planned: { readonly cost: number } | null = null,
): SourceVerdict[] => {
  const { verdicts, isReal } = correctTogether(
    rows.map(({ row, paid: own }) => compareVerdict(row, whole, { own, whole: paid, planned })),
    rows.map(({ row }) => missedChance(row, whole)),
  )
  return rows.map(({ row }, nth) => verdictOf(row, whole, verdicts[nth]!, isReal[nth]!))
}
