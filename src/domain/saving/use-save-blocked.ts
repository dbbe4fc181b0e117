import { useSyncExternalStore } from 'react'
import { isCutOff, lastingTrouble } from '#/api/transport/connection.ts'
import { presenting } from '#/i18n/privacy-mode.ts'
import { m } from '#/i18n/paraglide/messages.js'

/**
 * Why nothing can be saved now, in a sentence; undefined: it can. While our server cannot be reached, what saves is
 * disabled for this reason, and enabled again by itself; what is typed stays. Of what only arranges the screen (columns,
 * order, pins) the toast says that it was not kept.
 * @param isMasked in a presentation: what is on the screen must not be saved in place of what it stands for
 */
export const useSaveBlocked = (isMasked = false): string | undefined => {
  const trouble = useSyncExternalStore(lastingTrouble.on, lastingTrouble.now)
  if (isMasked && presenting) return presenting.noSaving()
  if (!isCutOff(trouble)) return undefined
  return trouble === 'offline' ? m.save_offline() : m.save_unreachable()
}
