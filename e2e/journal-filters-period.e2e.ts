import type { Page } from '@playwright/test'
import { asked } from './support/asked.ts'
import { filters } from './support/journal.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const calendar = (page: Page) => page.getByRole('application')

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

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
  })
