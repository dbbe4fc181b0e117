import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a link opens after sign-in, but only a link of ours', async ({ page }) => {
  await page.goto('/calls?period=year&target_filter=1')
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await signIn(page, 'small')
  await expect(page).toHaveURL(/\/calls\?period=year&target_filter=1$/)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto('/sign-in?next=//evil.example/')
  await signIn(page, 'small')
  await expect(page).toHaveURL(/\/overview$/)
})
