import type { Page } from '@playwright/test'
import { expect } from './test.ts'
import { table } from './table.ts'

export const contacts = (page: Page) => table(page, 'Contacts')

/** The journal's filters, in either language. */
export const filters = (page: Page) => page.getByRole('region', { name: /^(Filters|Фильтры)$/ })

/** Narrows the journal to a value of its table, by the funnel in the cell under the pointer. @returns the value */
export const filterBy = async (page: Page, value: RegExp): Promise<string> => {
  let words = ''
  // The rows of another list may come while the pointer is on its way.
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

/** One button of them: a filter by its name, a set one by name and value, a quick chip. */
export const pill = (page: Page, name: string) => filters(page).getByRole('button', { name, exact: true })
