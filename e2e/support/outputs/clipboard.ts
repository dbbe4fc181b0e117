import type { Page } from '@playwright/test'

/** What was copied, pasted elsewhere: our pages may not read the clipboard, and need not. */
export const clipboard = async (page: Page): Promise<string> => {
  const paper = await page.context().newPage()
  await paper.setContent('<textarea aria-label="Paper"></textarea>')
  await paper.getByLabel('Paper').focus()
  await paper.keyboard.press('ControlOrMeta+V')
  const text = await paper.getByLabel('Paper').inputValue()
  await paper.close()
  return text
}
