import { countFilters } from '#/analytics/aliases.ts'
import { costRange, type CostRange } from '#/analytics/spend/cost.ts'
import type { PlannedCost } from '#/analytics/spend/planned-cost.ts'
import {
  daySetKey,
  coversAll,
  paidFor,
  type NoSpend,
  type Paid,
  type SpendFor,
  type Spending,
} from '#/analytics/spend/spending.ts'
import { daysIn, type DayRange } from '#/contract/day.ts'
import type { DealCounts, SpendCosts } from '#/contract/figures/answers.ts'
import { COUNTS, type Counts } from '#/contract/figures/counts.ts'
import { narrowedTo, type Filter, type Question } from '#/contract/figures/questions.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'

type CostCounts = Counts & DealCounts

export type Cost =
  | { readonly paid: null; readonly reason: string }
  | {
      readonly paid: Paid
      /** Of days with spend only, the denominator of costs. */
      readonly counts: CostCounts
      /** Contacts of other days; 0: every day has spend. */
      readonly leftOut: number
      /** Null: no contacts. */
      readonly perContact: number | null
      /** Null: too few contacts. */
      readonly perFirstTime: CostRange | null
      readonly perTarget: CostRange | null
      readonly perDeal: CostRange | null
    }

export interface Costs {
  readonly spending: Pick<SpendCosts, 'period' | 'parts' | 'unsplit' | 'notPlanned'>
  /** Null: costs are available. */
  readonly blocked: string | null
  /** Planned cost of a target contact; null: none. */
  readonly planned: PlannedCost | null
  /** Paid sources without contacts. */
  readonly idle: (rows: readonly { readonly value: string | null }[]) => readonly Cost[]
  /** Cost with filters replacing the report's by the same dimension. */
  readonly of: (row: CostCounts, filters: readonly Filter[]) => Cost
}

/** Spend is entered by source, campaign and month. */
const FOLLOWED: ReadonlySet<Filter['by']> = new Set<Filter['by']>(['source', 'campaign', 'day'])

const NO_SPEND_WORDS = {
  not_entered: m.spend_not_entered,
  whole_source: m.spend_whole_source,
} as const satisfies Record<NoSpend, () => string>

const contactsOf = (filters: readonly Filter[]): SpendFor =>
  Object.fromEntries(
    filters.flatMap((filter) =>
      filter.by === 'source' || filter.by === 'campaign' ? [[filter.by, filter.values[0] ?? null]] : [],
    ),
  )

type CostQuestion = Pick<Question, 'filters' | 'countAs'>

/** Number of days with spend; null: all. */
export const daysWithSpend = (days: readonly DayRange[], { period }: Pick<Spending, 'period'>) =>
  coversAll(days, period)
    ? null
    : { inside: days.reduce((sum, one) => sum + daysIn(one), 0), of: daysIn(period) }

const NONE: CostCounts = {
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as unknown as Counts),
  deals: 0,
  won: 0,
  sums: [],
}

const countsOn = (counted: SpendCosts['counted']) => {
  const sets = new Map(
    counted.map(({ days, rows }) => [
      daySetKey(days),
      new Map(rows.map(({ path, ...counts }) => [JSON.stringify(path), counts])),
    ]),
  )
  return (days: readonly DayRange[], { source, campaign }: SpendFor): CostCounts => {
    const path = campaign === undefined ? [source] : [source, campaign]
    return sets.get(daySetKey(days))?.get(JSON.stringify(path)) ?? NONE
  }
}

/**
 * Costs of a report's rows.
 * @param unavailable why costs can't be told yet, such as contacts that are still loading; null: they can
 */
export const costsOf = (
  spent: SpendCosts,
  { filters: questionFilters, countAs = [] }: CostQuestion,
  unavailable: string | null,
): Costs => {
  const filters = countFilters(questionFilters, countAs)
  const countsOf = countsOn(spent.counted)
  const unfollowed = filters.filter(({ by }) => !FOLLOWED.has(by))
  const blocked =
    unfollowed.length > 0
      ? m.spend_narrowed({ by: unfollowed.map(({ by }) => dimensionName(by)).join(', ') })
      : unavailable
  const costOf: Costs['of'] = (row, own) => {
    const narrowed = narrowedTo(filters, own)
    if (blocked !== null) return { paid: null, reason: blocked }
    if (narrowed.some(({ by }) => !FOLLOWED.has(by))) return { paid: null, reason: m.spend_not_by_request() }
    const of = contactsOf(narrowed)
    const paid = paidFor(spent, of)
    if (typeof paid === 'string') return { paid: null, reason: NO_SPEND_WORDS[paid]() }
    const counts = coversAll(paid.days, spent.period) ? row : countsOf(paid.days, of)
    const { contacts } = counts
    return {
      paid,
      counts,
      leftOut: row.contacts - contacts,
      perContact: contacts === 0 ? null : paid.sum / contacts,
      perFirstTime: costRange(paid.sum, counts.first_time, contacts),
      perTarget: costRange(paid.sum, counts.target, contacts),
      perDeal: costRange(paid.sum, counts.deals, contacts),
    }
  }
  return {
    spending: spent,
    planned: spent.planned,
    blocked,
    idle: (rows) => {
      const named = new Set(rows.map(({ value }) => value))
      return [...new Set(spent.parts.map(({ source }) => source))]
        .filter((source) => !named.has(source))
        .map((source) => costOf(NONE, [{ by: 'source', values: [source] }]))
    },
    of: costOf,
  }
}
