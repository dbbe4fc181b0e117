import { dayText, type DayRange } from '#/contract/day.ts'
import { nextBucket } from '#/analytics/period.ts'
import type { Days, Question } from '#/contract/figures/questions.ts'
import { facedDay, facingOf } from '#/analytics/compare.ts'
import type { Report, TrendPoint } from '#/contract/figures/answers.ts'
import { mayMiss } from '#/analytics/days.ts'
import { ALL_READ, isUnread, type UnreadDays } from '#/domain/figures/unread-days.ts'

export type Unknown = 'to_come' | 'not_loaded' | 'unread'

/** A bucket: its days within the period, figures and comparison. */
export interface TrendBucket {
  readonly days: DayRange
  /** Null: unknown, not zero. */
  readonly counts: TrendPoint | null
  readonly unknown: Unknown | null
  /** Null: no comparison, or not loaded. */
  readonly compared: { readonly days: DayRange; readonly counts: TrendPoint } | null
  /** Unfinished: its comparison ends at the same moment. */
  readonly isUnfinished: boolean
  /** Partly in the period, unfinished, or still loading. */
  readonly isPartial: boolean
  /** Some days failed to load. */
  readonly hasUnread: boolean
}

/** Limit of points, about the pixels of a screen. */
export const MOST_BUCKETS = 2000

const textOf = (first: number, last: number): DayRange => ({ from: dayText(first), to: dayText(last) })

const within = (start: number, end: number, { first, last }: Days) =>
  textOf(Math.max(start, first), Math.min(end, last))

/** Buckets in order, aligned with the comparison; at most `most`, the newest. */
export const bucketsIn = (
  { trend, comparedTrend }: Pick<Report, 'trend' | 'comparedTrend'>,
  { days, comparedDays, bucket, now }: Pick<Question, 'days' | 'comparedDays' | 'bucket' | 'now'>,
  unread: UnreadDays = ALL_READ,
  most = MOST_BUCKETS,
): TrendBucket[] =>
  trend
    .map((counts, index): TrendBucket => {
      const end = nextBucket(counts.start, bucket) - 1
      const before = comparedTrend?.[index] ?? null
      const beforeEnd = before && Math.min(nextBucket(before.start, bucket) - 1, comparedDays?.last ?? 0)
      const own = { first: Math.max(counts.start, days.first), last: Math.min(end, days.last) }
      const isToCome = now !== null && counts.start > now.day
      const unknown = isToCome
        ? 'to_come'
        : isUnread(unread.current, own)
          ? unread.hasFailed
            ? 'unread'
            : 'not_loaded'
          : null
      const isMissing = mayMiss(unread.current, own)
      const isUnfinished = now !== null && counts.start <= now.day && now.day <= end
      return {
        days: within(counts.start, end, days),
        counts: unknown === null ? counts : null,
        unknown,
        compared:
          before &&
          comparedDays &&
          unknown !== 'to_come' &&
          !mayMiss(unread.compared, { first: before.start, last: beforeEnd! })
            ? {
                days: within(before.start, nextBucket(before.start, bucket) - 1, comparedDays),
                counts: before,
              }
            : null,
        isUnfinished,
        isPartial: isUnfinished || counts.start < days.first || end > days.last || isMissing,
        hasUnread: isMissing && !isToCome && unread.hasFailed,
      }
    })
    .slice(-most)

/** The question for a selected stretch of days, without comparison. */
export const withinStretch = (question: Question): Question => {
  const stretch = question.filters.find((filter) => filter.by === 'day')
  if (stretch?.by !== 'day') return question
  const { days } = question
  const first = Math.max(stretch.first, days.first)
  const last = Math.min(stretch.last, days.last)
  const facing = facingOf(question)
  return {
    ...question,
    filters: question.filters.filter((filter) => filter !== stretch),
    days: { first, last },
    comparedDays: facing && { first: facedDay(first, facing), last: facedDay(last, facing) },
  }
}

export interface UnknownStretch {
  readonly first: number
  readonly last: number
  readonly why: Unknown
}

/** Stretches that are unknown or incomplete: loading, failed or future. */
export const unknownStretches = (buckets: readonly TrendBucket[]): readonly UnknownStretch[] =>
  buckets.reduce<readonly UnknownStretch[]>((stretches, { unknown, hasUnread }, index) => {
    const why = hasUnread ? 'unread' : unknown
    if (why === null) return stretches
    const before = stretches.at(-1)
    return before?.why === why && before.last === index - 1
      ? [...stretches.slice(0, -1), { ...before, last: index }]
      : [...stretches, { first: index, last: index, why }]
  }, [])

/** Indices of buckets that overlap a range of days; null: none. */
export const touched = (
  buckets: readonly TrendBucket[],
  days: DayRange | null,
): { readonly first: number; readonly last: number } | null => {
  if (days === null) return null
  const first = buckets.findIndex((bucket) => bucket.days.to >= days.from)
  const last = buckets.findLastIndex((bucket) => bucket.days.from <= days.to)
  return first === -1 || last < first ? null : { first, last }
}

export const daysOfStretch = (
  buckets: readonly TrendBucket[],
  { first, last }: { readonly first: number; readonly last: number },
): DayRange => ({ from: buckets[first]!.days.from, to: buckets[last]!.days.to })

export const isOneYear = ({ from, to }: DayRange): boolean => from.slice(0, 4) === to.slice(0, 4)
