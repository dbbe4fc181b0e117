import { createStore } from '@tanstack/react-store'
import { isApiError } from '#/api/error.ts'
import { signOut } from '#/api/session.ts'
import { TROUBLES } from '#/api/transport/connection.ts'

/* Tabs share the session cookie and sync by this channel: the principal, or null after sign-out. */
let channel: BroadcastChannel | undefined
/** One instance: a channel doesn't receive its own messages. */
const tabs = () => (channel ??= new BroadcastChannel('callboard.session'))

const TRY_EVERY_MS = 5_000

export const isSignOutPending = createStore(false)
let retry: ReturnType<typeof setInterval> | undefined
const stopTrying = () => {
  isSignOutPending.setState(() => false)
  clearInterval(retry)
  removeEventListener('online', finish)
}
const finish = async () => {
  try {
    await signOut()
  } catch (error) {
    // Permanent refusals: the session expires by itself.
    if (isApiError(error, ...TROUBLES)) return
  }
  stopTrying()
}

/**
 * Ends the session and notifies other tabs. Offline, it is ended later unless the page closes.
 * @returns URL to leave the company's sign-in; null: none
 */
export const signOutEverywhere = async (): Promise<string | null> => {
  let to: string | null = null
  try {
    to = await signOut()
  } catch (error) {
    if (!isApiError(error, ...TROUBLES)) throw error
    stopTrying()
    isSignOutPending.setState(() => true)
    retry = setInterval(() => void finish(), TRY_EVERY_MS)
    addEventListener('online', finish)
  }
  tabs().postMessage(null)
  return to
}

export const announceSignIn = (principal: string | null) => {
  // A pending sign-out must not end the new session.
  stopTrying()
  tabs().postMessage(principal)
}

/** Subscribes to sign-ins and sign-outs of other tabs. @returns unsubscribe */
export const onSessionElsewhere = (listener: (principal: string | null) => void): (() => void) => {
  const heard = ({ data }: MessageEvent<unknown>) => listener(typeof data === 'string' ? data : null)
  const heardFrom = tabs()
  heardFrom.addEventListener('message', heard)
  return () => heardFrom.removeEventListener('message', heard)
}
