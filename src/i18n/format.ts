import { two } from './duration.ts'
import { getLocale, type Locale } from './locale.ts'
import { privacyMode } from './privacy-mode.ts'

/** Local time of a contact: digits of its `date` and the offset (G6). */
export interface WallClock {
  /** `YYYY-MM-DD` */
  readonly day: string
  /** `HH:MM` */
  readonly time: string
  readonly hour: number
  /** Minutes east of UTC; null: none. */
  readonly offset: number | null
  /** Milliseconds as if UTC, for Intl with `timeZone: 'UTC'` and comparing days; never an instant. */
  readonly utc: number
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:(Z)|([+-])(\d{2})(?::?(\d{2}))?)?$/i

/** Parses ISO 8601 with offset (API document 2.5). Null: invalid. */
export const parseWallClock = (date: string | null): WallClock | null => {
  const parts = date === null ? null : ISO.exec(date)
  if (!parts) return null
  const [, year, month, day, hour, minute, second, zulu, sign, offsetHours, offsetMinutes] = parts
  const utc = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second ?? 0),
  )
  // Date.UTC rolls over invalid parts and maps years below 100.
  const moment = new Date(utc)
  if (
    moment.getUTCMinutes() !== Number(minute) ||
    moment.getUTCHours() !== Number(hour) ||
    moment.getUTCDate() !== Number(day) ||
    moment.getUTCFullYear() !== Number(year)
  )
    return null
  const offset = zulu
    ? 0
    : sign
      ? (sign === '-' ? -1 : 1) * (Number(offsetHours) * 60 + Number(offsetMinutes ?? 0))
      : null
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}`, hour: Number(hour), offset, utc }
}

/**
 * The instant in another time zone; unchanged without offset.
 * @param offsetAt minutes east of UTC
 */
export const shiftedClock = (clock: WallClock, offsetAt: (instant: number) => number): WallClock => {
  if (clock.offset === null) return clock
  const instant = clock.utc - clock.offset * 60_000
  const offset = offsetAt(instant)
  const utc = instant + offset * 60_000
  const text = new Date(utc).toISOString()
  return { day: text.slice(0, 10), time: text.slice(11, 16), hour: Number(text.slice(11, 13)), offset, utc }
}

/** Minute of the day a clock shows, 0 to 1439. */
export const minuteOf = ({ hour, time }: WallClock): number => hour * 60 + Number(time.slice(3))

/** `14:03`; takes a minute of the day. */
export const timeOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
/** `14:03` on this device's clock, which is about this page and not about a contact (G6); takes an instant. */
export const clockTime = (at: number): string => {
  const date = new Date(at)
  return timeOf(date.getHours() * 60 + date.getMinutes())
}

const cached = <O>(
  make: (locale: Locale, options: O) => { format: (value: number) => string },
  options: O,
) => {
  const byLocale = new Map<Locale, { format: (value: number) => string }>()
  return (value: number): string => {
    const locale = getLocale()
    let formatter = byLocale.get(locale)
    if (!formatter) byLocale.set(locale, (formatter = make(locale, options)))
    return formatter.format(value)
  }
}
const TAG = { en: 'en-US', ru: 'ru-RU' } as const satisfies Record<Locale, string>
/** `en-US`, `ru-RU`: the language as Intl and calendars know it. */
export const localeTag = (): string => TAG[getLocale()]
/** Memo limit: most rows repeat the previous day. */
const MOST_DAYS = 1000
const date = (options: Intl.DateTimeFormatOptions) =>
  cached((locale, o: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(TAG[locale], { ...o, timeZone: 'UTC' })
    const memo = new Map<number, string>()
    return {
      format: (value) => {
        let words = memo.get(value)
        if (words === undefined) {
          if (memo.size === MOST_DAYS) memo.clear()
          memo.set(value, (words = formatter.format(value)))
        }
        return words
      },
    }
  }, options)
/** Lazy, in the page's language. */
export const numbers = (options: Intl.NumberFormatOptions) =>
  cached((locale, o: Intl.NumberFormatOptions) => new Intl.NumberFormat(TAG[locale], o), options)

const englishDay = date({ year: 'numeric', month: 'short', day: 'numeric' })
const russianDay = date({ year: 'numeric', month: '2-digit', day: '2-digit' })
const shortDay = date({ month: 'short', day: 'numeric' })
const russianShortDay = date({ month: '2-digit', day: '2-digit' })
const longDay = date({ weekday: 'long', month: 'long', day: 'numeric' })
const weekday = { short: date({ weekday: 'short' }), long: date({ weekday: 'long' }) }

const atDay = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** `Nov 20, 2026` or `20.11.2026`; takes `YYYY-MM-DD`. */
export const formatDay = (day: string): string => (getLocale() === 'ru' ? russianDay : englishDay)(atDay(day))
/** `Friday, November 20` or `пятница, 20 ноября`; takes `YYYY-MM-DD`. */
export const formatLongDay = (day: string): string => longDay(atDay(day))
const monthOfYear = date({ year: 'numeric', month: 'short' })
/** `Nov 20` or `20 нояб.`; takes `YYYY-MM-DD`. Where the year goes without saying. */
export const formatShortDay = (day: string): string => shortDay(atDay(day))
/** `Nov 2026` or `нояб. 2026 г.`; takes any day of the month, `YYYY-MM-DD`. */
export const formatMonth = (day: string): string => monthOfYear(atDay(day))
/** `Mon` or `пн`, `Monday` or `понедельник`; 0 is Monday. */
export const weekdayName = (day: number, length: 'short' | 'long' = 'short'): string =>
  // A Monday.
  weekday[length](Date.UTC(2024, 0, 1 + day))
const englishDays = new Intl.DateTimeFormat(TAG.en, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
/** `Nov 14 – 20, 2026` or `14.11–20.11.2026`; takes days `YYYY-MM-DD`, both included. */
export const formatDays = ({ from, to }: { readonly from: string; readonly to: string }): string => {
  if (getLocale() === 'en') return englishDays.formatRange(atDay(from), atDay(to))
  if (from === to) return formatDay(to)
  // A shared year is written once; Intl repeats it.
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isOneYear ? russianShortDay(atDay(from)) : formatDay(from)}–${formatDay(to)}`
}
const englishShortDays = new Intl.DateTimeFormat(TAG.en, { month: 'short', day: 'numeric', timeZone: 'UTC' })
/** `Nov 14 – 20` or `14.11–20.11`, where the year is said beside it. */
export const formatShortDays = ({ from, to }: { readonly from: string; readonly to: string }): string => {
  if (getLocale() === 'en') return englishShortDays.formatRange(atDay(from), atDay(to))
  const [first, last] = [russianShortDay(atDay(from)), russianShortDay(atDay(to))]
  return from === to ? first : `${first}–${last}`
}
/** Limit of named ranges. */
const MOST_STRETCHES = 3
/** `Nov 3 – 4, Nov 9, 2026`; a shared year is written once. */
export const formatStretches = (
  stretches: readonly { readonly from: string; readonly to: string }[],
): string => {
  const named = stretches.slice(0, MOST_STRETCHES)
  const isOneYear = new Set(named.flatMap(({ from, to }) => [from.slice(0, 4), to.slice(0, 4)])).size === 1
  return (
    named
      .map((days, nth) => (isOneYear && nth < named.length - 1 ? formatShortDays(days) : formatDays(days)))
      .join(', ') + (stretches.length > MOST_STRETCHES ? ', …' : '')
  )
}
/** `Nov 20, 2026, 14:03` or `20.11.2026, 14:03`. */
export const formatDateTime = (clock: WallClock): string => `${formatDay(clock.day)}, ${clock.time}`
/** `Nov 20, 14:03` or `20.11, 14:03`: where the year goes without saying. */
export const formatShortDateTime = ({ day, time }: Pick<WallClock, 'day' | 'time'>): string =>
  `${(getLocale() === 'ru' ? russianShortDay : shortDay)(atDay(day))}, ${time}`

