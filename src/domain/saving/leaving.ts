import { createStore, useSelector } from '@tanstack/react-store'

/** @param isClosing a dialog only */
type Ask = (isClosing: boolean) => Promise<boolean>

const guards = new Set<Ask>()
export const dirtyWork = createStore(false)

export const useIsDirty = (): boolean => useSelector(dirtyWork)

/** Confirms losing unsaved work, for exits that the router sees too late (sign-out, language). */
export const mayLeave = async (isClosing = false): Promise<boolean> => {
  for (const ask of guards) if (!(await ask(isClosing))) return false
  return true
}

/** Closes a dialog after {@link mayLeave}. */
export const closeIfAllowed = async (close: () => void): Promise<void> => {
  if (await mayLeave(true)) close()
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
export const guardWork = (ask: Ask): (() => void) => {
  guards.add(ask)
  dirtyWork.setState(() => true)
  return () => {
    guards.delete(ask)
    dirtyWork.setState(() => guards.size > 0)
  }
}
