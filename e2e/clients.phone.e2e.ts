import { enterLargeAgency, test } from './support/servers/large-agency.ts'
import { survives } from './support/survives.ts'
import { table } from './support/table.ts'
import { expect } from './support/test.ts'

test('on a phone clients are two-line rows, sorted by a menu, with the settings a press away', async ({
  page,
  second,
}) => {
  await enterLargeAgency(page, second.origin)
  const clients = table(page, 'Clients').locator
  const rows = clients.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  expect((await rows.first().boundingBox())!.height).toBe(60)
  await survives(page)

  await page.getByRole('button', { name: 'Sort by' }).click()
  await page.getByRole('menuitemradio', { name: 'Calls' }).click()
  await expect(rows.first()).toContainText('10,00')
  await page.getByRole('searchbox').fill('client8@')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Hides much')
  await expect(rows).toContainText('Statistics only')
  await survives(page)
  await page.getByRole('searchbox').fill('')

  await page.getByRole('button', { name: 'Agency settings' }).tap()
  const settings = page.getByRole('region', { name: 'Agency settings' })
  await expect(settings.getByRole('heading')).toBeInViewport()
  await expect(settings.getByLabel('Name')).toBeVisible()

  // A touch anywhere on the row opens the client.
  await page.evaluate(() => scrollTo({ top: 20_000 }))
  const row = rows.nth(8)
  await expect(row).toBeInViewport()
  const name = (await row.getByRole('link').textContent())!
  const box = (await row.boundingBox())!
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 6)
  await expect(page).toHaveURL(/\/calls\?client=/)
  await expect(page.getByRole('button', { name: `Client ${name}` })).toBeVisible()
})
