import type { Page } from '@playwright/test'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Clients' })
const header = (page: Page, name: string) => table(page).getByRole('columnheader', { name })
const roll = (page: Page) => page.getByRole('region', { name: 'Client comparison' })

const sideways = async (page: Page) => ({
  page: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  box: await table(page).evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth),
})

test('between a phone and a desk the table scrolls in a box of its own, and names stay beside its last figures', async ({
  page,
}) => {
  await signInByRequest(page, 'manager')
  for (const width of [761, 820, 1100, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/clients')
    await expect(page.getByRole('link', { name: 'Sever Group', exact: true })).toBeVisible()
    await table(page).evaluate(({ parentElement: box }) => box!.scrollTo({ left: 0 }))
    const overlap = await table(page)
      .getByRole('columnheader', { name: /^(?:Company|Objects)$/ })
      .evaluateAll(
        ([first, next]) => first!.getBoundingClientRect().right - next!.getBoundingClientRect().left,
      )
    expect(overlap, `columns at ${width}`).toBeLessThanOrEqual(1)
    await roll(page)
      .getByRole('button', { name: /^Columns/ })
      .click()
    const metrics = page.getByRole('group', { name: 'Columns' }).getByRole('checkbox', { checked: false })
    for (let left = await metrics.count(); left > 0; left--) await metrics.first().check()
    await page.keyboard.press('Escape')
    await expect(header(page, 'Target rate')).toBeAttached()
    const { page: ofPage, box } = await sideways(page)
    expect(ofPage, `the page at ${width}`).toBeLessThanOrEqual(0)
    if (width < 1000) expect(box, `the box at ${width}`).toBeGreaterThan(0)
    await table(page).getByRole('columnheader').last().scrollIntoViewIfNeeded()
    await expect(table(page).getByRole('columnheader').last()).toBeInViewport({ ratio: 1 })
    await expect(table(page).locator('tbody').getByRole('link').first()).toBeInViewport()
    // Addresses may be truncated, restrictions may not.
    for (const mark of [/^Statistics only$/, /^\d hidden fields$/]) {
      const cut = await table(page)
        .getByText(mark)
        .first()
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(cut, `${mark} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})
