import type { Locator, Page } from '@playwright/test'
import { faultAt } from './support/fault.ts'
import { test } from './support/servers/real-api.ts'
import { signInByRequest, signInUnread } from './support/sign-in.ts'
import { expect } from './support/test.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const trend = (page: Page) => region(page, 'Trend').getByRole('slider')
const valueText = (page: Page) => trend(page).getAttribute('aria-valuetext')
const grid = (page: Page) => region(page, 'Trend').locator('.recharts-cartesian-grid')
const contacts = async (page: Page) =>
  Number(
    (await region(page, 'Funnel')
      .getByRole('button', { name: /^Contacts [\d,]+$/ })
      .textContent())!.replace(/\D/g, ''),
  )

test('lines of the trend come as large as the plot that is read by keys, and nothing moves; hours of the heat map can be hit; a day is chosen with the pointer', async ({
  page,
}) => {
  await signInByRequest(page, 'client')
  await page.goto('/overview')
  await expect(trend(page)).toBeVisible()
  await expect(grid(page)).toBeVisible()
  await expect(page.getByText(/^All [\d,]+ contacts? loaded/)).toBeVisible()
  await expect(region(page, 'Today').getByRole('listitem').first()).toBeVisible()
  await trend(page).focus()
  await page.keyboard.press('Home')
  await expect.poll(() => valueText(page)).toMatch(/: [\d,]+/)
  // At one moment: what is above may still come.
  const [plot, drawn] = await trend(page).evaluate(
    (slider, lines) => [slider.getBoundingClientRect().toJSON(), lines.getBoundingClientRect().toJSON()],
    await grid(page).elementHandle(),
  )
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(drawn[side] - plot[side]), side).toBeLessThan(1.5)

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
  const count = Number(/: ([\d,]+)/.exec((await valueText(page))!)![1]!.replace(',', ''))
  await expect.poll(() => contacts(page)).toBe(count)
})

/** OKLCH chroma; below 0.02 no hue is visible. */
const chroma = async (drawn: Locator, property: 'fill' | 'background-color') => {
  const colour = await drawn.evaluate(
    (element, name) => getComputedStyle(element).getPropertyValue(name),
    property,
  )
  // Between two renders it has none.
  return Number(/^oklch\(\S+ (\S+)/.exec(colour)?.[1])
}

test('while contacts come, ranges and bars are as grey as the figures; they take their colour when all is there', async ({
  page,
  second,
}) => {
  await signInUnread(page, second.origin, 'marketer')
  await faultAt(second.origin, page.context(), 'calls-slow-pages')
  await page.goto(`${second.origin}/overview`)
  const drawn = async () => ({
    range: await chroma(region(page, 'Sources').locator('tbody circle').first(), 'fill'),
    bar: await chroma(
      region(page, 'Channels').locator('tbody button span > span').first(),
      'background-color',
    ),
  })
  await expect(
    region(page, 'Sources').getByText('Partial. Ranking appears when loading finishes'),
  ).toBeVisible()
  await drawn()
  // From here on the figures stay partial, however slow this machine is.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Continue loading' })).toBeVisible()
  expect(Math.max(...Object.values(await drawn()))).toBeLessThan(0.02)
  await page.getByRole('button', { name: 'Continue loading' }).click()
  await expect.poll(async () => Math.min(...Object.values(await drawn()))).toBeGreaterThan(0.05)
})
