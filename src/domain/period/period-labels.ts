import type { DayRange } from '#/contract/day.ts'
import { presetsOf } from '#/analytics/period.ts'
import type { PeriodPreset } from '#/contract/preferences.ts'
import type { PeriodSearch } from './period-search.ts'
import { formatDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export const PRESET_WORDS = {
  today: m.preset_today,
  yesterday: m.preset_yesterday,
  last_7_days: m.preset_last_7_days,
  last_30_days: m.preset_last_30_days,
  this_week: m.preset_this_week,
  last_week: m.preset_last_week,
  this_month: m.preset_this_month,
  last_month: m.preset_last_month,
  this_quarter: m.preset_this_quarter,
  last_quarter: m.preset_last_quarter,
  this_year: m.preset_this_year,
  last_year: m.preset_last_year,
  all: m.period_all,
} as const satisfies Record<PeriodPreset, () => string>

/** "Last 7 days", else "Nov 3 – 9, 2026". */
export const rangeLabel = (range: DayRange, today: string): string => {
  const [preset] = presetsOf(range, today)
  return preset === undefined ? formatDays(range) : PRESET_WORDS[preset]()
}

export const SERVICE_WORDS = {
  day: m.period_day,
  week: m.period_week,
  month: m.period_month,
  year: m.period_year,
} as const

/** Of the parameters in an address. */
export const PERIOD_NAMES = {
  period: m.overview_period,
  date_from: m.filter_date_from,
  date_to: m.filter_date_to,
  compare: m.overview_compared_with,
  compare_from: m.overview_compared_with,
  compare_to: m.overview_compared_with,
  match_weekdays: m.overview_match_weekdays,
} as const satisfies Record<keyof PeriodSearch, () => string>
