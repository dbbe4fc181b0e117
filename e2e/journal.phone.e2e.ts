import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test(
  'on a phone the journal is two-line rows under a bar that scrolls sideways, with a sheet of filters',
  { tag: '@journey' },
  async ({ page }) => {
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await signInByRequest(page, 'marketer')
    await page.goto('/calls?period=all')
    const table = page.getByRole('table', { name: 'Contacts' })
    const rows = table.locator('tbody tr')
    await expect(table.getByRole('link').first()).toBeVisible()
    for (const row of (await rows.all()).slice(0, 5)) expect((await row.boundingBox())!.height).toBe(60)
    await expect(rows.first().getByRole('link')).toHaveCount(1)
    await expect(page.getByRole('button', { name: /^Columns/ })).toHaveCount(0)
    expect(await width()).toBe(390)

    const link = table.locator('tr[aria-rowindex="1003"]').getByRole('link')
    await table.locator('xpath=..').evaluate((element) => element.scrollTo({ top: 60 * 1000 }))
    await expect(link).toBeInViewport()
    // Sticky parts, with the player.
    const fixed = () =>
      page.evaluate(() => {
        const box = document.querySelector('table')!.parentElement!
        const { top, bottom, left } = box.getBoundingClientRect()
        let first = top
        while (document.elementFromPoint(left + 60, first + 1)?.closest('tbody') == null) first++
        return (innerHeight - (bottom - first)) / innerHeight
      })
    expect(await fixed()).toBeLessThanOrEqual(0.25)
    await page.getByRole('button', { name: 'Play all' }).click()
    await expect(
      page.getByRole('region', { name: 'Play all' }).getByRole('button', { name: 'Pause' }),
    ).toBeVisible()
    await table.locator('xpath=..').evaluate((element) => element.scrollTo({ top: 60 * 1000 }))
    await expect(link).toBeInViewport()
    expect(await fixed()).toBeLessThanOrEqual(0.25)
    await page.keyboard.press('Escape')
    await table.locator('xpath=..').evaluate((element) => element.scrollTo({ top: 60 * 1000 }))
    await link.click()
    await expect(page.getByRole('region', { name: 'Attribution' })).toBeVisible()
    expect(await width()).toBe(390)
    await page.goBack()
    await expect(link).toBeInViewport()

    await page.getByRole('button', { name: /^Filters/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('button', { name: /^Status/ }).click()
    await sheet.getByRole('option', { name: /^Missed/ }).click()
    await expect(page).toHaveURL(/status_filter=missed/)
    await expect(sheet.getByRole('button', { name: /^Status/ })).toBeFocused()
    expect(await width()).toBe(390)
    await sheet.getByRole('button', { name: /^Show [\d,]+ contacts/ }).click()
    await page.getByRole('button', { name: /^Period / }).click()
    const picker = page.getByRole('dialog', { name: 'Period' })
    await expect(picker.getByRole('grid')).toHaveCount(1)
    const heights = await picker
      .getByRole('grid')
      .getByRole('button')
      .evaluateAll((cells) =>
        cells.map((cell) => cell.getBoundingClientRect().height).filter((one) => one > 0),
      )
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(40)
    expect(await width()).toBe(390)
    await picker.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /^Filters/ }).click()
    await sheet.getByRole('button', { name: 'Source', exact: false }).first().click()
    await sheet.getByRole('combobox', { name: 'Source' }).fill('орган')
    await sheet.getByRole('option', { name: 'Органический поиск' }).click()
    await expect(sheet.getByRole('button', { name: 'Source Органический поиск' })).toBeFocused()
  },
)

test('a thumb gets to what stands at the top: behind More, in the lower part of the screen, it does the same', async ({
  page,
}) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/calls')
  await expect(page.getByRole('table', { name: 'Contacts' }).getByRole('link').first()).toBeVisible()
  const menu = page.getByRole('menu', { name: 'More' })
  const press = async (tool: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    const item = menu.getByRole('menuitem', { name: tool })
    const { y, height } = (await item.boundingBox())!
    expect(y).toBeGreaterThan(844 / 2)
    expect(height).toBeGreaterThanOrEqual(44)
    await item.tap()
    await expect(menu).toBeHidden()
  }
  await press('Filters')
  await page
    .getByRole('dialog', { name: 'Filters' })
    .getByRole('button', { name: /^Show [\d,]+ contacts/ })
    .tap()
  await press('Play all')
  const player = page.getByRole('region', { name: 'Play all' })
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await press('Play all')
  await expect(player).toBeHidden()
  await press('Export')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  expect((await dialog.getByRole('button', { name: 'Start export' }).boundingBox())!.y).toBeGreaterThan(
    844 / 2,
  )
  await dialog.getByRole('button', { name: 'Cancel' }).tap()

  await page.goto('/overview')
  await expect(page.getByText(/^All [\d,]+ contacts? loaded$/)).toBeVisible()
  await press('Period')
  await page.getByRole('option', { name: 'This month' }).tap()
  await page.getByRole('button', { name: /^Show \d+ days?$/ }).tap()
  await expect(page.getByRole('button', { name: 'Period This month' })).toBeVisible()
  await press('Overview menu')
  await page.getByRole('menuitem', { name: 'Arrange the overview' }).tap()
  await expect(page.getByRole('dialog', { name: 'Arrange the overview' })).toBeVisible()
})
