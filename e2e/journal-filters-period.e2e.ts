import type { Page } from '@playwright/test'
import { asked } from './support/asked.ts'
import { contacts, filters, pill } from './support/journal.ts'
import { axe, bothThemes } from './support/look.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const calendar = (page: Page) => page.getByRole('application')

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

test('presets count days on the objects’ clock, not on the browser’s', async ({ page }) => {
  // Half past six in the evening: with the objects it is still today, in Kathmandu tomorrow.
  const day = new Date().toISOString().slice(0, 10)
  await page.clock.setFixedTime(`${day}T18:30:00Z`)
  const before = (count: number) => new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)
  const queries = asked(page)
  await page.goto('/calls?period=all')
  await expect(contacts(page).locator.getByRole('link').first()).toBeVisible()
  expect(await page.evaluate(() => new Date().getDate())).not.toBe(Number(day.slice(8)))
  for (const [preset, from, to] of [
    ['Today', day, day],
    ['Yesterday', before(1), before(1)],
    ['Last 7 days', before(6), day],
    ['Last 30 days', before(29), day],
  ] as const) {
    await filters(page)
      .getByRole('button', { name: /^Period / })
      .click()
    await page.getByRole('button', { name: preset, exact: true }).click()
    await expect(pill(page, `Period ${preset}`)).toBeFocused()
    await expect.poll(() => queries).toContain(`?period=custom&date_from=${from}&date_to=${to}`)
  }
})

test('arrows lead to the neighbouring period, never beyond today, and say where', async ({ page }) => {
  const previous = filters(page).getByRole('button', { name: 'Previous period' })
  const next = filters(page).getByRole('button', { name: 'Next period' })
  await page.goto('/calls?period=all')
  await expect(previous).toHaveAccessibleDescription(/All time has no neighbour/)
  await expect(next).toBeDisabled()
  await page.goto('/calls?period=custom&date_from=2026-08-01&date_to=2026-08-31')
  await expect(previous).toHaveAccessibleDescription('Jul 1 – 31, 2026')
  await previous.click()
  await expect(page).toHaveURL(/date_from=2026-07-01&date_to=2026-07-31/)
  await next.click()
  await next.click()
  await expect(page).toHaveURL(/date_from=2026-09-01&date_to=2026-09-30/)
  await page.goto('/calls?period=custom&date_from=2026-09-05&date_to=2026-09-14')
  await previous.click()
  await expect(page).toHaveURL(/date_from=2026-08-26&date_to=2026-09-04/)
  await page.goto('/calls?period=day')
  await expect(next).toBeDisabled()
  await expect(next).toHaveAccessibleDescription('This period ends today.')
  await previous.click()
  await expect(pill(page, 'Period Yesterday')).toBeVisible()
  await next.click()
  await expect(pill(page, 'Period Today')).toBeVisible()
})

for (const [locale, period, grid, weekday, from, to] of [
  ['en-US', 'Period', 'September 2026', 'Mon', 'September 8, 2026', 'September 10, 2026'],
  ['ru-RU', 'Период', 'сентябрь 2026', 'пн', 'вторник, 8 сентября 2026', 'четверг, 10 сентября 2026'],
] as const)
  test.describe(`the range calendar, ${locale}`, () => {
    test.use({ locale })
    const open = async (page: Page) => {
      await page.goto('/calls?period=custom&date_from=2026-09-14&date_to=2026-09-20')
      await filters(page)
        .getByRole('button', { name: new RegExp(`^${period} `) })
        .click()
      await expect(page.getByRole('grid')).toHaveCount(2)
      await expect(page.getByRole('grid', { name: new RegExp(grid, 'i') })).toBeVisible()
      await expect(page.getByRole('grid').first().locator('th').first()).toHaveText(weekday)
    }

    test('by mouse: both ends are one step', async ({ page }) => {
      const queries = asked(page)
      await open(page)
      await calendar(page).getByRole('button', { name: from }).click()
      await calendar(page).getByRole('button', { name: to }).click()
      await expect(page).toHaveURL(/\?period=custom&date_from=2026-09-08&date_to=2026-09-10$/)
      await expect.poll(() => queries).toContain('?period=custom&date_from=2026-09-08&date_to=2026-09-10')
      await expect(filters(page).getByRole('button', { name: new RegExp(`^${period} `) })).toBeFocused()
      await page.goBack()
      await expect(page).toHaveURL(/date_from=2026-09-14&date_to=2026-09-20/)
    })

    test('by keyboard, and half a choice is forgotten', async ({ page }) => {
      await open(page)
      await calendar(page).getByRole('button', { name: to }).focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')
      // The first Enter goes on to the next day by itself: a range has begun.
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/date_from=2026-09-08&date_to=2026-09-16/)
      await expect(filters(page).getByRole('button', { name: new RegExp(`^${period} `) })).toBeFocused()
      await page.keyboard.press('Enter')
      await calendar(page).getByRole('button', { name: to }).click()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('grid')).toHaveCount(0)
      await expect(page).toHaveURL(/date_from=2026-09-08&date_to=2026-09-16/)
    })

    test('axe finds nothing with it open', async ({ page }) => {
      await open(page)
      await bothThemes(page, () => axe(page, ':popover-open'))
    })
  })
