import { useSyncExternalStore } from 'react'
import { watchable, type Watched } from '#/api/transport/watched.ts'
import type { Session } from '#/contract/session.ts'

/* If a session ends with unsaved work, the page stays mounted but hidden, and the same user can sign in over it. */

/** Resumes with the new session; another user's drops everything. */
type GoOn = (opened: Session) => Promise<void>

const held = watchable<GoOn | null>(null)
export const pendingReauthentication: Watched<GoOn | null> = held

export const useIsReauthentication = (): boolean => useSyncExternalStore(held.on, held.now) !== null

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
    held.become(null)
  }
}

/** The session has ended. @returns whether the page waits for signing in again */
export const holdSession = (): boolean => {
  const goOn = held.now() ?? holder?.() ?? null
  if (goOn !== 'asks') held.become(goOn)
  return goOn !== null
}

export const releaseSession = (): void => held.become(null)
