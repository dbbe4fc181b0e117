import type { Page } from '@playwright/test'
import { addDays } from '#/contract/day.ts'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const trend = (page: Page) => region(page, 'Trend').getByRole('slider')
const said = (page: Page) => trend(page).getAttribute('aria-valuetext')
/** What the chart library draws, when it has taken over. */
const drawn = (page: Page, within: string) => region(page, within).locator('.recharts-surface')

const open = async (page: Page, search = '') => {
  await page.goto(`/overview${search}`)
  await expect(page.getByText(/^All [\d,]+ contacts? loaded/)).toBeVisible()
}

/** A day wherever the objects are. */
const TODAY = new Date().toISOString().slice(0, 10)

test.describe('the chart library', () => {
  test.beforeEach(({ page }) => signInByRequest(page, 'client'))

  test('comes after the first figures, into boxes that stand already, and nothing moves', async ({
    page,
  }) => {
    const held: (() => Promise<void>)[] = []
    // The script, not the API: there is no fault of the service that would be late with it.
    await page.route(/\/assets\/(line|bar)-plot[^/]*\.js$/, async (route) => {
      held.push(() => route.continue())
    })
    await open(page)
    await expect(trend(page)).toBeVisible()
    await expect.poll(() => held.length).toBe(2)
    await expect(drawn(page, 'Trend')).toHaveCount(0)
    await trend(page).focus()
    await page.keyboard.press('Home')
    const [before, words] = [await region(page, 'Trend').boundingBox(), await said(page)]
    const funnel = await region(page, 'Funnel').boundingBox()

    for (const go of held) await go()
    await expect(drawn(page, 'Trend')).toBeVisible()
    await expect(drawn(page, 'Funnel')).toBeVisible()
    await expect(trend(page).locator('svg')).toHaveCount(1)
    expect(await region(page, 'Trend').boundingBox()).toEqual(before)
    expect(await region(page, 'Funnel').boundingBox()).toEqual(funnel)
    await expect(trend(page)).toBeFocused()
    expect(await said(page)).toBe(words)
    const plot = (await trend(page).boundingBox())!
    const surface = (await drawn(page, 'Trend').boundingBox())!
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs(surface[side] - plot[side]), side).toBeLessThan(1.5)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/days=/)
  })

  test('that does not come is reported, and the days can be chosen all the same', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/line-plot|bar-plot|ERR_FAILED|Failed to load/)
    await page.route(/\/assets\/(line|bar)-plot[^/]*\.js$/, (route) => route.abort())
    await open(page)
    await expect(trend(page).getByText('The chart could not be loaded.')).toBeVisible()
    await trend(page).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/days=/)
  })
})

test('what the pictures show is in the address, and no step of the way back', async ({ page }) => {
  await signInByRequest(page, 'client')
  await page.goto('/objects')
  await expect(table(page, 'Objects').locator).toBeVisible()
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(trend(page)).toBeVisible()
  await region(page, 'Trend').getByRole('button', { name: 'Missed rate', exact: true }).click()
  await region(page, 'Trend').getByRole('button', { name: 'Week', exact: true }).click()
  await region(page, 'Heat map').getByRole('button', { name: 'Average call', exact: true }).click()
  await region(page, 'Heat map').getByRole('button', { name: 'Show as a table' }).click()
  await region(page, 'Trend').getByRole('button', { name: 'Show as a table' }).click()
  await expect(page).toHaveURL(/as_table=trend%2Cheat_map|as_table=trend,heat_map/)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    trend_metric: 'missed_rate',
    heat_metric: 'mean_duration',
    bucket: 'week',
    as_table: 'trend,heat_map',
  })
  const link = page.url()
  await page.goBack()
  await expect(page).toHaveURL(/\/objects$/)

  await page.goto(link)
  await expect(table(page, 'Trend').locator).toBeVisible()
  await expect(table(page, 'Trend').locator.getByRole('columnheader', { name: 'Missed rate' })).toBeVisible()
  await expect(table(page, 'Average call by weekday and hour').locator).toBeVisible()
  for (const name of ['Trend', 'Heat map'])
    await region(page, name).getByRole('button', { name: 'Show as a table' }).click()
  await expect(page).not.toHaveURL(/as_table/)
})

test('days to come are no zeros', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page, `?date_from=${addDays(TODAY, -20)}&date_to=${addDays(TODAY, 9)}`)
  await expect(region(page, 'Trend').getByText('to come', { exact: true })).toBeVisible()
  await expect(region(page, 'Trend').getByText(/^[\d,]+ until \d+:\d\d, was [\d,]+$/)).toBeVisible()
  await trend(page).focus()
  await page.keyboard.press('End')
  expect(await said(page)).toMatch(/: to come$/)
  await region(page, 'Trend').getByRole('button', { name: 'Show as a table' }).click()
  const days = table(page, 'Trend')
  await expect(days.locator).toBeVisible()
  const cells = await days.column('Contacts')
  expect(cells).toHaveLength(30)
  for (const cell of cells.slice(0, 8)) expect(cell).toMatch(/^–/)
})

test('days that have not been loaded are no zeros', async ({ page, context }) => {
  await signInByRequest(page, 'client')
  await fault(context, 'calls-slow-pages')
  await page.goto('/overview?compare=none')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Stopped: first /)).toBeVisible()
  await expect(region(page, 'Trend').getByText('not loaded', { exact: true })).toBeVisible()
  await trend(page).focus()
  await page.keyboard.press('End')
  expect(await said(page)).toMatch(/: not loaded$/)
  await fault(context)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText(/^All [\d,]+ contacts? loaded/)).toBeVisible()
  await expect(region(page, 'Trend').getByText('not loaded', { exact: true })).toBeHidden()
  await trend(page).focus()
  expect(await said(page)).toMatch(/: [\d,]+/)
})

for (const width of [1440, 1280, 800])
  test(`hours of the heat map can be hit at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await signInByRequest(page, 'client')
    await open(page)
    const cell = region(page, 'Heat map').getByRole('button', { name: /^Tue 10:00–11:00: / })
    const box = (await cell.boundingBox())!
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)
  })

test('every card has its line, deals too', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page)
  await expect(region(page, 'Summary').locator('button svg path:first-child')).toHaveCount(6)
})
