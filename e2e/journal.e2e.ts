import type { Page } from '@playwright/test'
import { asked } from './support/asked.ts'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

const contacts = (page: Page) => table(page, 'Contacts')
const status = (page: Page) => page.getByRole('status').filter({ hasText: /contacts?$/ })
const countOf = async (page: Page) => {
  await expect(status(page)).toHaveText(/^[\d,]+ contacts?$/)
  return Number((await status(page).textContent())!.replace(/\D/g, ''))
}
test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

test('the caller stays out of the address, and comes back with Back', async ({ page }) => {
  await page.goto('/calls?period=all')
  const before = await countOf(page)
  const caller = contacts(page)
    .locator.getByRole('button', { name: /^\+7 \d{3} / })
    .first()
  const number = (await caller.textContent())!
  await caller.click()
  await expect(page.getByRole('button', { name: `Caller ${number}`, exact: true })).toBeVisible()
  expect(new URL(page.url()).search).toBe('?period=all')
  await expect(status(page)).not.toHaveText(`${before.toLocaleString('en')} contacts`)
  expect(new Set((await contacts(page).column('Caller')).filter(Boolean))).toEqual(new Set([number]))
  await page.reload()
  await expect(page.getByRole('button', { name: `Caller ${number}`, exact: true })).toBeVisible()
  await page.goBack()
  await expect(status(page)).toHaveText(`${before.toLocaleString('en')} contacts`)

  await page.goto(`/calls?period=all&from_filter=${number.replace(/\D/g, '')}`)
  await expect(page.getByRole('button', { name: `Caller ${number}`, exact: true })).toBeVisible()
  expect(new URL(page.url()).search).toBe('?period=all')
})

test('any row is at most two requests away, and is the row its number says', async ({ page }) => {
  const queries = asked(page)
  await page.goto('/calls?period=all')
  const total = await countOf(page)
  await expect(contacts(page).locator).toHaveAttribute('aria-rowcount', String(total + 1))
  const before = queries.length
  await contacts(page).locator.evaluate((root) => {
    const box = root.parentElement!
    box.scrollTop = box.scrollHeight / 2
  })
  await expect.poll(() => queries.length).toBeGreaterThan(before)
  await expect
    .poll(async () => (await contacts(page).rows()).filter((row) => row['Status']).length)
    .toBeGreaterThan(15)
  const pages = queries.slice(before).map((query) => Number(new URLSearchParams(query).get('page')))
  // The rows in view lie on up to three pages of 20, and one more is looked ahead.
  expect(pages.length).toBeLessThanOrEqual(4)
  const row = contacts(page)
    .locator.getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
  const index = Number(await row.getAttribute('aria-rowindex')) - 2
  const answer = await page.evaluate(
    async ({ number }) =>
      (await fetch(`/api/v2/calls?period=all&page=${Math.floor(number / 20) + 1}`)).json(),
    { number: index },
  )
  const expected = (answer as { calls: { id: number }[] }).calls[index % 20]!.id
  await expect(row.getByRole('link').first()).toHaveAttribute('href', new RegExp(`/calls/${expected}$`))
})

test('failed and unreadable are two different things', async ({ page, context, allowConsole }) => {
  allowConsole(/status of 500/)
  await fault(context, 'calls-500')
  await page.goto('/calls?period=week')
  await expect(page.getByRole('heading', { name: 'Could not load the contacts' })).toBeVisible()
  await fault(context)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Could not load the contacts' })).toBeHidden()

  await fault(context, 'calls-unreadable-record')
  await page.goto('/calls?period=year')
  await expect(page.getByText('One record could not be read').first()).toBeVisible()
  await expect(contacts(page).locator.getByRole('link').first()).toBeVisible()
})

test('a slow answer says so after five seconds and can be given up', async ({ page, context }) => {
  await fault(context, 'calls-slow')
  await page.goto('/calls?period=week')
  await expect(page.getByText('Still loading')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Loading was cancelled.')).toBeVisible()
  await fault(context)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(contacts(page).locator.getByRole('link').first()).toBeVisible()
})
