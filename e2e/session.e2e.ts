import type { Page } from '@playwright/test'
import { fault } from './support/fault.ts'
import { credentialsOf, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

/** All that a page and its browser hold: what is drawn, and every place where something can be kept. */
const held = async (page: Page) => ({
  page: await page.content(),
  cookies: await page.context().cookies(),
  kept: await page.evaluate(async () => ({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    name: window.name,
    state: JSON.stringify(history.state),
  })),
})

test('signout-leaves-nothing: in any tab, in any storage, nor behind Back', async ({ page, context }) => {
  await signInByRequest(page, 'small')
  const other = await context.newPage()
  await other.goto('/objects')
  await expect(other.getByRole('heading', { name: 'Objects' })).toBeVisible()
  await page.goto('/calls?period=year')
  const contacts = table(page, 'Contacts')
  await expect(contacts.locator.getByRole('link').first()).toBeVisible()
  const callers = (await contacts.column('Caller')).filter((caller) => /\d{3}/.test(caller))
  const objects = (await table(other, 'Objects').column('Object')).filter(Boolean)
  const digits = callers.map((caller) => caller.replace(/\D/g, ''))
  const personal = [...callers, ...digits, ...objects]
  expect(Math.min(callers.length, objects.length)).toBeGreaterThan(0)
  // A caller in the filter lives in the history entry.
  await contacts.locator
    .getByRole('button', { name: /^[+\d]/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Remove filter: Caller/ })).toBeVisible()

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const nothing = async (tab: Page) => {
    const { cookies, kept, page: drawn } = await held(tab)
    expect(cookies).toEqual([])
    expect(kept).toMatchObject({ local: [], databases: [], caches: [], name: '' })
    const text = drawn + JSON.stringify(kept)
    expect(personal.filter((one) => text.includes(one))).toEqual([])
    await expect(tab.getByRole('table')).toHaveCount(0)
  }
  await nothing(page)
  await nothing(other)
  for (let step = 0; step < 2; step++) {
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await nothing(page)
  }
})

test('a session that ends in the middle leads to the sign-in page and back', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await signInByRequest(page, 'small')
  await page.goto('/calls?period=year')
  await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
  await fault(context, 'session-ends')
  // Not check(): the page goes away under the press.
  await page.getByRole('checkbox', { name: 'Target only' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await fault(context)
  await signInByRequest(page, 'small')
  await page.reload()
  await expect(page).toHaveURL(/\/calls\?period=year&target_filter=1$/)
  await expect(page.getByRole('checkbox', { name: 'Target only' })).toBeChecked()
})

test('when another account signs in with this browser, the first one’s data are gone', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d/)
  await signInByRequest(page, 'small')
  await page.goto('/calls?period=year')
  await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
  const { email } = credentialsOf('client')
  const rows = await table(page, 'Contacts').rows()
  const other = await context.newPage()
  // Not by the page: the first tab is not told, and learns it from the next answer.
  await signInByRequest(other, 'client')
  await page.getByRole('checkbox', { name: 'Target only' }).click()
  await expect(page.getByRole('heading', { name: /^Signed in as .+ in another tab$/ })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText(email)).toBeVisible()
  await page.goto('/calls')
  await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
  const own = new Set(rows.map((row) => row['Object']))
  expect((await table(page, 'Contacts').column('Object')).filter((title) => title && own.has(title))).toEqual(
    [],
  )
})
