import { dayText, type DayRange } from '#/contract/day.ts'
import { countFilters } from '#/analytics/columns/count-as.ts'
import { narrowedTo, type Filter } from '#/analytics/columns/select.ts'
import { costRange, type CostRange } from '#/analytics/spend/cost.ts'
import {
  spendingOf,
  type NoSpend,
  type Paid,
  type SpendFor,
  type Spending,
} from '#/analytics/spend/spending.ts'
import type { Question } from '#/analytics/worker/report.ts'
import type { ReportRow } from '#/analytics/worker/tables.ts'
import type { Spent } from '#/contract/preferences.ts'
import { dimensionName } from '#/features/overview/data/filter-words.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** What a set of contacts has cost, as far as that can be said. */
export type Cost =
  | { readonly paid: null; readonly reason: string }
  | {
      readonly paid: Paid
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
  /** Of the contacts that pass these filters in place of the report's own by the same. */
  readonly of: (row: Omit<ReportRow, 'value'>, filters: readonly Filter[]) => Cost
}

/** What spend can follow: money is entered by source, campaign and month. */
const FOLLOWED: ReadonlySet<Filter['by']> = new Set<Filter['by']>(['source', 'campaign', 'day'])

const NO_SPEND_WORDS = {
  not_entered: m.spend_not_entered,
  whole_source: m.spend_whole_source,
} as const satisfies Record<NoSpend, () => string>

/** The days of the period that are left of it. */
const narrowedDays = (days: DayRange, filters: readonly Filter[]): DayRange =>
  filters.reduce(({ from, to }, filter) => {
    if (filter.by !== 'day') return { from, to }
    const [first, last] = [dayText(filter.first), dayText(filter.last)]
    return { from: first > from ? first : from, to: last < to ? last : to }
  }, days)

const contactsOf = (filters: readonly Filter[]): SpendFor =>
  Object.fromEntries(
    filters.flatMap((filter) =>
      filter.by === 'source' || filter.by === 'campaign' ? [[filter.by, filter.values[0] ?? null]] : [],
    ),
  )

/**
 * @param saved of all clients; only this one's is read
 * @param isLoaded every contact of the period has come: a cost over some of them would be too high
 */
export const costsOf = (
  saved: readonly Spent[],
  { client, object }: { readonly client: string | null; readonly object: string | null },
  days: DayRange,
  { filters: asked, countAs = [] }: Pick<Question, 'filters' | 'countAs'>,
  isLoaded: boolean,
): Costs => {
  const filters = countFilters(asked, countAs)
  const spending = spendingOf(saved, { client, object }, narrowedDays(days, filters), countAs)
  const unfollowed = filters.filter(({ by }) => !FOLLOWED.has(by))
  const blocked =
    unfollowed.length > 0
      ? m.spend_narrowed({ by: unfollowed.map(({ by }) => dimensionName(by)).join(', ') })
      : isLoaded
        ? null
        : m.spend_not_loaded()
  return {
    spending,
    blocked,
    of: (row, own) => {
      const narrowed = narrowedTo(filters, own)
      if (blocked !== null) return { paid: null, reason: blocked }
      if (narrowed.some(({ by }) => !FOLLOWED.has(by)))
        return { paid: null, reason: m.spend_not_by_request() }
      const paid = spending.paidFor(contactsOf(narrowed))
      if (typeof paid === 'string') return { paid: null, reason: NO_SPEND_WORDS[paid]() }
      const { contacts } = row
      return {
        paid,
        perContact: contacts === 0 ? null : paid.sum / contacts,
        perFirstTime: costRange(paid.sum, row.first_time, contacts),
        perTarget: costRange(paid.sum, row.target, contacts),
        perDeal: costRange(paid.sum, row.deals, contacts),
      }
    },
  }
}
