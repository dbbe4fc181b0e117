import { saveFile } from '#/domain/table-file/save-file.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'

/**
 * Copies a text and says so, or hands it over as a file where the browser allows no copying, as in a frame.
 * @param said what is said of it when it was copied
 */
export const giveText = async (text: string, fileName: string, said: string = m.copied()): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    saveFile(new Blob([text], { type: 'text/plain' }), fileName)
    return
  }
  showToast({ text: said })
}
