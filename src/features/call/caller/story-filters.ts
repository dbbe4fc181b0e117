import { callFilterSchemas, type CallFilters } from '#/contract/call-filters.ts'
import type { CallRead } from '#/contract/call.ts'
import { addDays, dayAt, daysBetween } from '#/contract/day.ts'
import { callerParts, digitsOfCaller } from '#/contract/phones/caller.ts'
import { parseWallClock } from '#/i18n/format.ts'

/** How many days of one person's contacts are one story. */
export const STORY_DAYS = 90
/** Fewer digits than this occur in any number. */
const LEAST_DIGITS = 3

export type StoryFilters = Required<Pick<CallFilters, 'period' | 'date_from' | 'date_to' | 'from_filter'>>

/**
 * What to ask the journal for: the caller in the last 90 days by the clock of the contact's own offset (G6), today
 * included; for a contact that is older, in the 90 days around it. Null: there is no number to look for.
 * @param now in milliseconds since 1970
 */
export const storyFilters = (call: CallRead, now: number): StoryFilters | null => {
  if (call.caller === null) return null
  const { number } = callerParts(call.caller)
  const { length } = digitsOfCaller(number)
  if (length > 0 && length < LEAST_DIGITS) return null
  const sought = callFilterSchemas.from_filter.safeParse(number)
  if (!sought.success) return null
  const clock = parseWallClock(call.date)
  const today = dayAt(now, clock?.offset ?? 0)
  const last = isOld(call, now) && clock ? addDays(clock.day, STORY_DAYS / 2) : today
  return {
    period: 'custom',
    date_from: addDays(last, 1 - STORY_DAYS),
    date_to: last < today ? last : today,
    from_filter: sought.data,
  }
}

/** Whether the last 90 days do not hold the contact. */
export const isOld = ({ date }: CallRead, now: number): boolean => {
  const clock = parseWallClock(date)
  return clock !== null && daysBetween(clock.day, dayAt(now, clock.offset ?? 0)) >= STORY_DAYS
}
