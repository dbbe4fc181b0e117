import { DAY_MINUTES, dayText, daysIn, type DayRange } from '#/contract/day.ts'
import { countFilters } from '#/analytics/aliases.ts'
import { COUNTS, type Counts } from '#/contract/figures/counts.ts'
import type { DealCounts, TreeRow } from '#/contract/figures/answers.ts'
import { narrowedTo, type ClockMoment, type Filter, type Question } from '#/contract/figures/questions.ts'
import { costRange, type CostRange } from '#/analytics/spend/cost.ts'
import type { PlannedCost } from '#/analytics/spend/planned-cost.ts'
import {
  spendingOf,
  type NoSpend,
  type Paid,
  type SpendFor,
  type Spending,
} from '#/analytics/spend/spending.ts'
import type { Spent } from '#/contract/preferences.ts'
import { narrowedDays } from '#/domain/costs/narrowed-days.ts'
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
  readonly spending: Spending
  /** Null: costs are available. */
  readonly blocked: string | null
  /** Planned cost of a target contact; null: none. */
  readonly planned: PlannedCost | null
  /** Reason for no planned cost despite a plan; null: neither. */
  readonly notPlanned: 'unread' | 'no_target' | null
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

export type Asked = Pick<Question, 'filters' | 'countAs'>

/**
 * Spend on the remaining days of the period.
 * @param saved of all clients; only the owner's is used
 * @param now null: every day is over
 */
export const spendingIn = (
  saved: readonly Spent[],
  owner: { readonly client: string | null; readonly object: string | null },
  days: DayRange,
  { filters, countAs = [] }: Asked,
  now: ClockMoment | null = null,
): Spending =>
  spendingOf(
    saved,
    owner,
    narrowedDays(days, countFilters(filters, countAs)),
    countAs,
    now && { day: dayText(now.day), passed: now.minute / DAY_MINUTES },
  )

const isWhole = (days: readonly DayRange[], { from, to }: DayRange) =>
  days.length === 1 && days[0]!.from === from && days[0]!.to === to
const setKey = (days: readonly DayRange[]) => JSON.stringify(days)

/** Number of days with spend; null: all. */
export const daysWithSpend = (days: readonly DayRange[], { period }: Spending) =>
  isWhole(days, period)
    ? null
    : { inside: days.reduce((sum, one) => sum + daysIn(one), 0), of: daysIn(period) }

/** Distinct sets of days with spend, except the full period. */
export const partlyPaid = (spending: Spending): (readonly DayRange[])[] => {
  const sets = new Map<string, readonly DayRange[]>()
  const add = (paid: ReturnType<Spending['paidFor']>) => {
    if (typeof paid !== 'string' && !isWhole(paid.days, spending.period))
      sets.set(setKey(paid.days), paid.days)
  }
  for (const { source, campaign } of spending.parts) {
    add(spending.paidFor({ source }))
    if (campaign !== null) add(spending.paidFor({ source, campaign }))
  }
  return [...sets.values()]
}

export interface CountedDays {
  readonly days: readonly DayRange[]
  readonly rows: readonly TreeRow[]
}

const NONE: CostCounts = {
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as unknown as Counts),
  deals: 0,
  won: 0,
  sums: [],
}

/** Undefined: not counted yet. */
const countsOn = (counted: readonly CountedDays[]) => {
  const sets = new Map(
    counted.map(({ days, rows }) => [
      setKey(days),
      new Map(rows.map(({ path, ...counts }) => [JSON.stringify(path), counts])),
    ]),
  )
  return (days: readonly DayRange[], { source, campaign }: SpendFor): CostCounts | undefined => {
    const rows = sets.get(setKey(days))
    const path = campaign === undefined ? [source] : [source, campaign]
    return rows && (rows.get(JSON.stringify(path)) ?? NONE)
  }
}

/**
 * @param isLoaded all contacts are loaded: otherwise costs would be too high
 * @param counted contacts of each of {@link partlyPaid}
 */
export const costsOf = (
  spending: Spending,
  { filters: asked, countAs = [] }: Asked,
  isLoaded: boolean,
  counted: readonly CountedDays[],
  planned: PlannedCost | null = null,
  notPlanned: Costs['notPlanned'] = null,
): Costs => {
  const filters = countFilters(asked, countAs)
  const countsOf = countsOn(counted)
  const unfollowed = filters.filter(({ by }) => !FOLLOWED.has(by))
  const blocked =
    unfollowed.length > 0
      ? m.spend_narrowed({ by: unfollowed.map(({ by }) => dimensionName(by)).join(', ') })
      : isLoaded
        ? null
        : m.spend_not_loaded()
  const costOf: Costs['of'] = (row, own) => {
    const narrowed = narrowedTo(filters, own)
    if (blocked !== null) return { paid: null, reason: blocked }
    if (narrowed.some(({ by }) => !FOLLOWED.has(by))) return { paid: null, reason: m.spend_not_by_request() }
    const of = contactsOf(narrowed)
    const paid = spending.paidFor(of)
    if (typeof paid === 'string') return { paid: null, reason: NO_SPEND_WORDS[paid]() }
    const counts = isWhole(paid.days, spending.period) ? row : countsOf(paid.days, of)
    if (counts === undefined) return { paid: null, reason: m.loading() }
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
    spending,
    blocked,
    planned,
    notPlanned,
    idle: (rows) => {
      const named = new Set(rows.map(({ value }) => value))
      return [...new Set(spending.parts.map(({ source }) => source))]
        .filter((source) => !named.has(source))
        .map((source) => costOf(NONE, [{ by: 'source', values: [source] }]))
    },
    of: costOf,
  }
}
