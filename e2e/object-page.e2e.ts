import { HOSTILE_TITLE_ALIAS } from '#/server/reference/sample/edge-cases/objects.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

test('the contents lead to the regions and mark what is read and what is not saved', async ({ page }) => {
  await signInByRequest(page, 'edge')
  await page.goto(`/objects/${HOSTILE_TITLE_ALIAS}`)
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(region('Facts')).toBeVisible()
  // No skeletons, and the plan is settled.
  await expect(page.locator('main .animate-appear')).toHaveCount(0)
  await survives(page)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  const link = (name: string) => contents.getByRole('link', { name: new RegExp(`^${name}`) })
  await expect(link('Facts')).toHaveAttribute('aria-current', 'true')
  const entries = await page.evaluate(() => history.length)
  for (const name of ['Notifications', 'Plan', 'Custom statuses', 'Tracking script']) {
    await link(name).click()
    await expect(region(name)).toBeInViewport()
    await expect(link(name)).toHaveAttribute('aria-current', 'true')
    await expect(contents.locator('[aria-current]')).toHaveCount(1)
  }
  await expect(page).toHaveURL(/#tracking-script$/)
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await page.keyboard.press('Tab')
  const box = region('Tracking script').getByRole('checkbox').first()
  await expect(box).toBeFocused()
  await expect(contents.getByText('Unsaved changes')).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(link('Tracking script').getByText('Unsaved changes')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(contents.getByText('Unsaved changes')).toHaveCount(0)

  const showAll = page.getByRole('button', { name: 'Show all' })
  while ((await showAll.count()) > 0) await showAll.first().click()
  await survives(page)
})
