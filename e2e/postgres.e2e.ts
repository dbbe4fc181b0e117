import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePostgres, restartPostgres, startPostgres, stopPostgres } from '../scripts/postgres.ts'
import { test as base } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { answered, expect } from './support/test.ts'

/** A PostgreSQL for the second server. */
const test = base.extend<{
  postgres: { readonly url: string; readonly stop: () => void; readonly start: () => void }
}>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  postgres: async ({}, use) => {
    const started = await startPostgres(mkdtempSync(join(tmpdir(), 'callboard-postgres-')))
    await use({
      url: started.url,
      stop: () => stopPostgres(started),
      start: () => restartPostgres(started, 'start'),
    })
    removePostgres(started)
  },
  env: async ({ postgres }, use) => use({ ARCHIVE: 'disk', DATABASE_URL: `${postgres.url}/postgres` }),
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
  // Once, and once a minute while visible.
  expect(lists() - read).toBeLessThanOrEqual(2)
  // Requests at the session's end are refused.
  await answered(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto(`${second.origin}/overview`)
  await expect(page).toHaveURL(/\/sign-in/)
})

test('says that the database is gone, and goes on by itself once it is back', async ({
  page,
  context,
  second,
  postgres,
  allowConsole,
}) => {
  allowConsole(/status of 503|ApiError: database/)
  const gone = page.getByText('Callboard’s database is not reachable.').first()
  await page.goto(`${second.origin}/sign-in`)
  await signIn(page, 'client')
  await page.goto(`${second.origin}/objects`)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  postgres.stop()
  await page.getByRole('link', { name: 'Journal' }).first().click()
  await expect(gone).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${second.origin}/overview`)
  await expect(other.getByText('Callboard’s database is not reachable.').first()).toBeVisible()
  postgres.start()
  await expect(gone).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Contacts' }).getByRole('link').first()).toBeVisible()
  await expect(other.getByRole('region', { name: 'Summary' })).toBeVisible()
})
