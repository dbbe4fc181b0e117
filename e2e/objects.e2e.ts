import { fault } from './support/fault.ts'
import { axe, bothThemes } from './support/look.ts'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('the objects are listed, filtered by status, searched, and lead to their journal', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Objects' }).click()
  await expect(page.getByRole('heading', { name: 'Objects' })).toBeVisible()
  const objects = table(page, 'Objects')
  await expect(objects.locator.getByRole('link').first()).toBeVisible()
  await bothThemes(page, () => axe(page))
  const all = (await objects.rows()).length
  expect(all).toBeGreaterThan(5)

  await page.getByRole('searchbox').fill('edge')
  await expect.poll(async () => (await objects.rows()).length).toBe(1)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('link', { name: 'Active', exact: true }).click()
  await expect(page).toHaveURL(/\/objects\?status=3$/)
  await expect(objects.locator.getByRole('link').first()).toBeVisible()

  const link = objects.locator.getByRole('link').first()
  const title = (await link.textContent())!
  await link.click()
  await expect(page).toHaveURL(/\/objects\/[^/]+\/calls$/)
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Object ${title}` })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Object' })).toBeHidden()
})

test('an account without objects and a service that fails are told apart', async ({
  page,
  context,
  allowConsole,
}) => {
  await signInByRequest(page, 'empty')
  await page.goto('/objects')
  await expect(page.getByRole('heading', { name: /No objects/ })).toBeVisible()
  await axe(page)
  allowConsole(/status of 500/)
  await fault(context, 'objects-500')
  await page.goto('/objects?status=3')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 10_000 })
  await axe(page)
  await fault(context)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
})

test('the object switcher leads from all objects to one and back, filters kept', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/calls?period=year&target_filter=1&source_filter=ORGANIC')
  await page.getByRole('button', { name: 'Object all' }).click()
  await page.getByRole('searchbox').fill('edge')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Object Edge cases' })).toBeVisible()
  await expect(page).toHaveURL(/\/objects\/[^/]+\/calls\?period=year&target_filter=1$/)
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }),
  ).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Object Edge cases' }).click()
  await page.getByRole('option', { name: 'All objects' }).click()
  await expect(page).toHaveURL(/\/calls\?period=year&target_filter=1$/)
})
