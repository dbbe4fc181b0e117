import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePostgres, startPostgres } from '../scripts/postgres.ts'
import { test as base } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

/** The second server keeps everything in a PostgreSQL of its own. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  env: async ({}, use) => {
    const postgres = await startPostgres(mkdtempSync(join(tmpdir(), 'callboard-postgres-')))
    await use({ ARCHIVE: 'on', DATABASE_URL: `${postgres.url}/postgres` })
    removePostgres(postgres)
  },
})

test('over PostgreSQL a visit goes as over files: figures, a second visit from what is kept, and out', async ({
  page,
  second,
  gate,
}) => {
  const lists = () => gate.calls.filter((call) => call.startsWith('GET /v2/calls')).length
  const summary = page.getByRole('region', { name: 'Summary' })
  const figures = async () => {
    await expect(page.getByText(/^As of /).first()).toBeVisible()
    await expect(summary).toContainText(/[+−][\d.]+\s?(%|pt)/)
    await expect(page.getByRole('progressbar', { name: /^Loading/ })).toHaveCount(0)
    return summary.innerText()
  }
  await page.goto(`${second.origin}/sign-in`)
  await signIn(page, 'client')
  await page.goto(`${second.origin}/overview`)
  const first = await figures()
  const read = lists()
  expect(read).toBeGreaterThan(3)
  await page.reload()
  await expect.poll(figures).toBe(first)
  // Today once, and once a minute while it is looked at.
  expect(lists() - read).toBeLessThanOrEqual(2)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto(`${second.origin}/overview`)
  await expect(page).toHaveURL(/\/sign-in/)
})
