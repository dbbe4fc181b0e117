import { copyText } from '#/domain/copy.ts'
import { saveFile } from '#/domain/files/save-file.ts'

/**
 * Copies with a toast, or downloads without clipboard access.
 * @param notice the toast
 */
export const giveText = async (text: string, fileName: string, notice?: string): Promise<void> => {
  if (!(await copyText(text, notice))) saveFile(new Blob([text], { type: 'text/plain' }), fileName)
}
