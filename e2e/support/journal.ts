import type { Page } from '@playwright/test'
import { table } from './table.ts'

export const contacts = (page: Page) => table(page, 'Contacts')

/** The journal's filters, in either language. */
export const filters = (page: Page) => page.getByRole('region', { name: /^(Filters|Фильтры)$/ })

/** One button of them: a filter by its name, a set one by name and value, a quick chip. */
export const pill = (page: Page, name: string) => filters(page).getByRole('button', { name, exact: true })
