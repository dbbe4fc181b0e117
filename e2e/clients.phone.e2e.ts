import type { Locator } from '@playwright/test'
import { clientNamed, clientSearch, switcher } from './support/agency.ts'
import { enterLargeAgency, test } from './support/servers/large-agency.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { table } from './support/table.ts'
import { expect } from './support/test.ts'

interface AgencyClient {
  readonly company_name: string
  readonly calls_count: number | null
}

test('on a phone clients are two-line rows, sorted by a menu, with the settings a press away', async ({
  page,
  second,
}) => {
  const listed = page.waitForResponse(/\/api\/v2\/agency$/)
  await enterLargeAgency(page, second.origin)
  const [{ agency }] = (await (await listed).json()) as [{ agency: { clients: readonly AgencyClient[] } }]
  const busiest = agency.clients.toSorted(
    (one, other) => (other.calls_count ?? 0) - (one.calls_count ?? 0),
  )[0]!
  const clients = table(page, 'Clients').locator
  const rows = clients.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')).toHaveCount(5)
  expect((await rows.first().boundingBox())!.height).toBe(60)
  await survives(page)

  await page.getByRole('button', { name: 'Sort by' }).click()
  await page.getByRole('menuitemradio', { name: 'Calls' }).click()
  await expect(rows.first().getByRole('link')).toHaveText(busiest.company_name)
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

  await page.evaluate(() => scrollTo({ top: 20_000 }))
  const row = rows.nth(8)
  await expect(row).toBeInViewport()
  const name = (await row.getByRole('link').textContent())!
  const box = (await row.boundingBox())!
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 6)
  await expect(page).toHaveURL(/\/overview\?client=/)
  await expect(page.getByRole('button', { name: `Client ${name}` })).toBeVisible()
})

test('on a phone what needs attention comes first, the switcher is a sheet, and nothing is wider than the screen', async ({
  page,
}) => {
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByRole('link').first()).toBeVisible({ timeout: 60_000 })
  const topOf = async (part: Locator) => (await part.boundingBox())!.y
  expect(await topOf(attention)).toBeLessThan(await topOf(page.getByRole('table', { name: 'Clients' })))
  const mark = attention.getByRole('button', { name: /^Mark as seen/ }).first()
  expect((await mark.boundingBox())!.height).toBeGreaterThanOrEqual(40)
  await survives(page)

  await page.goto(`/objects?client=${await clientNamed(page, 'Sever Group')}`)
  await switcher(page, 'Sever Group').click()
  const option = page.getByRole('option')
  await expect(option.first()).toBeVisible()
  await clientSearch(page).fill('info@')
  await expect(option).toHaveCount(2)
  const last = (await option.last().boundingBox())!
  const note = (await page.getByText('Switching keeps this page').boundingBox())!
  expect(last.y + last.height).toBeLessThanOrEqual(note.y)
  expect(last.height).toBeGreaterThanOrEqual(40)
  await option.filter({ hasText: 'Motor Servis' }).click()
  await expect(switcher(page, 'Motor Servis')).toBeVisible()
  await survives(page)
})
