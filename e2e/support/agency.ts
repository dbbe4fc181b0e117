import { expect, type Page } from '@playwright/test'
import { fetchJson } from './calls.ts'
import { table } from './table.ts'

/** `client` is its id in paths (G3). */
interface Client {
  readonly client: string
  readonly company_name: string
  readonly email: string
}

const clientsOf = async (page: Page): Promise<readonly Client[]> =>
  (await fetchJson<{ agency: { clients: Client[] } }[]>(page, '/agency')).flatMap(
    ({ agency }) => agency.clients,
  )

export const clientNamed = async (page: Page, name: string): Promise<string> => {
  const found = (await clientsOf(page)).find(({ company_name }) => company_name === name)
  expect(found, name).toBeDefined()
  return found!.client
}

export const switcher = (page: Page, name?: string) =>
  page.getByRole(
    'button',
    name === undefined ? { name: /^Client / } : { name: `Client ${name}`, exact: true },
  )

export const clientSearch = (page: Page) => page.getByRole('searchbox', { name: 'Clients', exact: true })

export const switchTo = async (page: Page, name: string) => {
  await switcher(page).click()
  await clientSearch(page).fill(name)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

export const objectTitles = async (page: Page): Promise<Set<string>> => {
  const links = table(page, 'Objects').locator.locator('a[data-to="object"]')
  await expect(links.first()).toBeVisible()
  return new Set((await links.allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim()))
}

export const contactLinks = (page: Page) =>
  table(page, 'Contacts').locator.getByRole('link', { name: /\d\d:\d\d/ })
