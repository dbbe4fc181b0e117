import type { Days } from '#/contract/figures/questions.ts'
import type { DaysProgress, ReadingState } from '#/contract/figures/reading.ts'

export interface UnreadDays {
  readonly current: readonly Days[]
  readonly compared: readonly Days[]
  /** Loading ended; these days failed. */
  readonly hasFailed: boolean
}

export const ALL_READ: UnreadDays = { current: [], compared: [], hasFailed: false }

/** All contacts by the service's count are loaded. */
export const isHere = ({ loaded, total }: DaysProgress): boolean => total !== null && loaded >= total

export const hasNothing = ({ current }: ReadingState): boolean => current.loaded === 0

/** The period itself is loading; the comparison may follow. */
export const isReading = (state: ReadingState | null): boolean =>
  state === null || (state.is === 'loading' && !isHere(state.current))

export const failedDays = (state: ReadingState | null): readonly Days[] =>
  state === null || state.is === 'loading' || state.is === 'stopped' ? [] : state.current.unread

export const isSoFar = (state: ReadingState | null): boolean =>
  state === null || (state.is !== 'loaded' && !isHere(state.current)) || failedDays(state).length > 0

/** The period is final: what is missing isn't a contact (G26). */
export const isOwnSettled = ({ is, current }: Pick<ReadingState, 'is' | 'current'>): boolean =>
  is === 'loaded' && current.unread.length === 0

export const isSettled = (state: Pick<ReadingState, 'is' | 'current' | 'compared'> | null): boolean =>
  state !== null && isOwnSettled(state) && !state.compared?.unread.length

/** Days an answer doesn't cover. @param state at the time of the question */
export const unreadDays = (state: ReadingState | null): UnreadDays =>
  state === null
    ? ALL_READ
    : {
        current: state.current.unread,
        compared: state.compared?.unread ?? [],
        hasFailed: failedDays(state).length > 0,
      }

/** These days may lack contacts, so they are no figures. */
export const isUnread = (unread: readonly Days[], { first, last }: Days): boolean =>
  unread.some((range) => range.first <= first && last <= range.last)
