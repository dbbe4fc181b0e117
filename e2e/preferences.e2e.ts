import type { Page } from '@playwright/test'
import { test } from './support/servers/real-api.ts'
import { signIn, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect } from './support/test.ts'

/** What `work` changes has been saved when this is over. */
const saving = async (page: Page, work: () => Promise<void>) => {
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/preferences') && response.request().method() === 'PUT',
  )
  await work()
  expect((await saved).status()).toBe(200)
}

test('what is pinned on one computer is pinned on the other, and of two writers each learns of the other', async ({
  page,
  browser,
  second,
}) => {
  // Pins belong to the account, and other tests look at its list: theirs is another server.
  const enter = async (on: Page) => {
    await on.goto(`${second.origin}/sign-in`)
    await signIn(on, 'manager')
  }
  await enter(page)
  const clients = table(page, 'Clients')
  await expect(clients.locator.getByRole('link').first()).toBeVisible()
  const last = (await clients.locator.getByRole('link').allTextContents()).at(-1)!
  const other = await (await browser.newContext()).newPage()
  await enter(other)
  await expect(other.getByRole('button', { name: `Pin ${last}`, exact: true })).toBeVisible()

  await saving(page, () => page.getByRole('button', { name: `Pin ${last}`, exact: true }).click())
  await saving(page, () => page.getByRole('button', { name: 'Pin Stoma Plus', exact: true }).click())
  await expect(page.getByRole('button', { name: 'Unpin Stoma Plus', exact: true })).toBeVisible()
  await expect(clients.locator.getByRole('link').nth(1)).toHaveText(last)
  await expect(page.getByRole('button', { name: `Unpin ${last}`, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Client none' }).click()
  await expect(page.getByRole('option').nth(1)).toContainText(last)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Changed on another computer too')).toBeHidden()

  // The second computer has not heard of it. Its own change is saved, and a toast tells of the other.
  await other.getByRole('button', { name: 'Pin Sever Group', exact: true }).click()
  await expect(other.getByText('Changed on another computer too; yours is kept')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Unpin Sever Group', exact: true })).toBeVisible()
  await page.reload()
  await expect(clients.locator.getByRole('link').first()).toHaveText('Sever Group')

  await saving(page, () => page.getByRole('button', { name: 'Unpin Sever Group', exact: true }).click())
  await expect(page.getByRole('button', { name: 'Pin Sever Group', exact: true })).toBeVisible()
  await other.context().close()
})

test('what cannot be saved is reported, and the list is sorted all the same', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await signInByRequest(page, 'client')
  await page.goto('/objects')
  const header = page.getByRole('columnheader', { name: 'Numbers' })
  await expect(table(page, 'Objects').locator.getByRole('link').first()).toBeVisible()
  await context.setOffline(true)
  await header.getByRole('button').click()
  await expect(page.getByText(/^Not saved\./)).toBeVisible()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await context.setOffline(false)
  await page.reload()
  await expect(table(page, 'Objects').locator.getByRole('link').first()).toBeVisible()
  await expect(header).not.toHaveAttribute('aria-sort')
})
