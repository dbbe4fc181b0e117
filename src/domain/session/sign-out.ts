import { isApiError } from '#/api/error.ts'
import { signOut } from '#/api/session.ts'
import { TROUBLES } from '#/api/transport/connection.ts'
import { watchable, type Watched } from '#/api/transport/watched.ts'

/*
 * Tabs of one browser share the session's cookie: what one does to it, the others hear at once. The message is
 * who is signed in by now: a principal, or null after signing out.
 */
let channel: BroadcastChannel | undefined
/** One for the whole page: a channel does not hear itself. */
const tabs = () => (channel ??= new BroadcastChannel('callboard.session'))

const TRY_EVERY_MS = 5_000

const pending = watchable(false)
/** A sign-out without a connection: the session is ended as soon as the server can be reached. */
export const isSignOutPending: Watched<boolean> = pending
let retry: ReturnType<typeof setInterval> | undefined
const stopTrying = () => {
  pending.become(false)
  clearInterval(retry)
  removeEventListener('online', finish)
}
const finish = async () => {
  try {
    await signOut()
  } catch (error) {
    // What refuses now refuses always, and a session that is left alone ends by itself.
    if (isApiError(error, ...TROUBLES)) return
  }
  stopTrying()
}

/**
 * Ends the session here and tells the other tabs, so that none keeps showing what it has. Where nothing can be reached the
 * person leaves all the same, and the session is ended later, unless the page is closed before.
 * @returns where the browser goes now to leave the company's sign-in too; null: nowhere
 */
export const signOutEverywhere = async (): Promise<string | null> => {
  let to: string | null = null
  try {
    to = await signOut()
  } catch (error) {
    if (!isApiError(error, ...TROUBLES)) throw error
    stopTrying()
    pending.become(true)
    retry = setInterval(() => void finish(), TRY_EVERY_MS)
    addEventListener('online', finish)
  }
  tabs().postMessage(null)
  return to
}

/** Tells the other tabs whose the session is now: those of another account must not go on. */
export const announceSignIn = (principal: string | null) => {
  // The session of today is not the one that was left.
  stopTrying()
  tabs().postMessage(principal)
}

/** Calls back when another tab of this browser signs in or out. @returns what ends that */
export const onSessionElsewhere = (listener: (principal: string | null) => void): (() => void) => {
  const heard = ({ data }: MessageEvent<unknown>) => listener(typeof data === 'string' ? data : null)
  const heardFrom = tabs()
  heardFrom.addEventListener('message', heard)
  return () => heardFrom.removeEventListener('message', heard)
}
