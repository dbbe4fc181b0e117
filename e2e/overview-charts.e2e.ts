import type { Page } from '@playwright/test'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const trend = (page: Page) => region(page, 'Trend').getByRole('slider')
const said = (page: Page) => trend(page).getAttribute('aria-valuetext')
/** What the chart library draws, when it has taken over. */
const drawn = (page: Page, within: string) => region(page, within).locator('.recharts-surface')
const contacts = async (page: Page) =>
  Number(
    (await region(page, 'Funnel')
      .getByRole('button', { name: /^Contacts [\d,]+$/ })
      .textContent())!.replace(/\D/g, ''),
  )

test('the chart library comes after the first figures, into boxes that stand already, and nothing moves; hours of the heat map can be hit; a day is chosen with the pointer', async ({
  page,
}) => {
  await signInByRequest(page, 'client')
  const held: (() => Promise<void>)[] = []
  // The script, not the API: there is no fault of the service that would be late with it.
  await page.route(/\/assets\/line-plot[^/]*\.js$/, async (route) => {
    held.push(() => route.continue())
  })
  await page.goto('/overview')
  await expect(page.getByText(/^All [\d,]+ contacts? loaded/)).toBeVisible()
  await expect(trend(page)).toBeVisible()
  // What stands above has come too, and what stands beside: they are not what must not move here.
  await expect(region(page, 'Today').getByRole('listitem').first()).toBeVisible()
  await expect(region(page, 'Funnel').getByRole('button', { name: /^Contacts / })).toBeVisible()
  await expect.poll(() => held.length).toBe(1)
  await expect(drawn(page, 'Trend')).toHaveCount(0)
  await trend(page).focus()
  await page.keyboard.press('Home')
  const [before, words] = [await region(page, 'Trend').boundingBox(), await said(page)]
  const funnel = await region(page, 'Funnel').boundingBox()

  for (const go of held) await go()
  await expect(drawn(page, 'Trend')).toBeVisible()
  await expect(trend(page).locator('svg')).toHaveCount(1)
  expect(await region(page, 'Trend').boundingBox()).toEqual(before)
  expect(await region(page, 'Funnel').boundingBox()).toEqual(funnel)
  await expect(trend(page)).toBeFocused()
  expect(await said(page)).toBe(words)
  const plot = (await trend(page).boundingBox())!
  const surface = (await drawn(page, 'Trend').boundingBox())!
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(surface[side] - plot[side]), side).toBeLessThan(1.5)

  const cell = region(page, 'Heat map').getByRole('button', { name: /^Tue 10:00–11:00: / })
  for (const width of [1440, 1280, 800]) {
    await page.setViewportSize({ width, height: 900 })
    const box = (await cell.boundingBox())!
    expect(Math.min(box.width, box.height), `at ${width}`).toBeGreaterThanOrEqual(24)
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth, `at ${width}`).toBe(clientWidth)
  }

  await page.setViewportSize({ width: 1440, height: 900 })
  await trend(page).click({ position: { x: plot.width / 2, y: plot.height / 2 } })
  await expect(page).toHaveURL(/days=/)
  const days = new URL(page.url()).searchParams.get('days')!
  expect(days.slice(0, 10)).toBe(days.slice(12))
  const count = Number(/: ([\d,]+)/.exec((await said(page))!)![1]!.replace(',', ''))
  await expect.poll(() => contacts(page)).toBe(count)
})
