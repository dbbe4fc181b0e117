import type { SpendSpan } from '#/analytics/spend/amounts.ts'
import { joinDays } from '#/analytics/spend/month.ts'
import { daysOfAmount } from '#/analytics/spend/spending.ts'
import { formatShortDay, formatShortDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** "until Nov 21"; null: the whole month. */
export const amountDaysLabel = (month: string, spans: readonly SpendSpan[]): string | null => {
  if (spans.length === 0 || spans.some(({ days }) => days === null)) return null
  const stretches = joinDays(spans.map(({ days }) => daysOfAmount({ month, days })))
  const [{ from, to }] = stretches as [(typeof stretches)[number]]
  if (stretches.length === 1 && from.endsWith('-01') && from !== to)
    return m.spend_until_day({ day: formatShortDay(to) })
  return m.spend_only_days({ days: stretches.map(formatShortDays).join(', ') })
}
