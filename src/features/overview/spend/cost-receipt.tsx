import type { CostRange } from '#/analytics/spend/cost.ts'
import { toHundredths } from './change-amounts.ts'
import { besidePlan, SHARE_DAYS, type BesidePlan, type PlannedCost } from '#/analytics/spend/planned-cost.ts'
import type { Paid, SpendPart, Spending } from '#/analytics/spend/spending.ts'
import { formatCost } from '#/domain/figures/figure-labels.ts'
import type { Receipt } from '#/domain/figures/receipt.tsx'
import { counted, formatDays, formatMoney, formatMonth, formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { daysWithSpend } from '#/domain/costs/costs.ts'
import { daysPaidLabel } from '#/domain/costs/days-paid.ts'

const PARTS_SHOWN = 12

const byMonth = (parts: readonly SpendPart[]): SpendPart[] =>
  [...Map.groupBy(parts, ({ month, inside, of }) => JSON.stringify([month, inside, of])).values()]
    .map((same) => ({
      ...same[0]!,
      amount: toHundredths(same.reduce((sum, { amount }) => sum + amount, 0)),
      part: same.reduce((sum, { part }) => sum + part, 0),
    }))
    .toSorted((a, b) => a.month.localeCompare(b.month) || a.of - b.of)

const partLabel = ({ month, amount, inside, of, part }: SpendPart): string => {
  const words = { month: formatMonth(`${month}-01`), amount: formatMoney(amount) }
  return inside === of
    ? m.spend_part_whole(words)
    : m.spend_part({ ...words, inside: formatNumber(inside), of: formatNumber(of), part: formatMoney(part) })
}

const paidLabel = ({ parts }: Paid): string[] => {
  const months = byMonth(parts)
  const hidden = months.slice(PARTS_SHOWN)
  return [
    ...months.slice(0, PARTS_SHOWN).map(partLabel),
    ...(hidden.length === 0
      ? []
      : [
          m.spend_parts_more({
            shown: formatNumber(hidden.length),
            amount: formatMoney(hidden.reduce((sum, { part }) => sum + part, 0)),
          }),
        ]),
  ]
}

/** "Between 210 and 340 with 95% confidence" */
export const rangeSentence = ({ low, high }: CostRange): string =>
  high === null
    ? m.spend_range_from({ low: formatCost(low) })
    : m.spend_range({ low: formatCost(low), high: formatCost(high) })

/** "21.0% above the plan" */
export const besidePlanLabel = ({ by }: BesidePlan): string =>
  by < 0 ? m.spend_below_plan({ by: formatPercent(-by) }) : m.spend_above_plan({ by: formatPercent(by) })

/** "900,000 ÷ (640 × 47.4%) = 2,967 in Nov 2026. In the last 60 days paid sources brought 45 of 95 target contacts" */
export const plannedLabel = ({ month, spend, target, brought: targets, cost }: PlannedCost): string =>
  m.spend_planned_formula({
    spend: formatMoney(spend),
    target: formatNumber(target),
    share: formatPercent(targets.paid / targets.all),
    cost: formatCost(cost),
    month: formatMonth(`${month}-01`),
    days: formatNumber(SHARE_DAYS),
    paid: formatNumber(targets.paid),
    all: formatNumber(targets.all),
  })

/** Planned cost for the receipt; empty if unknown. */
export const plannedInputs = (range: CostRange | null, planned: PlannedCost | null): Receipt['inputs'] => {
  const beside = besidePlan(range, planned)
  return beside === null || planned === null
    ? []
    : [{ label: m.spend_planned(), value: `${besidePlanLabel(beside)}: ${plannedLabel(planned)}` }]
}

/**
 * Receipt of a cost.
 * @param leftOut contacts on days without spend
 */
export const costReceipt = (
  paid: Paid,
  spending: Pick<Spending, 'period'>,
  range: CostRange | null,
  leftOut = 0,
): Pick<Receipt, 'inputs' | 'notes'> & { readonly leftOut: readonly string[] } => ({
  leftOut: leftOut > 0 ? [m.spend_out_days(counted(leftOut))] : [],
  inputs: [
    ...(daysWithSpend(paid.days, spending) === null
      ? []
      : [
          {
            label: m.spend_days_label(),
            value: (
              <>
                <span className="block">{daysPaidLabel(paid, spending)}</span>
                {paid.days.slice(0, PARTS_SHOWN).map(formatDays).join('; ')}
                {paid.days.length > PARTS_SHOWN && '; …'}
              </>
            ),
          },
        ]),
    {
      label: m.spend_by_month(),
      value: (
        <ul>
          {paidLabel(paid).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ),
    },
    ...(range === null ? [] : [{ label: m.spend_range_label(), value: rangeSentence(range) }]),
  ],
  notes: [m.spend_as_entered()],
})
