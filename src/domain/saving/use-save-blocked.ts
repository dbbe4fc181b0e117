import { useSyncExternalStore } from 'react'
import { isCutOff, lastingTrouble } from '#/api/transport/connection.ts'
import { m } from '#/i18n/paraglide/messages.js'

/**
 * Why nothing can be saved now, in a sentence; undefined: it can. While our server cannot be reached, what saves is
 * disabled for this reason, and enabled again by itself; what is typed stays. Of what only arranges the screen (columns,
 * order, pins) the toast says that it was not kept.
 */
export const useSaveBlocked = (): string | undefined => {
  const trouble = useSyncExternalStore(lastingTrouble.on, lastingTrouble.now)
  if (!isCutOff(trouble)) return undefined
  return trouble === 'offline' ? m.save_offline() : m.save_unreachable()
}
