import type { AlertKind, AtMost } from '#/contract/alerts/alert-kinds.ts'
import type { Alert, AlertRule } from '#/contract/alerts/alerts.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

type Said = Pick<AlertRule, 'kind' | 'threshold'>

const TITLE: Record<AlertKind, (threshold: number) => string> = {
  missed_caller: () => m.alerts_missed_caller(),
  waiting: (minutes) => m.alerts_waiting(counted(minutes)),
  silent: () => m.alerts_silent(),
  missed_rate: (percent) => m.alerts_missed_rate({ rate: formatNumber(percent) }),
  below_usual: () => m.alerts_below_usual(),
  stops: (days) => m.alerts_stops(counted(days)),
  plan_behind: () => m.alerts_run_plan_behind(),
  trouble: () => m.alerts_trouble(),
}

/** "Missed rate above 20%" */
export const alertTitle = ({ kind, threshold }: Said): string => TITLE[kind](threshold ?? 0)

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
