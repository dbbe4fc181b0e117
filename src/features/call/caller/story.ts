import type { CallerContacts } from '#/api/calls.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import type { CallRead } from '#/contract/call.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import { identityOfCaller } from '#/contract/phones/caller.ts'
import { parseWallClock } from '#/i18n/format.ts'
import { callStatusName, MISSED_STATUSES } from '#/contract/codes.ts'
import { isReach } from '#/analytics/reach.ts'
import type { StoryFilters } from './story-filters.ts'

export const allTime = ({ from_filter }: StoryFilters): CallFilters => ({ period: 'all', from_filter })

const instantOf = ({ date }: CallRead): number => {
  const clock = parseWallClock(date)
  return clock === null ? -Infinity : clock.utc - (clock.offset ?? 0) * MINUTE_MS
}

export interface Story {
  /** Newest first, including `call`. */
  readonly contacts: readonly CallRead[]
  /** Number listed by the service. */
  readonly listed: number
}

/** Contacts of exactly this number: the service also finds longer ones. */
export const buildStory = (call: CallRead, { contacts }: CallerContacts): Story => {
  const identityOf = ({ caller }: CallRead) => caller && identityOfCaller(caller)
  const own = contacts.filter((one) => identityOf(one) === identityOf(call))
  const all: readonly CallRead[] = own.some(({ id }) => id === call.id) ? own : [...own, call]
  return { contacts: all.toSorted((a, b) => compare(instantOf(b), instantOf(a))), listed: own.length }
}

/** Subtraction gives `NaN` for invalid dates. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

/** `missed` calls in a row, then a conversation, or none yet. */
export interface Attempts {
  readonly missed: number
  readonly gotThrough: boolean
}

/** Null: no missed call before the last conversation. @param contacts newest first */
export const attempts = (contacts: readonly CallRead[]): Attempts | null => {
  const isMissed = contacts.flatMap(({ status, duration }) => {
    const name = callStatusName(status)
    if (name !== undefined && MISSED_STATUSES.has(name)) return [true]
    return isReach(name, Boolean(duration)) ? [false] : []
  })
  const gotThrough = isMissed[0] === false
  const before = gotThrough ? isMissed.slice(1) : isMissed
  const end = before.indexOf(false)
  const missed = end === -1 ? before.length : end
  return missed === 0 ? null : { missed, gotThrough }
}
