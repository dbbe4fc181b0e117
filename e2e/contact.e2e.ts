import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

test('a contact opens from the journal and the way back keeps its filters', async ({ page }) => {
  await page.goto('/calls?period=year&status_filter=ANSWER')
  const contacts = table(page, 'Contacts')
  const row = contacts.locator
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
  const caller = await row
    .getByRole('button', { name: /^[+\d]/ })
    .first()
    .textContent()
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/objects\/[^/]+\/calls\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: caller! })).toBeVisible()
  for (const region of ['Call', 'Attribution', 'Recording', 'CRM deal', 'This caller'])
    await expect(page.getByRole('region', { name: region, exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Back to journal' }).click()
  await expect(page).toHaveURL(/\/calls\?period=year&status_filter=ANSWER$/)
  await expect(contacts.locator.getByRole('link').first()).toBeVisible()
})

test('the browser’s Back returns to the list as it was', async ({ page }) => {
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
