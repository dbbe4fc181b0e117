import type { CallerContacts } from '#/api/calls.ts'
import { callFilterSchemas, type CallFilters } from '#/contract/call-filters.ts'
import type { CallRead } from '#/contract/call.ts'
import { addDays, dayAt, daysBetween, MINUTE_MS } from '#/contract/day.ts'
import { callStatusName, MISSED_STATUSES, type CallStatus } from '#/contract/codes.ts'
import { parseWallClock, phoneDigits } from '#/i18n/format.ts'

/** How many days of one person's contacts are one story. */
export const STORY_DAYS = 90
/** Fewer digits than this occur in any number. */
const LEAST_DIGITS = 3

export type StoryFilters = Required<Pick<CallFilters, 'period' | 'date_from' | 'date_to' | 'from_filter'>>

/**
 * What to ask the journal for: the caller's digits in the last 90 days by the clock of the contact's own offset (G6), today
 * included; for a contact that is older, in the 90 days around it. Null: the caller has no number to look for.
 * @param now in milliseconds since 1970
 */
export const storyFilters = (call: CallRead, now: number): StoryFilters | null => {
  const digits = callFilterSchemas.from_filter.safeParse(phoneDigits(call.phone_number_from ?? ''))
  if (!digits.success || digits.data.length < LEAST_DIGITS) return null
  const clock = parseWallClock(call.date)
  const today = dayAt(now, clock?.offset ?? 0)
  const last = isOld(call, now) && clock ? addDays(clock.day, STORY_DAYS / 2) : today
  return {
    period: 'custom',
    date_from: addDays(last, 1 - STORY_DAYS),
    date_to: last < today ? last : today,
    from_filter: digits.data,
  }
}

/** The same caller in all time. */
export const allTime = ({ from_filter }: StoryFilters): CallFilters => ({ period: 'all', from_filter })

/** Whether the last 90 days do not hold the contact. */
export const isOld = ({ date }: CallRead, now: number): boolean => {
  const clock = parseWallClock(date)
  return clock !== null && daysBetween(clock.day, dayAt(now, clock.offset ?? 0)) >= STORY_DAYS
}

const instantOf = ({ date }: CallRead): number => {
  const clock = parseWallClock(date)
  return clock === null ? -Infinity : clock.utc - (clock.offset ?? 0) * MINUTE_MS
}

export interface Story {
  /** Newest first; `call` is among them, be it listed or older. */
  readonly contacts: readonly CallRead[]
  /** How many of them the service has listed. */
  readonly listed: number
}

/** The contacts of this very number: the service also finds longer ones that it is a part of. */
export const tellStory = (call: CallRead, { contacts }: CallerContacts): Story => {
  const digits = phoneDigits(call.phone_number_from ?? '')
  const own = contacts.filter((one) => phoneDigits(one.phone_number_from ?? '') === digits)
  const all: readonly CallRead[] = own.some(({ id }) => id === call.id) ? own : [...own, call]
  return { contacts: all.toSorted((a, b) => compare(instantOf(b), instantOf(a))), listed: own.length }
}

/** Subtraction would make `NaN` of two dates that are none. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

const CALLS: ReadonlySet<CallStatus | undefined> = new Set<CallStatus>([
  ...MISSED_STATUSES,
  'answer',
  'user_call',
])

/** A contact by phone, be it answered or missed: not a form, a chat or a message. */
export const isPhoneCall = ({ status }: Pick<CallRead, 'status'>): boolean =>
  CALLS.has(callStatusName(status))

/** How the newest calls went: `missed` of them in a row came to nothing, and then, or not yet, one was answered. */
export interface Attempts {
  readonly missed: number
  readonly gotThrough: boolean
}

/** Null when no call was missed before the last one got through. @param contacts newest first */
export const attempts = (contacts: readonly CallRead[]): Attempts | null => {
  const isMissed = contacts
    .map(({ status }) => callStatusName(status))
    .filter((name) => CALLS.has(name))
    .map((name) => name !== undefined && MISSED_STATUSES.has(name))
  const gotThrough = isMissed[0] === false
  const before = gotThrough ? isMissed.slice(1) : isMissed
  const end = before.indexOf(false)
  const missed = end === -1 ? before.length : end
  return missed === 0 ? null : { missed, gotThrough }
}
