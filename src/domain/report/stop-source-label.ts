import type { Finding } from '#/analytics/evaluation/findings.ts'
import { formatCost } from '#/domain/figures/figure-labels.ts'
import { counted, formatMoney, formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

type StopSource = Extract<Finding, { is: 'stop_source' }>

/** "3 of 60 contacts were target (5.0%), other sources 40.0%", or the cost of a target contact where spend is known. */
export const stopSourceLabel = ({ by, target, contacts, amount, rate, others }: StopSource): string => {
  if (amount === null)
    return m.stop_source_rate({
      ...counted(contacts),
      target: formatNumber(target),
      rate: formatPercent(rate.rate),
      others: formatPercent(others.rate),
    })
  const cost = formatCost(1 / others.rate)
  const paid = {
    amount: formatMoney(Math.round(amount)),
    beside: by === 'plan' ? m.stop_source_plan({ cost }) : m.stop_source_others({ cost }),
  }
  return target === 0
    ? m.stop_source_none(paid)
    : m.stop_source_cost({ ...paid, ...counted(target), cost: formatCost(amount / target) })
}
