import type { Page } from '@playwright/test'

/** Counts every press of the pointer or of a key, from the next page that is opened. @returns how many there were */
export const countPresses = async (page: Page): Promise<() => number> => {
  let presses = 0
  await page.exposeBinding('countPress', () => presses++)
  await page.addInitScript(() => {
    const { countPress } = globalThis as unknown as { countPress: () => void }
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(kind, ({ isTrusted }) => isTrusted && countPress(), { capture: true })
  })
  return () => presses
}
