import type { Locator } from '@playwright/test'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const heightOf = async (one: Locator) => (await one.boundingBox())!.height
/** Touch targets may be larger than drawn. */
const takesPressAt = (one: Locator, away: number) =>
  one.evaluate((element, away) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [-away, away].map((from) =>
      element.contains(document.elementFromPoint(left + width / 2, top + height / 2 + from)),
    )
  }, away)
const borderOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).borderTopWidth)

test('fault-print: where colours are forced, the current page is marked by a line', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signInByRequest(page, 'small')
  await page.goto('/objects')
  const rail = page.getByRole('navigation', { name: 'Main' })
  const [current, other] = [
    rail.getByRole('link', { name: 'Objects' }),
    rail.getByRole('link', { name: 'Journal' }),
  ]
  await expect(current).toHaveAttribute('aria-current', 'page')
  expect(await borderOf(current)).not.toBe('0px')
  expect(await borderOf(other)).toBe('0px')
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })

  test('what is pressed has the height of a finger, and the rail leaves its room to the page', async ({
    page,
  }) => {
    await signInByRequest(page, 'small')
    await page.goto('/objects')
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
    const rail = page.getByRole('navigation', { name: 'Main' })
    const journal = rail.getByRole('link', { name: 'Journal' })
    await expect(rail.getByRole('button', { name: 'Expand' })).toHaveAttribute('aria-expanded', 'false')
    expect((await rail.boundingBox())!.width).toBeLessThan(80)
    expect(await heightOf(journal)).toBeGreaterThanOrEqual(40)
    await journal.click()
    await expect(page.getByRole('table', { name: 'Contacts' }).getByRole('row').nth(1)).toBeVisible()
    // 40 px in total.
    expect(await takesPressAt(page.getByRole('button', { name: 'Export', exact: true }), 19.5)).toEqual([
      true,
      true,
    ])
  })
})

test('every page’s name in the rail is whole where a reader sets letters, words and lines further apart', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('callboard.language', 'ru'))
  await signInByRequest(page, 'small')
  await page.goto('/objects')
  const rail = page.getByRole('navigation', { name: 'Основное меню' })
  // As an extension injects it: page styles are blocked by the CSP.
  await page.evaluate(() => {
    const reader = new CSSStyleSheet()
    reader.replaceSync(
      '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
    )
    document.adoptedStyleSheets.push(reader)
  })
  const edge = (await rail.boundingBox())!
  for (const link of await rail.getByRole('link').all()) {
    const words = await link.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element.querySelector('span') ?? element)
      const { right, top, bottom } = range.getBoundingClientRect()
      const own = element.getBoundingClientRect()
      return { right, isInside: top >= own.top && bottom <= own.bottom }
    })
    expect(words.right).toBeLessThanOrEqual(edge.x + edge.width)
    expect(words.isInside).toBe(true)
  }
})
