import { useSyncExternalStore } from 'react'
import { watchable, type Watched } from '#/api/transport/watched.ts'
import type { Session } from '#/contract/session.ts'

/*
 * A session that ends while something on the page is not saved takes nothing of it away: the page stays mounted, unseen,
 * and the same person signs in over it.
 */

/** Goes on with the page for the session that was opened anew; another person's takes everything away. */
type GoOn = (opened: Session) => Promise<void>

const held = watchable<GoOn | null>(null)
/** Null: no page waits for its person. */
export const heldSession: Watched<GoOn | null> = held

export const useIsHeld = (): boolean => useSyncExternalStore(held.on, held.now) !== null

let holder: (() => GoOn | null) | null = null

/** @param hold null: nothing on the page is worth it. @returns ends that, and lets go of what is held */
export const holdSessionBy = (hold: () => GoOn | null): (() => void) => {
  holder = hold
  return () => {
    holder = null
    held.become(null)
  }
}

/** The session has ended. @returns whether the page waits for its person to sign in again */
export const holdSession = (): boolean => {
  if (held.now() === null) held.become(holder?.() ?? null)
  return held.now() !== null
}

/** The session goes on, or the page goes away. */
export const releaseSession = (): void => held.become(null)
