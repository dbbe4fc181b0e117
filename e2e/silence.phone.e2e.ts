import type { Locator } from '@playwright/test'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('on a phone the silence wall comes first, and nothing of it is wider than the screen', async ({
  page,
}) => {
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  const wall = page.getByRole('region', { name: 'Silence wall', exact: true })
  await expect(wall).toBeVisible()
  const topOf = async (part: Locator) => (await part.boundingBox())!.y
  expect(await topOf(wall)).toBeLessThan(await topOf(page.getByRole('table', { name: 'Clients' })))
  for (const region of await page.getByRole('region').all())
    expect(await topOf(region)).toBeGreaterThanOrEqual(await topOf(wall))

  await wall.getByRole('button', { name: /^Check \d+ clients?$/ }).click()
  await expect(wall.getByText(/^Checked \d\d:\d\d$/)).toBeVisible({ timeout: 60_000 })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'pixels that the page is too wide').toBe(0)
})
