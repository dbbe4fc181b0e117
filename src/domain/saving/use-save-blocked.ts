import { useSelector } from '@tanstack/react-store'
import { isCutOff, lastingTrouble } from '#/api/transport/connection.ts'
import { privacyMode } from '#/i18n/privacy-mode.ts'
import { m } from '#/i18n/paraglide/messages.js'

/**
 * Reason why saving is disabled; undefined: enabled. While the server is unreachable, drafts stay and saving
 * re-enables by itself. Layout preferences use a toast instead.
 * @param isMasked presentation mode: masks must not be saved over real values
 */
export const useSaveBlocked = (isMasked = false): string | undefined => {
  const trouble = useSelector(lastingTrouble)
  if (isMasked && privacyMode) return privacyMode.noSaving()
  if (!isCutOff(trouble)) return undefined
  return trouble === 'offline' ? m.save_offline() : m.save_unreachable()
}
