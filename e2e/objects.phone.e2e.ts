import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

test('on a phone objects are cards, sorted by a menu, and a runway opens a sheet', async ({ page }) => {
  await signInByRequest(page, 'client')
  await page.goto('/objects')
  const table = page.getByRole('table', { name: 'Objects' })
  const names = table.locator('a[data-to="object"]')
  await expect(names.first()).toBeVisible()
  await survives(page)

  const card = table.getByRole('row').filter({ hasText: 'Hotel Neva 12' })
  for (const text of ['Needs renewing', 'of 5,000 sessions', 'City Saint Petersburg', 'Tariff Start'])
    await expect(card).toContainText(text, { useInnerText: true })
  const sessions = /([\d,]+ of 5,000) sessions/.exec(await card.innerText())![1]!
  const journal = await card.getByRole('link', { name: 'Journal of Hotel Neva 12' }).boundingBox()
  expect(Math.min(journal!.width, journal!.height)).toBeGreaterThanOrEqual(40)

  const figure = card.getByRole('button', { name: /^Lasts until .*, paid period$/ })
  expect((await figure.boundingBox())!.height).toBeGreaterThanOrEqual(40)
  await figure.click()
  const sheet = page.getByRole('dialog', { name: 'Receipt' })
  await expect(sheet.getByText(sessions)).toBeVisible()
  await expect.poll(async () => (await sheet.boundingBox())!.width).toBe(390)
  await survives(page)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()

  await page.getByRole('button', { name: 'Sort by' }).click()
  await page.getByRole('menuitemradio', { name: 'Calls' }).click()
  const calls = async () =>
    (await table.getByRole('row').allInnerTexts()).flatMap((text) => {
      const [, count] = /Calls ([\d,]+)/.exec(text) ?? []
      return count === undefined ? [] : [Number(count.replaceAll(',', ''))]
    })
  const descending = (await calls()).toSorted((a, b) => b - a)
  expect(descending.length).toBeGreaterThan(1)
  await expect.poll(calls).toEqual(descending)
  const busiest = await names.first().innerText()
  await names.first().click()
  await expect(page.getByRole('heading', { name: busiest, level: 1 })).toBeVisible()
})
