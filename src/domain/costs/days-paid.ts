import type { Paid, Spending } from '#/analytics/spend/spending.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { daysWithSpend } from './costs.ts'

/** "8 of 30 days have spend", in a cell "8 of 30 days"; null: all. */
export const daysPaidLabel = (
  { days }: Pick<Paid, 'days'>,
  spending: Pick<Spending, 'period'>,
  say: typeof m.spend_days | typeof m.spend_days_short = m.spend_days,
): string | null => {
  const paidDays = daysWithSpend(days, spending)
  return (
    paidDays &&
    say({ inside: formatNumber(paidDays.inside), count: paidDays.of, of: formatNumber(paidDays.of) })
  )
}
