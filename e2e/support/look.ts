import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The page as it stands has no violation that axe knows of, in the theme it shows. */
export const axe = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }))
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/** Does the same in the light and the dark theme, which follow the system's while nobody has chosen one. */
export const bothThemes = async (page: Page, work: (theme: 'light' | 'dark') => Promise<void>) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await work(theme)
  }
}
