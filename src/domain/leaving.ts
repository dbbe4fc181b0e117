import { useSyncExternalStore } from 'react'
import { watchable, type Watched } from '#/api/transport/watched.ts'

const guards = new Set<() => Promise<boolean>>()
const dirty = watchable(false)
export const dirtyWork: Watched<boolean> = dirty

export const useIsDirty = (): boolean => useSyncExternalStore(dirty.on, dirty.now)

/** Confirms losing unsaved work, for exits that the router sees too late (sign-out, language). */
export const mayLeave = async (): Promise<boolean> => {
  for (const ask of guards) if (!(await ask())) return false
  return true
}

let leaving = false
/** Leaving by {@link leaveAtOnce}. */
export const isLeaving = (): boolean => leaving

/** Leaves after {@link mayLeave}, without the browser's own prompt. */
export const leaveAtOnce = (leave: () => void): void => {
  leaving = true
  leave()
}

/** Registers unsaved work; returns a function to unregister. */
export const guardWork = (ask: () => Promise<boolean>): (() => void) => {
  guards.add(ask)
  dirty.become(true)
  return () => {
    guards.delete(ask)
    dirty.become(guards.size > 0)
  }
}
