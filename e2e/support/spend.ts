import { expect, type Locator, type Page } from '@playwright/test'
import { asked } from './calls.ts'
import { signIn, signInByRequest, type Who } from './sign-in.ts'
import { table } from './table.ts'

/** Spend belongs to the account: every test of it has a server, and so preferences, of its own. */
export interface Server {
  readonly origin: string
}

/** The last month that is over, and a few of its days. */
const now = new Date()
const month = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
export const LAST_MONTH = month(1).toISOString().slice(0, 7)
const LAST_DAY = new Date(month(0).getTime() - 86_400_000).toISOString().slice(0, 10)
export const MONTH_QUERY = `date_from=${LAST_MONTH}-01&date_to=${LAST_DAY}`
export const DAYS_IN_MONTH = Number(LAST_DAY.slice(8))

export const sources = (page: Page): Locator => page.getByRole('region', { name: 'Sources', exact: true })
export const row = (page: Page, name: string): Locator =>
  table(page, 'Sources')
    .locator.getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
export const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Spend', exact: true })
export const amountOf = (page: Page, name: string): Locator =>
  dialog(page).getByRole('textbox', { name: `Amount, ${name}`, exact: true })
export const costSwitch = (page: Page): Locator =>
  sources(page).getByRole('button', { name: 'Cost', exact: true })

/** Everything of the period is loaded. */
export const openOverview = async (page: Page, server: Server, query = MONTH_QUERY) => {
  await page.goto(`${server.origin}/overview?${query}`)
  await expect(sources(page).getByRole('rowheader').first()).toBeVisible()
  // On a phone there is no room to say it.
  await expect(page.getByText(/^All [\d,]+ contacts loaded/)).toBeAttached()
}

export const enter = async (page: Page, server: Server, who: Who) => {
  await page.goto(`${server.origin}/sign-in`)
  await signIn(page, who)
}

export const openSpend = async (page: Page) => {
  await sources(page).getByRole('button', { name: 'Spend', exact: true }).click()
  await expect(
    dialog(page)
      .getByRole('textbox', { name: /^Amount, / })
      .first(),
  ).toBeVisible()
}

/** Applies what is entered, and has it saved. */
export const apply = async (page: Page) => {
  await dialog(page).getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
}

interface Answer {
  readonly meta: { readonly pagination: { readonly total_objects: number } }
}

/**
 * How many contacts of the client's source the service itself counts. It stands behind both servers, and Node knows only
 * the tests' own by its name.
 */
export const countOf = async (
  page: Page,
  source: string,
  filter: Record<string, string> = {},
): Promise<number> => {
  await signInByRequest(page, 'client')
  const filters = new URLSearchParams({ source_text_filter: source, ...filter })
  const { meta } = await asked<Answer>(page, `/calls?period=custom&${MONTH_QUERY}&${filters.toString()}`)
  return meta.pagination.total_objects
}

/** As the table writes an amount of money. */
export const money = (amount: number): string =>
  (amount < 100 ? Math.round(amount * 100) / 100 : Math.round(amount)).toLocaleString('en-US')
