import { signIn, signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('on a phone the journal is two-line rows with a sheet of filters', async ({ page }) => {
  await signIn(page, 'marketer')
  await page.goto('/calls?period=year')
  const table = page.getByRole('table', { name: 'Contacts' })
  await expect(table.getByRole('link').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Status').selectOption('No answer')
  await sheet.getByLabel('First-time only').check()
  await sheet.getByRole('button', { name: /^Show [\d,]+ contacts?$/ }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters 3' })).toBeVisible()
  await table.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Attribution' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('on a phone the tab bar leads everywhere', async ({ page }) => {
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Objects' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a client first' })).toBeVisible()
})
