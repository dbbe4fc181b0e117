import type { Page } from '@playwright/test'
import { expect } from './test.ts'
import { table } from './table.ts'

export const contacts = (page: Page) => table(page, 'Contacts')

export const filters = (page: Page) => page.getByRole('region', { name: /^(Filters|Фильтры)$/ })

export const filterBy = async (page: Page, value: RegExp): Promise<string> => {
  let words = ''
  // The list may change during the move.
  await expect(async () => {
    const shown = contacts(page).locator.locator('[data-value]').filter({ hasText: value }).first()
    words = (await shown.textContent())!
    await shown.hover({ timeout: 2_000 })
    await contacts(page)
      .locator.getByRole('button', { name: `Filter by ${words}`, exact: true })
      .first()
      .click({ timeout: 2_000 })
  }).toPass()
  return words
}

export const pill = (page: Page, name: string) => filters(page).getByRole('button', { name, exact: true })
