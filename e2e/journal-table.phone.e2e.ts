import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('on a phone each contact is two lines of one link, and has no columns to choose', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/calls?period=all')
  const table = page.getByRole('table', { name: 'Contacts' })
  await expect(table.getByRole('link').first()).toBeVisible()
  const rows = table.locator('tbody tr')
  for (const row of (await rows.all()).slice(0, 5)) expect((await row.boundingBox())!.height).toBe(60)
  await expect(rows.first().getByRole('link')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Columns/ })).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  const box = table.locator('xpath=..')
  await box.evaluate((element) => element.scrollTo({ top: 60 * 1000 }))
  await expect(table.locator('tr[aria-rowindex="1003"]').getByRole('link')).toBeVisible()
  await table.locator('tr[aria-rowindex="1003"]').getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Attribution' })).toBeVisible()
  await page.goBack()
  await expect(table.locator('tr[aria-rowindex="1003"]').getByRole('link')).toBeInViewport()
})
