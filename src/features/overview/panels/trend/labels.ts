import type { Bucket, Question } from '#/contract/figures/questions.ts'
import type { DayRange } from '#/contract/day.ts'
import {
  counted,
  formatDay,
  formatDays,
  formatLongDay,
  formatMonth,
  formatShortDay,
  timeOf,
} from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { daysOfStretch, type TrendBucket, type Unknown, type UnknownStretch } from './rows.ts'

/** Short axis label: "Nov 4", "Today", "Nov 2026". */
export const axisLabel = (
  { from, to }: DayRange,
  bucket: Bucket,
  isYearKnown: boolean,
  today: string,
): string => {
  if (bucket === 'month') return formatMonth(from)
  if (bucket === 'day' && to === today) return m.today()
  return isYearKnown ? formatShortDay(from) : formatDay(from)
}

/** A bucket's days: "Friday, November 20 until 14:06", "Nov 2 – 8, 2026". */
export const bucketLabel = ({ days, isUnfinished }: TrendBucket, { bucket, now }: Question): string => {
  const label = bucket === 'day' ? formatLongDay(days.from) : formatDays(days)
  return isUnfinished && now !== null ? m.trend_days_until({ days: label, time: timeOf(now.minute) }) : label
}

const UNKNOWN_WORDS = {
  to_come: m.trend_to_come,
  not_loaded: m.trend_not_loaded,
  unread: m.trend_unread,
} as const satisfies Record<Unknown, () => string>

export const unknownLabel = (unknown: Unknown): string => UNKNOWN_WORDS[unknown]()

/** Label of a stretch without figures: days being loaded, or number of days to come. */
export const stretchLabel = (
  { first, last, why }: UnknownStretch,
  buckets: readonly TrendBucket[],
  state: ReadingState | null,
): readonly string[] => {
  if (why !== 'not_loaded' || state?.is !== 'loading') return [unknownLabel(why)]
  const { loaded, total } = state.current
  return [
    m.trend_being_read({ days: formatDays(daysOfStretch(buckets, { first, last })) }),
    ...(total === null ? [] : [m.trend_still_to_come(counted(Math.max(total - loaded, 0)))]),
  ]
}
