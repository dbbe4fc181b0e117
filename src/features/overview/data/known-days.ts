import type { LoadProgress, LoadState } from '#/analytics/worker/load.ts'
import type { Report } from '#/analytics/worker/report.ts'

/**
 * The newest days that may have come, days since 1970; Infinity: all have. Contacts come oldest first, so that of the
 * days after them nothing is known, and of the newest itself perhaps not everything.
 */
export interface KnownDays {
  readonly current: number
  readonly compared: number
}

export const WHOLE: KnownDays = { current: Infinity, compared: Infinity }

/** As many have come as there are by the service's own word. */
export const isHere = ({ loaded, total }: LoadProgress): boolean => total !== null && loaded >= total

/** Which days an answer is about. @param state when it was asked for: later ones know of more than it */
export const knownDays = (state: LoadState | null, { newest }: Report): KnownDays => ({
  current:
    state !== null && (state.is === 'loaded' || isHere(state.current)) ? Infinity : (newest.current ?? -1),
  compared:
    state !== null && (state.is === 'loaded' || (state.compared !== null && isHere(state.compared)))
      ? Infinity
      : (newest.compared ?? -1),
})
