import {
  metricOf,
  REPORT_METRICS,
  type FigureKey,
  type ReportMetric,
  type ReportMetricId,
} from '#/analytics/report-metrics.ts'
import type { Figures } from '#/contract/figures/answers.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { formatMoney, formatNumber, formatPercent } from '#/i18n/format.ts'
import { worded } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'

export type SomeFigures = Readonly<Partial<Record<FigureKey, number | null>>> &
  Partial<Pick<Figures, 'in_hours'>>

export const metricName = (metric: ReportMetricId): string => worded(REPORT_METRICS[metric].name)

/** Larger costs are shown without decimals; the receipt has them. */
const WHOLE_FROM = 100
/** `26.67`, `1,267` */
export const formatCost = (cost: number): string => formatMoney(cost < WHOLE_FROM ? cost : Math.round(cost))

const FIGURE = {
  count: formatNumber,
  share: formatPercent,
  seconds: formatDuration,
  amount: formatCost,
} as const satisfies Record<ReportMetric['unit'], (value: number) => string | null>

/** `537`, `12.4%`, `2:15`; null: undefined ratio. */
export const figureText = (metric: ReportMetricId, figures: SomeFigures): string | null => {
  const value = metricOf(metric, figures)
  if (value === null) return null
  const { unit }: ReportMetric = REPORT_METRICS[metric]
  return FIGURE[unit](value)
}

const COUNTED: Partial<Record<FigureKey, (inputs: { count: number; shown: string }) => string>> = {
  missed: m.overview_missed_calls,
  calls: m.overview_calls_count,
  target: m.overview_target_contacts,
  contacts: m.contacts_count,
  timed: m.overview_timed_calls,
  first_time: m.spend_first_time_contacts,
  deals: m.spend_deals,
}

/** `124 missed`, `899 calls` */
export const countedLabel = (key: FigureKey, figures: SomeFigures): string | null => {
  const count = figures[key] ?? null
  if (count === null) return null
  if (key === 'talk_seconds') return formatDuration(count)
  const shown = formatNumber(count)
  return COUNTED[key]?.({ count, shown }) ?? shown
}

/** `124 missed ÷ 899 calls = 13.8%`; null: nothing to divide by. */
export const computedLabel = (metric: ReportMetricId, figures: SomeFigures): string | null => {
  const { part, whole, unit }: ReportMetric = REPORT_METRICS[metric]
  const value = metricOf(metric, figures)
  const text = unit === 'amount' && value !== null ? formatMoney(value) : figureText(metric, figures)
  if (text === null || whole === null) return text
  return `${countedLabel(part, figures)} ÷ ${countedLabel(whole, figures)} = ${text}`
}

/** A CRM's own name; null: the service did not say it. */
export const crmName = (crm: string | null): string => crm ?? m.overview_no_crm()
