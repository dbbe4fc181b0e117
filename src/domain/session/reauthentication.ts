import { createStore, useSelector } from '@tanstack/react-store'
import type { Session } from '#/contract/session.ts'

/* If a session ends with unsaved work, the page stays mounted but hidden, and the same user can sign in over it. */

/** Resumes with the new session; another user's drops everything. */
type GoOn = (opened: Session) => Promise<void>

export const pendingReauthentication = createStore<GoOn | null>(null)

export const useIsReauthentication = (): boolean => useSelector(pendingReauthentication) !== null

type Hold = () => GoOn | 'asks' | null
let holder: Hold | null = null

/**
 * @param hold null: nothing unsaved; "asks": verify the session first
 * @returns releases the hold
 */
export const holdSessionBy = (hold: Hold): (() => void) => {
  holder = hold
  return () => {
    holder = null
    pendingReauthentication.setState(() => null)
  }
}

/** The session has ended. @returns whether the page waits for signing in again */
export const holdSession = (): boolean => {
  const goOn = pendingReauthentication.state ?? holder?.() ?? null
  if (goOn !== 'asks') pendingReauthentication.setState(() => goOn)
  return goOn !== null
}

export const releaseSession = (): void => pendingReauthentication.setState(() => null)
