import type { Days } from '#/analytics/columns/select.ts'
import type { DaysProgress, ReadingState } from '#/contract/figures/reading.ts'

/** Days that contacts may be missing of: still to be read, or impossible to read. */
export interface UnreadDays {
  readonly current: readonly Days[]
  readonly compared: readonly Days[]
  /** Reading has ended: these days could not be read. */
  readonly hasFailed: boolean
}

export const ALL_READ: UnreadDays = { current: [], compared: [], hasFailed: false }

/** As many have come as there are by the service's own word. */
export const isHere = ({ loaded, total }: DaysProgress): boolean => total !== null && loaded >= total

/** Nothing has come of the period. */
export const hasNothing = ({ current }: ReadingState): boolean => current.loaded === 0

/** Contacts of the period itself are still coming; those of the comparison may come after. */
export const isReading = (state: ReadingState | null): boolean =>
  state === null || (state.is === 'loading' && !isHere(state.current))

/** Reading has ended, and these days of the period could not be read. */
export const failedDays = (state: ReadingState | null): readonly Days[] =>
  state === null || state.is === 'loading' || state.is === 'stopped' ? [] : state.current.unread

/** What has come of the period is a part of it: loading goes on, stands still before its end, or left days out. */
export const isSoFar = (state: ReadingState | null): boolean =>
  state === null || (state.is !== 'loaded' && !isHere(state.current)) || failedDays(state).length > 0

/** Of the period itself nothing more will come, and what has not come is no contact (G26). */
export const isOwnSettled = ({ is, current }: Pick<ReadingState, 'is' | 'current'>): boolean =>
  is === 'loaded' && current.unread.length === 0

/** The same of the period and its comparison. */
export const isSettled = (state: Pick<ReadingState, 'is' | 'current' | 'compared'> | null): boolean =>
  state !== null && isOwnSettled(state) && !state.compared?.unread.length

/** Which days an answer is not about. @param state when it was asked for: it may know of more than this */
export const unreadDays = (state: ReadingState | null): UnreadDays =>
  state === null
    ? ALL_READ
    : {
        current: state.current.unread,
        compared: state.compared?.unread ?? [],
        hasFailed: failedDays(state).length > 0,
      }

/** Contacts of each of these days may be missing: what has come of them is no figure. */
export const isUnread = (unread: readonly Days[], { first, last }: Days): boolean =>
  unread.some((range) => range.first <= first && last <= range.last)
