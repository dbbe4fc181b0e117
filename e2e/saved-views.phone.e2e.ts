import { putViews, savedViews } from './support/saved-views.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.afterEach(({ page }) => putViews(page, []))

test('on a phone the tabs scroll sideways, and a sheet has what can be done with the open one', async ({
  page,
}) => {
  await signInByRequest(page, 'client')
  await putViews(page, [])
  const tabs = page.getByRole('navigation', { name: 'Views' })
  const current = tabs.locator('[aria-current=page]')
  await page.goto('/calls?period=year&target_filter=1&duration_filter=gt30s')
  await page.getByRole('button', { name: 'Save view', exact: true }).tap()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await expect(dialog.getByLabel('Name')).toHaveValue('Target only, Over 30 s')
  await dialog.getByRole('button', { name: 'Save view' }).tap()
  await expect(current).toHaveText('Target only, Over 30 s')
  await expect(current).toBeInViewport({ ratio: 0.95 })
  await expect.poll(async () => (await savedViews(page)).length).toBe(1)

  await page.goto('/calls?period=year&target_filter=1')
  await expect(current).toHaveText('Target')
  await expect(current).toBeInViewport({ ratio: 0.95 })
  await tabs.getByRole('link', { name: 'Target only, Over 30 s' }).tap()
  await page.goto('/calls?period=year&target_filter=1&duration_filter=gt30s')
  await expect(current).toBeInViewport({ ratio: 0.95 })
  const box = await tabs.boundingBox()
  const filters = await page.getByRole('region', { name: 'Filters' }).boundingBox()
  expect(filters!.y).toBeGreaterThanOrEqual(box!.y + box!.height)

  await page.getByRole('button', { name: 'View Target only, Over 30 s: actions' }).tap()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Delete' }).tap()
  await expect(tabs.getByRole('link', { name: 'Target only, Over 30 s' })).toHaveCount(0)
  await expect.poll(async () => (await savedViews(page)).length).toBe(0)
})
