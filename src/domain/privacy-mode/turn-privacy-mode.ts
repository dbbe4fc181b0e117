import { leaveAtOnce, mayLeave } from '#/domain/saving/leaving.ts'
import { privacyMode, PRIVACY_MODE_COOKIE, isPresentedNow } from '#/i18n/privacy-mode.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'

const newPresentation = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const keep = (value: string) => {
  const isFramed = window.parent !== window
  const reach = isFramed ? 'SameSite=None; Partitioned; Secure' : 'SameSite=Strict'
  const secure = location.protocol === 'https:' && !isFramed ? '; Secure' : ''
  const end = value === '' ? '; Max-Age=0' : ''
  document.cookie = `${PRIVACY_MODE_COOKIE}=${value}; Path=/; ${reach}${secure}${end}`
}

let channel: BroadcastChannel | undefined
/** Tabs share the cookie, so all must switch. */
const pages = () => (channel ??= new BroadcastChannel('callboard.presenting'))

const loadAnew = () => leaveAtOnce(() => location.reload())

/**
 * Toggles presentation mode in all tabs. Pages reload, since loaded data is masked or not. Confirms unsaved work
 * first.
 */
export const turnPrivacyMode = async (on: boolean): Promise<void> => {
  if (!(await mayLeave())) return
  keep(on ? newPresentation() : '')
  if (isPresentedNow() !== on) return showToast({ tone: 'failed', text: m.privacy_mode_no_cookie() })
  pages().postMessage(null)
  loadAnew()
}

export const togglePrivacyMode = (): Promise<void> => turnPrivacyMode(privacyMode === null)

/** Reloads when another tab switched the mode. @returns unsubscribe */
export const followPrivacyMode = (): (() => void) => {
  const check = () => {
    if (isPresentedNow() === (privacyMode !== null)) return
    void mayLeave().then((may) => may && loadAnew())
  }
  const lookWhenSeen = () => {
    if (document.visibilityState === 'visible') check()
  }
  pages().addEventListener('message', check)
  document.addEventListener('visibilitychange', lookWhenSeen)
  addEventListener('pageshow', check)
  // It may have changed since this page loaded.
  check()
  return () => {
    pages().removeEventListener('message', check)
    document.removeEventListener('visibilitychange', lookWhenSeen)
    removeEventListener('pageshow', check)
  }
}
