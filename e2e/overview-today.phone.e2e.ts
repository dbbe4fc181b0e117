import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

test('on a phone what to do today stands first, and the tools fit', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/overview')
  const today = page.getByRole('region', { name: 'Today', exact: true })
  await expect(today.getByRole('listitem').first()).toBeInViewport()
  for (const name of ['Shift finder', 'Minus phrases', 'UTM cleaner', 'Won statuses']) {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await expect(page.getByRole('region', { name, exact: true }).locator('p').first()).toBeVisible()
  }
  await survives(page)
})
