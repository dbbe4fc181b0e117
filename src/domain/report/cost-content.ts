import { addDays, type DayRange } from '#/contract/day.ts'
import { comparedCosts, paidBySource } from '#/domain/costs/costs-before.ts'
import { daysPaidLabel } from '#/domain/costs/days-paid.ts'
import { paidTotalOf } from '#/domain/costs/evaluated-sources.ts'
import { formatCost, metricName } from '#/domain/figures/figure-labels.ts'
import { formatDays, formatMoney, formatPercentChange } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { ReportedFigures } from './reported-figures.ts'

type Tally = NonNullable<ReturnType<typeof paidIn>>
/** Null: no such contacts. */
const costPer = (paid: Tally | null | undefined, of: 'contacts' | 'target'): number | null =>
  paid && paid[of] > 0 ? paid.amount / paid[of] : null

/** Cost of a target contact with the former one; null: no spend. */
export const costText = (context: ReportedFigures): string | null => {
  const cost = costPer(paidIn(context), 'target')
  if (cost === null) return null
  const both = costsThenAndNow(context)
  const [now, before] = [costPer(both?.now, 'target'), costPer(both?.before, 'target')]
  if (both === null || now === null || before === null) return m.report_say_cost({ cost: formatCost(cost) })
  const inputs = { cost: formatCost(cost), now: formatCost(now), before: formatCost(before) }
  return both.isAll ? m.report_say_cost_was(inputs) : m.report_say_cost_both(inputs)
}

/** Spend and costs of days with spend, now and before. */
export const costCards = (context: ReportedFigures) => {
  const { hidden } = context
  const paid = paidIn(context)
  if (!paid) return []
  const both = costsThenAndNow(context)
  const card = (name: string, value: string, change: string | null = null) => ({
    name,
    value,
    change,
    verdict: null,
    beside: null,
  })
  const costCard = (metric: 'cost_per_contact' | 'cost_per_target', of: 'contacts' | 'target') => {
    const cost = costPer(paid, of)
    const [now, before] = [costPer(both?.now, of), costPer(both?.before, of)]
    const change =
      both === null || now === null || before === null ? null : costWasLabel(now, before, both.isAll)
    return cost === null ? [] : [card(metricName(metric), formatCost(cost), change)]
  }
  return [
    card(metricName('spend'), formatMoney(Math.round(paid.amount)), daysPaidIn(context, m.spend_days_short)),
    ...costCard('cost_per_contact', 'contacts'),
    ...(hidden.has('target') ? [] : costCard('cost_per_target', 'target')),
  ]
}

/** Notes on sources of amounts and on the contacts covered. */
export const spendNotes = (context: ReportedFigures): string[] => {
  if (costCards(context).length === 0) return []
  const days = daysPaidIn(context)
  return [
    m.report_spend_note(),
    ...(days === null
      ? []
      : [`${days.charAt(0).toLocaleUpperCase()}${days.slice(1)}. ${m.spend_days_why()}.`]),
  ]
}

/** @param isAll the same sources were paid for in both periods; else the card's figure differs */
const costWasLabel = (now: number, before: number, isAll: boolean) => {
  const change = formatPercentChange(now / before - 1)
  return isAll ? m.report_cost_was({ before: formatCost(before), change }) : m.report_cost_both({ change })
}

/** Reason for missing former costs; null: available, or no comparison. */
export const noCostsBefore = (context: ReportedFigures): string | null => {
  const { costsBefore } = context
  if (costsBefore === null || !paidIn(context) || costsThenAndNow(context) !== null) return null
  return costsBefore.paid.size === 0
    ? m.report_no_spend_before({ days: formatDays(costsBefore.days) })
    : m.report_no_common_spend()
}

const costsOf = ({ costs, report }: ReportedFigures) =>
  costs && [
    ...report.tables.source.rows.map((row) => costs.of(row, [{ by: 'source', values: [row.value] }])),
    ...costs.idle(report.tables.source.rows),
  ]

const costsThenAndNow = (context: ReportedFigures) => {
  const { report, costsBefore } = context
  const costs = costsOf(context)
  if (!costs || costsBefore === null) return null
  const now = paidBySource(report.tables.source.rows.map(({ value }, nth) => [value, costs[nth]!]))
  return comparedCosts(now, costsBefore.paid)
}

/** Spend with contacts of its days; null: none. */
const paidIn = (context: ReportedFigures) => {
  const costs = costsOf(context)
  return costs && paidTotalOf(costs)
}

/** "6 of 30 days have spend", short "6 of 30 days"; null: all. */
const daysPaidIn = (context: ReportedFigures, say?: typeof m.spend_days_short): string | null => {
  const days = costsOf(context)?.flatMap(({ paid }) => (paid !== null && paid.sum > 0 ? paid.days : []))
  return context.costs && days ? daysPaidLabel({ days: joined(days) }, context.costs.spending, say) : null
}

const joined = (days: readonly DayRange[]): DayRange[] =>
  days
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .reduce<DayRange[]>((all, { from, to }) => {
      const last = all.at(-1)
      if (last === undefined || from > addDays(last.to, 1)) return [...all, { from, to }]
      return [...all.slice(0, -1), { from: last.from, to: to > last.to ? to : last.to }]
    }, [])
