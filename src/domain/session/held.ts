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

type Hold = () => GoOn | 'asks' | null
let holder: Hold | null = null

/**
 * @param hold null: nothing on the page is worth it; "asks": whether it has ended is asked for first, and told again if so
 * @returns ends that, and lets go of what is held
 */
export const holdSessionBy = (hold: Hold): (() => void) => {
  holder = hold
  return () => {
    holder = null
    held.become(null)
  }
}

/** The session has ended. @returns whether the page waits for its person to sign in again */
export const holdSession = (): boolean => {
  const goOn = held.now() ?? holder?.() ?? null
  if (goOn !== 'asks') held.become(goOn)
  return goOn !== null
}

/** The session goes on, or the page goes away. */
export const releaseSession = (): void => held.become(null)
