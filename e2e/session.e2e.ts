import { fault } from './support/fault.ts'
import { credentialsOf, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('sign-out ends the session everywhere and leaves nothing on the screen', async ({ page, context }) => {
  await signInByRequest(page, 'small')
  const other = await context.newPage()
  await other.goto('/objects')
  await expect(other.getByRole('heading', { name: 'Objects' })).toBeVisible()
  await page.goto('/calls?period=year')
  await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
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
  const rows = await table(page, 'Contacts').rows()
  const other = await context.newPage()
  await signInByRequest(other, 'client')
  await page.getByRole('checkbox', { name: 'Target only' }).check()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText(credentialsOf('client').email)).toBeVisible()
  const own = new Set(rows.map((row) => row['Object']))
  expect((await table(page, 'Contacts').column('Object')).filter((title) => title && own.has(title))).toEqual(
    [],
  )
})
