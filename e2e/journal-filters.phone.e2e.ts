import { asked } from './support/asked.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

test('the sheet has every filter by its name, and says how many contacts they leave', async ({ page }) => {
  const queries = asked(page)
  await page.goto('/calls?period=all')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('group', { name: 'Period' }).getByRole('button', { name: 'Year' }).click()
  await expect(page).toHaveURL(/\/calls\?period=year$/)
  await sheet.getByLabel('Duration').selectOption('Over 1 min')
  await sheet.getByLabel('Page address').fill('price')
  await sheet.getByLabel('Target only').check()
  await expect(page).toHaveURL(/\?period=year&target_filter=1&uri_filter=price&duration_filter=gt1m$/)
  await expect
    .poll(() => queries)
    .toContain('?period=year&target_filter=1&uri_filter=price&duration_filter=gt1m')
  await expect(sheet.getByRole('button', { name: /^Show [\d,]+ contacts?$/ })).toBeVisible()

  await sheet.getByRole('button', { name: 'Source', exact: false }).first().click()
  await sheet.getByRole('combobox', { name: 'Source' }).fill('орган')
  await sheet.getByRole('option', { name: 'Органический поиск' }).click()
  await expect(sheet.getByRole('button', { name: 'Source Органический поиск' })).toBeFocused()

  await sheet.getByRole('button', { name: 'Clear filters' }).click()
  await expect(sheet.getByLabel('Page address')).toHaveValue('')
  await expect(sheet.getByLabel('Target only')).not.toBeChecked()
  await expect(page).toHaveURL(/\/calls$/)
})

test('custom days in the sheet: ready periods and one month of the calendar', async ({ page }) => {
  const queries = asked(page)
  await page.goto('/calls?period=all')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: 'Custom' }).click()
  await expect(sheet.getByRole('grid')).toHaveCount(1)
  // Nothing is asked before there are days.
  expect(queries.filter((query) => query.includes('custom'))).toEqual([])
  await sheet.getByLabel('From', { exact: true }).fill('2026-09-07')
  await sheet.getByLabel('To', { exact: true }).fill('2026-09-13')
  await expect(page).toHaveURL(/\?period=custom&date_from=2026-09-07&date_to=2026-09-13$/)
  await expect(sheet.getByRole('grid', { name: /September 2026/ })).toBeVisible()
  await sheet.getByRole('button', { name: /September 9, 2026/ }).click()
  await sheet.getByRole('button', { name: /September 11, 2026/ }).click()
  await expect(page).toHaveURL(/\?period=custom&date_from=2026-09-09&date_to=2026-09-11$/)
  const heights = await sheet
    .getByRole('grid')
    .getByRole('button')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height).filter((one) => one > 0))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(40)
  await sheet.getByRole('button', { name: 'Last month' }).click()
  await expect(sheet.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true')
})

test('the bar scrolls sideways, the page does not', async ({ page }) => {
  await page.goto('/calls?period=year&status_filter=ANSWER&target_filter=1')
  const chip = page.getByRole('button', { name: 'Long (over 1 min)' })
  await chip.scrollIntoViewIfNeeded()
  await chip.click()
  await expect(page).toHaveURL(/duration_filter=gt1m/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
