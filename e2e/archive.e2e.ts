import type { Page } from '@playwright/test'
import { test } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

/* An archiving server; equal figures: src/test/archive/equality.test.ts. */
test.use({ env: { ARCHIVE: 'disk' } })

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' })
const figures = async (page: Page) => {
  await expect(page.getByText(/^As of /).first()).toBeVisible()
  // The comparison loads last.
  await expect(summary(page)).toContainText(/[+−][\d.]+\s?(%|pt)/)
  await expect(page.getByRole('progressbar', { name: /^Loading/ })).toHaveCount(0)
  // No progress between two polls.
  await expect(page.getByText(/^All [\d,]+ contacts? loaded$/)).toBeVisible()
  return summary(page).innerText()
}

test('a second visit shows the same figures and asks the service for no more than what is new', async ({
  page,
  second,
  gate,
}) => {
  const lists = () => gate.calls.filter((call) => call.startsWith('GET /v2/calls')).length
  await page.goto(`${second.origin}/sign-in`)
  await signIn(page, 'client')
  await page.goto(`${second.origin}/overview`)
  const first = await figures(page)
  const read = lists()
  expect(read).toBeGreaterThan(3)

  await page.reload()
  await expect.poll(() => figures(page)).toBe(first)
  // Once, and once a minute while visible.
  expect(lists() - read).toBeLessThanOrEqual(2)
})

test('whom to call back comes anew while the page is only looked at, which keeps no session alive', async ({
  page,
  second,
}) => {
  await page.clock.install({ time: Date.now() })
  await page.goto(`${second.origin}/sign-in`)
  await signIn(page, 'client')
  await page.goto(`${second.origin}/call-back`)
  // At some hours the sample has no missed callers.
  await expect(page.getByRole('status').filter({ hasText: /\d+ (people|person)/ })).toBeVisible()
  // An answer under way would be late by the page's clock, which runs ahead.
  await expect(page.getByText(/^Contacts are still being read/)).toHaveCount(0)
  const backgroundFlags: boolean[] = []
  page.on('request', (request) => {
    if (request.url().includes('/figures/reading'))
      backgroundFlags.push('x-callboard-background' in request.headers())
  })
  await expect
    .poll(async () => {
      await page.clock.runFor(20_000)
      return backgroundFlags
    })
    .toContain(true)
})

test('the contacts behind a figure that the service has no filter for are a list of the journal', async ({
  page,
  second,
  allowConsole,
}) => {
  allowConsole(/\/api\/recordings\//)
  await page.goto(`${second.origin}/sign-in`)
  await signIn(page, 'client')
  let [name, count] = ['', '']
  // Panels may be read before they are complete.
  await expect(async () => {
    await page.goto(`${second.origin}/overview`)
    await figures(page)
    const regions = page.getByRole('region', { name: 'Regions' })
    const row = regions.getByRole('row').nth(1)
    name = await row.getByRole('rowheader').innerText()
    await row.getByRole('button', { name: /Contacts/ }).click()
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    const title = await receipt.getByRole('heading', { name: /: Contacts/ }).innerText()
    count = /Contacts\s+([\d,]+)/.exec(title)?.[1] ?? 'no number of'
    await receipt.getByRole('link', { name: 'Open these contacts' }).click()
    await expect(page.getByRole('status').getByText(`${count} contact`)).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(
    page.getByRole('button', { name: `Remove filter: Region ${name.split('\n')[0]}` }),
  ).toBeVisible()
  await page.getByRole('table', { name: 'Contacts' }).locator('a[data-to="contact"]').first().click()
  await expect(page.getByRole('button', { name: 'Next contact' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status').getByText(`${count} contact`)).toBeVisible()
})

test('Settings say what is kept and have it forgotten', async ({ page, second, gate }) => {
  await page.goto(`${second.origin}/sign-in`)
  await signIn(page, 'client')
  await page.goto(`${second.origin}/overview`)
  await figures(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  const storedData = page.getByRole('region', { name: 'Data kept in Callboard' })
  await expect(storedData.getByRole('row')).toHaveCount(2)

  await storedData.getByRole('button', { name: /^Forget what is kept of / }).click()
  const dialog = page.getByRole('dialog', { name: /^Forget what is kept of / })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(storedData.getByRole('row')).toHaveCount(2)
  await storedData.getByRole('button', { name: /^Forget what is kept of / }).click()
  await dialog.getByRole('button', { name: 'Forget' }).click()
  await expect(storedData.getByText('Nothing is kept yet.', { exact: false })).toBeVisible()

  const read = gate.calls.length
  await page.goto(`${second.origin}/overview`)
  await figures(page)
  expect(gate.calls.length - read).toBeGreaterThan(3)
})
