import { plannedCost, plansCost, SHARE_DAYS } from '#/analytics/spend/planned-cost.ts'
import { paidFor, partlyPaid, daySetKey, spendingOf, type Spending } from '#/analytics/spend/spending.ts'
import { narrowedDays, toDays } from '#/analytics/period.ts'
import { DAY_MINUTES, dayText, type DayRange } from '#/contract/day.ts'
import { FIGURES_ROWS_MAX } from '#/contract/figures/rows-max.ts'
import type { ReportRow, SpendCosts, TodayFacts } from '#/contract/figures/answers.ts'
import type { CostsQuestion, Days, Filter, SpendRules } from '#/contract/figures/questions.ts'
import { countAll } from '#/server/metrics/columns/aggregate.ts'
import type { Dataset } from '#/server/metrics/columns/dataset.ts'
import { select, type Selection } from '#/server/metrics/columns/select.ts'
import { treesOf } from './tables.ts'

/* What contacts have cost: spend of the period, and the contacts of the days that it covers. */

/** Nothing entered. */
export const NO_SPEND: SpendRules = {
  saved: [],
  client: null,
  object: null,
  plan: null,
  share: 'unread',
}

/** The days that a plan's paid share is counted from, until `today`. */
export const shareDays = (today: number): Days => ({ first: today + 1 - SHARE_DAYS, last: today })

const rangeOf = ({ first, last }: Days): DayRange => ({ from: dayText(first), to: dayText(last) })

/** Spend of the days that filters leave; that of today as far as the day has come. */
export const spendingIn = ({
  days,
  filters,
  countAs = [],
  now,
  spend,
}: Pick<CostsQuestion, 'days' | 'filters' | 'countAs' | 'now' | 'spend'>): Spending =>
  spendingOf(
    spend.saved,
    spend,
    narrowedDays(rangeOf(days), filters),
    countAs,
    now && { day: dayText(now.day), passed: now.minute / DAY_MINUTES },
  )

/** Whether a plan says what a target contact may cost; its paid share is that of the last days, `share`. */
export const plannedBeside = (
  { parts }: Pick<Spending, 'parts'>,
  { spend, countAs = [], today }: Pick<CostsQuestion, 'spend' | 'countAs' | 'today'>,
  share: Dataset | null,
): Pick<SpendCosts, 'planned' | 'notPlanned'> => {
  const { plan } = spend
  if (plan === null || !plansCost(plan) || parts.length === 0) return { planned: null, notPlanned: null }
  if (share === null) return { planned: null, notPlanned: spend.share === 'reading' ? 'reading' : 'unread' }
  const lately = spendingIn({ days: shareDays(today), filters: [], countAs, now: null, spend })
  const paid = [...new Set(lately.parts.flatMap(({ source, part }) => (part > 0 ? source : [])))]
  const targets = (filters: readonly Filter[]) => countAll(share, select(share, filters)).target
  const paidTargets = { all: targets([]), paid: targets([{ by: 'source', values: paid }]) }
  const planned = plannedCost(plan, paidTargets)
  return { planned, notPlanned: planned === null ? 'no_target' : null }
}

/**
 * Spend of the period with the contacts of each set of days that only a part of it covers. Filters by source and
 * campaign are left to the reader: a cost has its own.
 * @param data null: no compared days
 */
export const spendCosts = (
  data: Dataset | null,
  question: CostsQuestion,
  share: Dataset | null,
): SpendCosts => {
  const spending = spendingIn(question)
  const { period, parts } = spending
  const sets = [...(question.isCompared ? [[period]] : []), ...partlyPaid(spending)]
  const sources = [...new Set(parts.map(({ source }) => source))]
  const trees =
    data === null || sets.length === 0
      ? []
      : treesOf(
          data,
          select(data, [{ by: 'source', values: sources }]),
          sets.map((days) => days.map(toDays)),
          { levels: ['source', 'campaign'], won: new Set(), mostRows: FIGURES_ROWS_MAX },
        )
  return {
    ...spending,
    counted: trees.map((rows, nth) => ({ days: sets[nth]!, rows: [...rows] })),
    ...plannedBeside(spending, question, share),
  }
}

/** Sources with the contacts of the days that their spend covers. */
export const pricedSources = (
  data: Dataset,
  selection: Selection,
  spending: Spending,
  rows: readonly ReportRow[],
): TodayFacts['sources'] => {
  const sets = partlyPaid(spending)
  const trees =
    sets.length === 0
      ? []
      : treesOf(
          data,
          selection,
          sets.map((days) => days.map(toDays)),
          { levels: ['source'], won: new Set() },
        )
  const bySet = new Map(sets.map((days, nth) => [daySetKey(days), trees[nth]!]))
  return rows.map((row) => {
    const paid = paidFor(spending, { source: row.value })
    if (typeof paid === 'string') return { ...row, paid: null }
    const partly = bySet.get(daySetKey(paid.days))
    const counts = partly === undefined ? row : partly.find(({ path: [source] }) => source === row.value)
    return {
      ...row,
      paid: { contacts: counts?.contacts ?? 0, target: counts?.target ?? 0, amount: paid.sum },
    }
  })
}
