import type { Locator, Page } from '@playwright/test'
import { MORE_CONTACTS, test } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect } from './support/test.ts'

const tool = async (page: Page, name: string): Promise<Locator> => {
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) })
  await button.click()
  const region = page.getByRole('region', { name, exact: true })
  await expect(region.locator('p').first()).toBeVisible()
  return region
}

test.use({ env: MORE_CONTACTS })

test('Today, every panel and every tool are clean, names from outside too', async ({ page, second }) => {
  await page.goto(`${second.origin}/sign-in`)
  await signIn(page, 'marketer')
  await page.goto(`${second.origin}/overview`)
  const today = page.getByRole('region', { name: 'Today', exact: true })
  await expect(today.getByRole('link', { name: 'Missed callers' })).toBeVisible()
  await expect(
    page.getByRole('grid', { name: 'Pages', exact: true }).getByRole('button').first(),
  ).toBeVisible()
  await survives(page)
  await page.getByRole('button', { name: 'Overview menu' }).click()
  await page.getByRole('menuitem', { name: 'Tools', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible()
  for (const name of ['Shift finder', 'Negative keywords', 'UTM cleaner', 'Won statuses'])
    await tool(page, name)
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await survives(page)
})
