import { test } from './support/servers/real-api.ts'
import {
  amountOf,
  apply,
  countOf,
  dialog,
  enter,
  money,
  openOverview,
  openSpend,
  row,
  sources,
} from './support/spend.ts'
import { expect } from './support/test.ts'

test('spend is entered in a sheet and fits the rows of a phone', async ({ page, second }) => {
  await enter(page, second, 'client')
  await openOverview(page, second)
  await openSpend(page)
  await amountOf(page, 'Поисковая реклама').fill('90000')
  await apply(page)
  expect(await sources(page).getByRole('columnheader').allInnerTexts()).toEqual([
    expect.stringMatching(/^Cost per target, 95% range/),
    'Spent',
  ])
  const contacts = await countOf(page, 'Поисковая реклама')
  await expect(
    row(page, 'Поисковая реклама').getByRole('button', {
      name: `Cost per contact ${money(90_000 / contacts)}`,
      exact: true,
    }),
  ).toBeVisible()
  await openSpend(page)
  await dialog(page).getByRole('button', { name: 'Paste from a sheet' }).tap()
  await dialog(page)
    .getByRole('textbox', { name: 'Cells copied from a sheet' })
    .fill('Карты\tAutumn\t2026-10\tnone')
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  const box = (await dialog(page).boundingBox())!
  expect(box.width).toBeLessThanOrEqual(390)
})
