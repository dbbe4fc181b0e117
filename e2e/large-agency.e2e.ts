import type { Page } from '@playwright/test'
import { largeAgencyClient } from '#/test/large-agency.ts'
import { enterLargeAgency, LARGE, test } from './support/servers/large-agency.ts'
import { survives } from './support/survives.ts'
import { table } from './support/table.ts'
import { expect } from './support/test.ts'

const links = (page: Page) => table(page, 'Clients').locator.locator('tbody').getByRole('link')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Company or email' })
const inOrder = Array.from({ length: LARGE }, (_, index) => largeAgencyClient(index))

test('of two thousand clients the few in view are drawn, and every one is found', async ({
  page,
  second,
}) => {
  await enterLargeAgency(page, second.origin)
  const clients = table(page, 'Clients').locator
  await expect(clients).toHaveAttribute('aria-rowcount', String(LARGE + 2))
  expect(await links(page).count()).toBeLessThan(60)

  await page.getByRole('columnheader', { name: 'Calls' }).getByRole('button').click()
  const byCalls = inOrder
    .map(({ calls_count }) => calls_count)
    .filter((count) => count !== null)
    .toSorted((a, b) => b - a)
  const format = new Intl.NumberFormat('en')
  await expect
    .poll(async () => (await table(page, 'Clients').column('Calls')).slice(0, 10))
    .toEqual(byCalls.slice(0, 10).map((count) => format.format(count)))

  await page.keyboard.press('j')
  await page.keyboard.press('End')
  const last = page.locator(`tr[aria-rowindex="${LARGE + 1}"]`)
  await expect(last).toBeInViewport()
  await expect(last.getByRole('link')).toBeFocused()
  // Without a company the e-mail address is the name.
  await expect(last).toContainText('client6@example.com')
  const totals = page.getByRole('rowheader', { name: 'All clients' })
  await expect(totals).toBeInViewport()
  const box = (await last.boundingBox())!
  expect(box.y + box.height).toBeLessThanOrEqual((await totals.boundingBox())!.y + 1)

  await page.evaluate(() => scrollTo({ top: 0 }))
  await expect(page.locator('tr[aria-rowindex="2"]')).toBeInViewport()
  await page.keyboard.press('k')
  await expect(page.locator(`tr[aria-rowindex="${LARGE}"]`).getByRole('link')).toBeFocused()
  await expect(page.locator(`tr[aria-rowindex="${LARGE}"]`)).toBeInViewport()

  await page.getByRole('columnheader', { name: 'Company' }).getByRole('button').click()
  await expect(page.locator('tr[aria-rowindex="2"]')).toBeInViewport()
  await search(page).fill('client1999@')
  await expect(links(page)).toHaveText([inOrder[1998]!.company_name])
  await expect(page.getByRole('status').filter({ hasText: /clients$/ })).toHaveText('1 of 2,000 clients')
  await search(page).fill('')

  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }))
  const settings = page.getByRole('region', { name: 'Agency settings' })
  await page.getByRole('button', { name: 'Agency settings' }).click()
  await expect(settings.getByRole('heading')).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(settings.getByLabel('Name')).toBeFocused()

  await page.evaluate(() => scrollTo({ top: 40_000 }))
  await expect(page.locator('tr[aria-rowindex="2"]')).toHaveCount(0)
  const middle = page.locator('tbody tr').nth(12).getByRole('link')
  await expect(middle).toBeInViewport()
  const name = (await middle.textContent())!
  await middle.click()
  await expect(page.getByRole('button', { name: `Client ${name}` })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name, exact: true })).toBeInViewport()
})

test('strange clients stay rows like the others', async ({ page, second }) => {
  await enterLargeAgency(page, second.origin)
  for (const [index, client] of inOrder.slice(0, 9).entries()) {
    await search(page).fill(client.email)
    const row = page.locator('tr[aria-rowindex="2"]')
    expect(await row.getByRole('link').getAttribute('title')).toContain(client.email)
    expect((await row.boundingBox())!.height, String(index)).toBe(36)
    await survives(page)
  }
  await search(page).fill('client8@')
  await expect(page.getByText('3 hidden fields')).toBeVisible()
  await expect(page.getByText('Statistics only')).toBeVisible()
  // Numeric keys hide nothing (G12).
  await search(page).fill('client9@')
  await expect(page.getByText('Hides numbers')).toBeVisible()
  await expect(page.getByText(/hidden field/)).toHaveCount(0)
  await search(page).fill('client6@')
  await expect(page.getByTitle('The service gave no count').first()).toContainText('–')
  await search(page).fill('')
})
