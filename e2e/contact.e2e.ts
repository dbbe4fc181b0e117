import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('the browser’s Back returns to the list as it was', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/calls?period=year&target_filter=1')
  const contacts = table(page, 'Contacts')
  await expect(contacts.locator.getByRole('link').first()).toBeVisible()
  await contacts.locator.evaluate((root) => {
    root.parentElement!.scrollTop = 3200
  })
  const link = contacts.locator.locator('tr[aria-rowindex="112"]').getByRole('link').first()
  await expect(link).toBeVisible()
  const href = await link.getAttribute('href')
  await link.click()
  await expect(page.getByRole('region', { name: 'Attribution' })).toBeVisible()
  await page.goBack()
  await expect(page.locator(`a[href="${href}"]`)).toBeInViewport()
})
