import { callFilterSchemas, type CallFilters } from '#/contract/call-filters.ts'
import type { CallRead } from '#/contract/call.ts'
import { addDays, dayAt, daysBetween } from '#/contract/day.ts'
import { callerParts, digitsOfCaller } from '#/contract/phones/caller.ts'
import { parseWallClock } from '#/i18n/format.ts'

export const STORY_DAYS = 90
const LEAST_DIGITS = 3

export type StoryFilters = Required<Pick<CallFilters, 'period' | 'date_from' | 'date_to' | 'from_filter'>>

/**
 * Filters for the caller's last 90 days by the contact's offset (G6), or 90 days around an older contact. Null:
 * no number.
 * @param now epoch milliseconds
 */
export const storyFilters = (call: CallRead, now: number): StoryFilters | null => {
  if (call.caller === null) return null
  const { number } = callerParts(call.caller)
  const { length } = digitsOfCaller(number)
  if (length > 0 && length < LEAST_DIGITS) return null
  const query = callFilterSchemas.from_filter.safeParse(number)
  if (!query.success) return null
  const clock = parseWallClock(call.date)
  const today = dayAt(now, clock?.offset ?? 0)
  const last = isOld(call, now) && clock ? addDays(clock.day, STORY_DAYS / 2) : today
  return {
    period: 'custom',
    date_from: addDays(last, 1 - STORY_DAYS),
    date_to: last < today ? last : today,
    from_filter: query.data,
  }
}

/** Older than 90 days. */
export const isOld = ({ date }: CallRead, now: number): boolean => {
  const clock = parseWallClock(date)
  return clock !== null && daysBetween(clock.day, dayAt(now, clock.offset ?? 0)) >= STORY_DAYS
}