/** `UTC+3`, `UTC+5:30`, `UTC−3`; takes minutes east of UTC. */
export const formatOffset = (minutes: number): string => {
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  const rest = size % 60
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest ? `:${two(rest)}` : ''}`
}

/** `1,234.5` or `1 234,5`. */
export const formatNumber = numbers({ maximumFractionDigits: 2 })
/** `12.4%` or `12,4 %`; takes a share from 0 to 1. */
export const formatPercent = numbers({
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const change = { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const percentChange = numbers({ ...change, style: 'percent' })
const points = numbers(change)
/** Intl writes a hyphen, which is too short beside a plus. */
const withMinus = (text: string) => text.replace('-', '−')
const signed = numbers({ signDisplay: 'exceptZero', maximumFractionDigits: 0 })
/** `+38`, `−1 640`, `0` */
export const formatSigned = (count: number): string => withMinus(signed(count))
/** `+6.2%` or `−6,2 %`; takes a share. */
export const formatPercentChange = (share: number): string => withMinus(percentChange(share))
/** `+1.9` or `−1,9`, of points; takes the difference of two shares. */
export const formatPoints = (difference: number): string => withMinus(points(difference * 100))
const hugeSum = numbers({ notation: 'scientific', maximumFractionDigits: 2 })
/** Larger numbers get an exponent. */
const HUGE = 1e15
/** Without currency: the API has none (G28). */
export const formatMoney = (sum: number): string =>
  privacyMode?.sum ?? (Math.abs(sum) < HUGE ? formatNumber : hugeSum)(sum)

/** Plural count and formatted number. */
export const counted = (count: number): { count: number; shown: string } => ({
  count,
  shown: formatNumber(count),
})

const kilobytes = numbers({ style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })
const megabytes = numbers({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
/** Decimal units. */
export const formatBytes = (size: number): string =>
  size < 1e6 ? kilobytes(Math.ceil(size / 1e3)) : megabytes(size / 1e6)
