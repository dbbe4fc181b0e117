import { useSyncExternalStore } from 'react'
import { watchable, type Watched } from '#/api/transport/watched.ts'

/** How each piece of unsaved work on the page is asked about. */
const guards = new Set<() => Promise<boolean>>()
const dirty = watchable(false)
/** Whether there is unsaved work on the page that is asked about. */
export const dirtyWork: Watched<boolean> = dirty

/** Whether there is unsaved work on the page. */
export const useIsDirty = (): boolean => useSyncExternalStore(dirty.on, dirty.now)

/**
 * Whether the user agrees to lose unsaved work: for ways out that the router does not see, or sees only when it is too
 * late (signing out ends the session first; another language renders the page again).
 */
export const mayLeave = async (): Promise<boolean> => {
  for (const ask of guards) if (!(await ask())) return false
  return true
}

let leaving = false
/** Whether the page is being left by {@link leaveAtOnce}. */
export const isLeaving = (): boolean => leaving

/** Leaves the page by a way that the browser would ask about again, after {@link mayLeave}. */
export const leaveAtOnce = (leave: () => void): void => {
  leaving = true
  leave()
}

/** Unsaved work that `ask` asks about, until what is returned is called. */
export const guardWork = (ask: () => Promise<boolean>): (() => void) => {
  guards.add(ask)
  dirty.become(true)
  return () => {
    guards.delete(ask)
    dirty.become(guards.size > 0)
  }
}
