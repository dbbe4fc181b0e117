import { presetsOf, type DayRange } from '#/analytics/period.ts'
import type { PeriodPreset } from '#/contract/preferences.ts'
import { getLocale, type Locale } from '#/i18n/locale.ts'
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
} as const satisfies Record<PeriodPreset, () => string>

/** The languages as Intl and calendars know them, and their way to write a day, which is that of format.ts. */
const DAY_FORMAT = {
  en: { tag: 'en-US', month: 'short', day: 'numeric' },
  ru: { tag: 'ru-RU', month: '2-digit', day: '2-digit' },
} as const satisfies Record<Locale, Intl.DateTimeFormatOptions & { tag: string }>

/** `en-US`, `ru-RU`. */
export const localeTag = (): string => DAY_FORMAT[getLocale()].tag

/** `Nov 14 – 20, 2026` or `14.11.2026 – 20.11.2026`. */
const daysWords = ({ from, to }: DayRange): string => {
  const { tag, ...options } = DAY_FORMAT[getLocale()]
  const format = new Intl.DateTimeFormat(tag, { year: 'numeric', ...options, timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}

/** "Last 7 days", else "Nov 3 – 9, 2026". */
export const rangeWords = (range: DayRange, today: string): string => {
  const [preset] = presetsOf(range, today)
  return preset === undefined ? daysWords(range) : PRESET_WORDS[preset]()
}
