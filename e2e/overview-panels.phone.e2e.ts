import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('the heat map of a phone has hours as rows, fits, and its cells can be pressed', async ({ page }) => {
  await signInByRequest(page, 'client')
  await page.goto('/overview')
  const map = page.getByRole('region', { name: 'Heat map', exact: true })
  const rows = map.locator('tbody tr')
  await expect(rows).toHaveCount(24)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  const cell = map.getByRole('button', { name: /^Tue 10:00–11:00: / })
  const box = (await cell.boundingBox())!
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
  await cell.click()
  await expect(page).toHaveURL(/hour_of_week=34/)
  await expect(cell).toHaveAttribute('aria-pressed', 'true')
})

test('on a phone whom to call back comes before the pictures', async ({ page }) => {
  await signInByRequest(page, 'client')
  await page.goto('/overview')
  await expect(page.getByRole('region', { name: 'Heat map', exact: true }).getByRole('grid')).toBeVisible()
  const order = [
    'Today',
    'Summary',
    'Did not get through',
    'Trend',
    'Sources',
    'Heat map',
    'Funnel',
    'Regions',
  ]
  const tops = await Promise.all(
    order.map(async (name) => (await page.getByRole('region', { name, exact: true }).boundingBox())!.y),
  )
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})
