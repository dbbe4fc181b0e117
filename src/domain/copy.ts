import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'

/** Copies and says so; false: the browser allows no copying, as in a frame without permission. */
export const copyText = async (text: string, said: string = m.copied()): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    return false
  }
  showToast({ text: said })
  return true
}

/** For what is on the screen anyway, from where it can be copied by hand. */
export const copyShown = async (text: string): Promise<void> => {
  if (!(await copyText(text))) showToast({ tone: 'failed', text: m.copy_refused() })
}
