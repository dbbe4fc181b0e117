import { signOut } from '#/api/session.ts'

const CHANNEL = 'callboard.session'

/** Ends the session here and tells the other tabs, so that none keeps showing what it has. */
export const signOutEverywhere = async () => {
  await signOut()
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('signed-out')
  channel.close()
}

/** Calls back when another tab of this browser signs out. */
export const onSignOutElsewhere = (listener: () => void) => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', listener)
}
