import { signOut } from '#/api/session.ts'

/*
 * Tabs of one browser share the session's cookie: what one does to it, the others hear at once. The message is
 * who is signed in by now: a principal, or null after signing out.
 */
let channel: BroadcastChannel | undefined
/** One for the whole page: a channel does not hear itself. */
const tabs = () => (channel ??= new BroadcastChannel('callboard.session'))

/**
 * Ends the session here and tells the other tabs, so that none keeps showing what it has.
 * @returns where the browser goes now to leave the company's sign-in too; null: nowhere
 */
export const signOutEverywhere = async (): Promise<string | null> => {
  const to = await signOut()
  tabs().postMessage(null)
  return to
}

/** Tells the other tabs whose the session is now: those of another account must not go on. */
export const announceSignIn = (principal: string | null) => tabs().postMessage(principal)

/** Calls back when another tab of this browser signs in or out. @returns what ends that */
export const onSessionElsewhere = (listener: (principal: string | null) => void): (() => void) => {
  const heard = ({ data }: MessageEvent<unknown>) => listener(typeof data === 'string' ? data : null)
  const heardFrom = tabs()
  heardFrom.addEventListener('message', heard)
  return () => heardFrom.removeEventListener('message', heard)
}
