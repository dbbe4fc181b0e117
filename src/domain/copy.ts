import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'

/** Copies with a toast; false: no clipboard access, as in some frames. */
export const copyText = async (text: string, notice: string = m.copied()): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    return false
  }
  showToast({ text: notice })
  return true
}

/** For text that is visible and can be copied by hand. */
export const copyShown = async (text: string): Promise<void> => {
  if (!(await copyText(text))) showToast({ tone: 'failed', text: m.copy_refused() })
}
