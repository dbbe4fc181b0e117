import type { Days } from '#/analytics/columns/select.ts'
import type { LoadProgress, LoadState } from '#/analytics/worker/load.ts'

/**
 * Days of which nothing is known yet; null: there are none. Contacts come newest first, so that of the day after them
 * perhaps not everything has come.
 */
export interface UnreadDays {
  readonly current: Days | null
  readonly compared: Days | null
}

export const ALL_READ: UnreadDays = { current: null, compared: null }

/** As many have come as there are by the service's own word. */
export const isHere = ({ loaded, total }: LoadProgress): boolean => total !== null && loaded >= total

/** Nothing has come of the period. */
export const hasNothing = ({ current }: LoadState): boolean => current.loaded === 0

/** Contacts of the period itself are still coming; those of the comparison may come after. */
export const isReading = (state: LoadState | null): boolean =>
  state === null || (state.is === 'loading' && !isHere(state.current))

/** What has come of the period is a part of it: loading goes on, or stands still before its end. */
export const isSoFar = (state: LoadState | null): boolean =>
  state === null || (state.is !== 'loaded' && !isHere(state.current))

/** Which days an answer is not about. @param state when it was asked for: it may know of more than this */
export const unreadDays = (state: LoadState | null): UnreadDays =>
  state === null || state.is === 'loaded'
    ? ALL_READ
    : { current: state.current.unread, compared: state.compared?.unread ?? null }

/** Nothing of a day is known. */
export const isUnread = (unread: Days | null, day: number): boolean =>
  unread !== null && unread.first <= day && day <= unread.last

/** Of these days something may be missing. */
export const mayMiss = (unread: Days | null, first: number, last: number): boolean =>
  unread !== null && first <= unread.last + 1 && unread.first <= last
