/*
 * Days as numbers: days since 1 January 1970 by the contact's own wall clock (G6). No zone, no clock of this machine.
 */

const DAY_MS = 86_400_000

/** Stands for a date that cannot be read. */
export const NO_DAY = 0xffff

/** `2026-11-20` → 20777; {@link NO_DAY} for what is no day between 1970 and 2149. */
export const dayNumber = (day: string): number => {
  const number = Date.parse(`${day}T00:00:00Z`) / DAY_MS
  return Number.isInteger(number) && number >= 0 && number < NO_DAY ? number : NO_DAY
}

/** 20777 → `2026-11-20` */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** 0 is Monday, 6 Sunday. */
export const weekdayOf = (day: number): number => (day + 3) % 7

export type Bucket = 'day' | 'week' | 'month'

/** First day of the bucket a day is in; weeks begin on Monday. */
export const bucketStart = (day: number, bucket: Bucket): number => {
  if (bucket === 'day') return day
  if (bucket === 'week') return day - weekdayOf(day)
  return dayNumber(`${dayText(day).slice(0, 7)}-01`)
}

/** First day of the bucket after the one that starts on `start`. */
export const nextBucket = (start: number, bucket: Bucket): number =>
  bucket === 'day' ? start + 1 : bucket === 'week' ? start + 7 : bucketStart(start + 31, 'month')

/** First days of all buckets that touch the days `first` to `last`, both included. */
export const bucketsOf = (first: number, last: number, bucket: Bucket): number[] => {
  const starts: number[] = []
  for (let start = bucketStart(first, bucket); start <= last; start = nextBucket(start, bucket))
    starts.push(start)
  return starts
}
