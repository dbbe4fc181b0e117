import type { AtMost } from '#/contract/alerts/alert-kinds.ts'
import type { Alert } from '#/contract/alerts/alerts.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export const AT_MOST_WORD = {
  at_once: m.alerts_at_once,
  hourly: m.alerts_hourly,
  daily: m.alerts_daily,
} as const satisfies Record<AtMost, () => string>

/** "anna@example.com" and the number of others; null: none */
export const firstRecipients = ({
  to,
  webhook,
}: Pick<Alert, 'to' | 'webhook'>): { readonly first: string; readonly more: string | null } | null => {
  const all = [...to, ...(webhook === null ? [] : [webhook])]
  const [first, ...rest] = all
  if (first === undefined) return null
  return { first, more: rest.length === 0 ? null : m.alerts_to_more({ more: formatNumber(rest.length) }) }
}
