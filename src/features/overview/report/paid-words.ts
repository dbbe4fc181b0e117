import { addDays, type DayRange } from '#/contract/day.ts'
import { paidTotalOf } from '#/features/overview/panels/sources/rows.ts'
import { daysPaidWords } from '#/features/overview/spend/cost-receipt.tsx'
import type { m } from '#/i18n/paraglide/messages.js'
import type { ReportContext } from './report-context.ts'

const costsOf = ({ costs, report }: ReportContext) =>
  costs && report.tables.source.rows.map((row) => costs.of(row, [{ by: 'source', values: [row.value] }]))

/** What was paid for the sources, with the contacts of the days that have spend; null: nothing was entered. */
export const paidIn = (context: ReportContext) => {
  const costs = costsOf(context)
  return costs && paidTotalOf(costs)
}

/** "6 of 30 days have spend" of any source, or for a card "6 of 30 days"; null: all have. */
export const daysPaidIn = (context: ReportContext, say?: typeof m.spend_days_short): string | null => {
  const days = costsOf(context)?.flatMap(({ paid }) => (paid !== null && paid.sum > 0 ? paid.days : []))
  return context.costs && days ? daysPaidWords({ days: joined(days) }, context.costs.spending, say) : null
}

/** Stretches that overlap or touch as one, in their order. */
const joined = (days: readonly DayRange[]): DayRange[] =>
  days
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .reduce<DayRange[]>((all, { from, to }) => {
      const last = all.at(-1)
      if (last === undefined || from > addDays(last.to, 1)) return [...all, { from, to }]
      return [...all.slice(0, -1), { from: last.from, to: to > last.to ? to : last.to }]
    }, [])
