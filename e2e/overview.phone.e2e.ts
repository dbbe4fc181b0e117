import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('on a phone the overview is one column, and a receipt is a sheet', async ({ page }) => {
  await signInByRequest(page, 'small')
  await page.goto('/overview?kind=first_time')
  const contacts = page
    .getByRole('region', { name: 'Summary' })
    .getByRole('button', { name: /^Contacts [\d,]+$/ })
  await expect(contacts).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await contacts.click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  const box = (await receipt.boundingBox())!
  expect(box.x).toBe(0)
  expect(box.width).toBe(390)
})
