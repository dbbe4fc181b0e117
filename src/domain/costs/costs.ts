import { dayText, daysIn, type DayRange } from '#/contract/day.ts'
import { countFilters } from '#/analytics/columns/aliases.ts'
import { COUNTS, type Counts } from '#/analytics/columns/traits.ts'
import type { DealCounts } from '#/analytics/columns/deals.ts'
import { narrowedTo, type ClockMoment, type Filter } from '#/analytics/columns/select.ts'
import { costRange, type CostRange } from '#/analytics/spend/cost.ts'
import type { PlannedCost } from '#/analytics/spend/planned-cost.ts'
import {
  spendingOf,
  type NoSpend,
  type Paid,
  type SpendFor,
  type Spending,
} from '#/analytics/spend/spending.ts'
import type { Question } from '#/analytics/figures/report.ts'
import type { TreeRow } from '#/analytics/figures/tables.ts'
import type { Spent } from '#/contract/preferences.ts'
import { narrowedDays } from '#/domain/costs/narrowed-days.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** What is counted of a set of contacts. */
type CostCounts = Counts & DealCounts

/** What a set of contacts has cost, as far as that can be said. */
export type Cost =
  | { readonly paid: null; readonly reason: string }
  | {
      readonly paid: Paid
      /** Of the days that have spend: what is paid for is divided by these, and by no others. */
      readonly counts: CostCounts
      /** Contacts of the other days; 0: every day has spend. */
      readonly leftOut: number
      /** Null: there are no contacts. */
      readonly perContact: number | null
      /** Null: too few contacts to judge. */
      readonly perFirstTime: CostRange | null
      readonly perTarget: CostRange | null
      readonly perDeal: CostRange | null
    }

/** Spend beside the contacts of a report. */
export interface Costs {
  readonly spending: Spending
  /** Why no cost can be said of any contacts; null: of some it can. */
  readonly blocked: string | null
  /** What a target contact may cost by the plan; null: it is not planned. */
  readonly planned: PlannedCost | null
  /** It is planned, but the last days are not all read, or paid sources brought no target contact in them; null: neither. */
  readonly notPlanned: 'unread' | 'no_target' | null
  /** Of the sources that something was paid for and that none of these rows is of: they have brought no contact. */
  readonly idle: (rows: readonly { readonly value: string | null }[]) => readonly Cost[]
  /** Of the contacts that pass these filters in place of the report's own by the same. */
  readonly of: (row: CostCounts, filters: readonly Filter[]) => Cost
}

/** What spend can follow: money is entered by source, campaign and month. */
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
 * What has been paid in the days that are left of the period.
 * @param saved of all clients; only the owner's is read
 * @param now null: every day of the period is over
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

const DAY_MINUTES = 1440

const isWhole = (days: readonly DayRange[], { from, to }: DayRange) =>
  days.length === 1 && days[0]!.from === from && days[0]!.to === to
const setKey = (days: readonly DayRange[]) => JSON.stringify(days)

/** How many days of the period have spend; null: all. */
export const daysWithSpend = (days: readonly DayRange[], { period }: Spending) =>
  isWhole(days, period)
    ? null
    : { inside: days.reduce((sum, one) => sum + daysIn(one), 0), of: daysIn(period) }

/** Sets of days that have spend of some source or campaign, each once, where that is not every day. */
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

/** Contacts of some days by source, and by source and campaign. */
export interface CountedDays {
  readonly days: readonly DayRange[]
  readonly rows: readonly TreeRow[]
}

/** Of no contacts. */
const NONE: CostCounts = {
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as unknown as Counts),
  deals: 0,
  won: 0,
  sums: [],
}

/** Counts of the days of a set; undefined: they are not counted yet. */
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
 * @param isLoaded every contact of the period has come: a cost over some of them would be too high
 * @param counted contacts of each of the sets of {@link partlyPaid}
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
