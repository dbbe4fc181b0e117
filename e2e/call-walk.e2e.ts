import type { Page } from '@playwright/test'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

const contacts = (page: Page) => table(page, 'Contacts').locator
const row = (page: Page, number: number) => contacts(page).locator(`tr[aria-rowindex="${number + 1}"]`)
const link = (page: Page, number: number) => row(page, number).locator('a[data-to="contact"]').first()
const hrefOf = async (page: Page, number: number) => {
  await expect(link(page, number)).toBeVisible()
  return new RegExp(`${(await link(page, number).getAttribute('href'))!.split('?')[0]}$`)
}
const next = (page: Page) => page.getByRole('button', { name: 'Next contact' })
const previous = (page: Page) => page.getByRole('button', { name: 'Previous contact' })

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

test('previous and next walk the journal’s own list, across its pages, and Back leads to the row', async ({
  page,
}) => {
  await page.goto('/calls?period=all&status_filter=ANSWER')
  // Pages hold twenty.
  const [nineteenth, twentieth, last] = [
    await hrefOf(page, 19),
    await hrefOf(page, 20),
    await hrefOf(page, 21),
  ]
  const total = (await page.getByRole('status').first().textContent())!.replace(/\D/g, '')
  await link(page, 20).click()
  await expect(page).toHaveURL(twentieth)
  await expect(page.getByText(`20 of ${Number(total).toLocaleString('en')}`)).toBeVisible()
  await next(page).click()
  await expect(page).toHaveURL(last)
  await expect(next(page)).toBeFocused()
  await page.keyboard.press('k')
  await expect(page).toHaveURL(twentieth)
  await page.keyboard.press('k')
  await expect(page).toHaveURL(nineteenth)
  await page.keyboard.press('j')
  await expect(page).toHaveURL(twentieth)
  await page.keyboard.press('j')
  await expect(page).toHaveURL(last)

  await page.getByRole('link', { name: 'Back to journal' }).click()
  await expect(page).toHaveURL(/\/calls\?period=all&status_filter=ANSWER$/)
  await expect(link(page, 21)).toBeFocused()
  await expect(row(page, 21)).toBeInViewport()
  // The walk was one step of the history.
  await page.goForward()
  await expect(page).toHaveURL(last)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/calls\?period=all&status_filter=ANSWER$/)
})

test('a row far down is found again with its place on the screen', async ({ page }) => {
  await page.goto('/calls?period=all')
  await expect(link(page, 1)).toBeVisible()
  const box = contacts(page).locator('xpath=..')
  await box.evaluate((element) => (element.scrollTop = 32 * 1000))
  await expect(link(page, 1005)).toBeVisible()
  const top = await box.evaluate((element) => element.scrollTop)
  await link(page, 1005).click()
  await expect(page.getByText(/^1,005 of /)).toBeVisible()
  await page.getByRole('link', { name: 'Back to journal' }).click()
  await expect(link(page, 1005)).toBeFocused()
  expect(await box.evaluate((element) => element.scrollTop)).toBe(top)

  // Forty contacts on, it is out of the screen that was left: the list goes there.
  await page.goForward()
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('j')
    await expect(page.getByText(new RegExp(`^${(1006 + step).toLocaleString('en')} of `))).toBeVisible()
  }
  await page.goBack()
  await expect(link(page, 1045)).toBeFocused()
  await expect(row(page, 1045)).toBeInViewport()
})

test('the ends of the list say so, and a contact opened by link has no list', async ({ page }) => {
  await page.goto('/calls?period=all')
  await link(page, 1).click()
  await expect(previous(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(previous(page)).toHaveAccessibleDescription('This is the first of the list')
  await expect(next(page)).not.toHaveAttribute('aria-disabled', 'true')
  const { pathname } = new URL(page.url())
  await page.keyboard.press('k')
  await expect(page).toHaveURL(new RegExp(`${pathname}$`))

  await page.evaluate(() => history.replaceState(null, ''))
  await page.goto(pathname)
  await expect(page.getByRole('link', { name: 'Back to journal' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(next(page)).toHaveCount(0)
})

test('the walk keeps to the caller that the journal was filtered by', async ({ page }) => {
  await page.goto('/calls?period=all')
  const caller = contacts(page)
    .getByRole('button', { name: /^\+7 \d{3} / })
    .first()
  const number = (await caller.textContent())!
  await caller.click()
  await expect(page.getByRole('button', { name: `Caller ${number}`, exact: true })).toBeVisible()
  await expect(contacts(page).locator('..')).toHaveAttribute('aria-busy', 'false')
  const count = Number((await page.getByRole('status').first().textContent())!.replace(/\D/g, ''))
  await link(page, 1).click()
  await expect(page.getByText(`1 of ${count}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(number)
  expect(page.url()).not.toContain(number.replace(/\D/g, '').slice(1))
})
