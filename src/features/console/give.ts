import { saveFile } from '#/domain/files/save-file.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'

/**
 * Copies with a toast, or downloads without clipboard access.
 * @param notice the toast
 */
export const giveText = async (
  text: string,
  fileName: string,
  notice: string = m.copied(),
): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    saveFile(new Blob([text], { type: 'text/plain' }), fileName)
    return
  }
  showToast({ text: notice })
}
