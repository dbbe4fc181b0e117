import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

test(
  'the list fits its window; by keyboard / searches, j and k go through the rows, Enter opens',
  { tag: '@journey' },
  async ({ page }) => {
    await signInByRequest(page, 'client')
    await page.goto('/objects')
    const objects = table(page, 'Objects').locator
    const names = objects.locator('a[data-to="object"]')
    await expect(names.first()).toBeVisible()
    const { scrollWidth, clientWidth } = await objects.evaluate((root) => root.parentElement!)
    expect(scrollWidth).toBe(clientWidth)
    const titles = await names.allTextContents()
    await page.keyboard.press('j')
    await expect(names.nth(0)).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(names.nth(1)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    await expect(receipt).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await expect(receipt).toBeHidden()
    await expect(objects.getByRole('button', { name: /^Lasts / }).and(page.locator(':focus'))).toHaveCount(1)
    await page.keyboard.press('k')
    await expect(names.nth(0)).toBeFocused()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('jk')
    await expect(page.getByRole('searchbox')).toHaveValue('jk')
    await page.keyboard.press('Escape')
    await expect(names).toHaveText(titles)
    await page.getByRole('heading', { name: 'Objects', exact: true }).click()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: titles[0]!, level: 1 })).toBeVisible()
  },
)
