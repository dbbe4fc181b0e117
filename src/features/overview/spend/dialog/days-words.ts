import type { SpendAmount } from '#/analytics/spend/amounts.ts'
import { daysOfAmount } from '#/analytics/spend/spending.ts'
import { formatShortDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** The days an amount is for, where it is not for its whole month: "until Nov 21". Null: it is. */
export const amountDaysWords = ({ month, days }: Pick<SpendAmount, 'month' | 'days'>): string | null => {
  if (days === null) return null
  const { from, to } = daysOfAmount({ month, days })
  return days.first === 1
    ? m.spend_until_day({ day: formatShortDay(to) })
    : m.spend_only_days({ from: formatShortDay(from), to: formatShortDay(to) })
}
