import { fetchJson } from './support/calls.ts'
import { test } from './support/servers/real-api.ts'
import { signIn, signInByRequest } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { DAY_MS } from '#/contract/day.ts'

const SOURCE = 'Поисковая реклама'
const now = new Date()
const monthStart = (back: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const DAYS = `date_from=${dayOf(monthStart(1))}&date_to=${dayOf(monthStart(0) - DAY_MS)}`

test('spend is entered in a sheet and fits the rows of a phone', async ({ page, second }) => {
  // Spend belongs to the account, so this test has its own server.
  await page.goto(`${second.origin}/sign-in`)
  await signIn(page, 'client')
  await page.goto(`${second.origin}/overview?${DAYS}`)
  const sources = page.getByRole('region', { name: 'Sources', exact: true })
  await expect(sources.getByRole('rowheader').first()).toBeVisible()
  // On a phone there is no room to say it.
  await expect(page.getByText(/^All [\d,]+ contacts loaded/)).toBeAttached()
  const dialog = page.getByRole('dialog', { name: 'Spend', exact: true })
  const openSpend = async () => {
    await sources.getByRole('button', { name: 'Spend', exact: true }).click()
    await expect(dialog.getByRole('textbox', { name: /^Amount, / }).first()).toBeVisible()
  }
  await openSpend()
  await dialog.getByRole('textbox', { name: `Amount, ${SOURCE}`, exact: true }).fill('90000')
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(() => sources.getByRole('columnheader').allInnerTexts())
    .toEqual([expect.stringMatching(/^Cost per target, 95% range/), 'Spent'])

  // Only the browser resolves the second server's name.
  await signInByRequest(page, 'client')
  const filters = new URLSearchParams({ source_text_filter: SOURCE }).toString()
  const { meta } = await fetchJson<{ meta: { pagination: { total_objects: number } } }>(
    page,
    `/calls?period=custom&${DAYS}&${filters}`,
  )
  const cost = 90_000 / meta.pagination.total_objects
  const shown = (cost < 100 ? Math.round(cost * 100) / 100 : Math.round(cost)).toLocaleString('en-US')
  await expect(sources.getByRole('button', { name: `Cost per contact ${shown}`, exact: true })).toBeVisible()
  await openSpend()
  await dialog.getByRole('button', { name: 'Paste from a sheet' }).tap()
  await dialog
    .getByRole('textbox', { name: 'Cells copied from a sheet' })
    .fill('Карты\tAutumn\t2026-10\tnone')
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  const box = (await dialog.boundingBox())!
  expect(box.width).toBeLessThanOrEqual(390)
})
