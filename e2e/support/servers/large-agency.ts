import { expect, type Page } from '@playwright/test'
import { largeAgency, MANAGER } from '#/test/large-agency.ts'
import { close, onLoopback, test as base } from './real-api.ts'

export const LARGE = 2_000

/** The second server stands in front of an agency of 2,000 clients, some of them strange. */
export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  env: async ({}, use) => {
    const { server, port } = await onLoopback(largeAgency(LARGE))
    await use({ API_BASE_URL: `http://127.0.0.1:${port}` })
    await close(server)
  },
})

export const enterLargeAgency = async (page: Page, origin: string) => {
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Email', { exact: true }).fill(MANAGER.email)
  await page.getByLabel('Password', { exact: true }).fill(MANAGER.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /clients$/ })).toHaveText('2,000 clients')
}
