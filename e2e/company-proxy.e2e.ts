import { expect, type Page } from '@playwright/test'
import { test } from './support/servers/company-proxy.ts'

const ANNA = 'anna@example.com'
const BORIS = 'boris@example.com'

/** At the company's login. */
const enterAs = async (page: Page, person: string) => {
  await expect(page.getByRole('heading', { name: 'Company login' })).toBeVisible()
  await page.getByRole('link', { name: person }).click()
}
const EXPIRED = 'Your company sign-in has expired.'

test('sso-expired: sign in, work, the login expires, and signing in leads back to the same screen', async ({
  page,
  company,
  allowConsole,
}) => {
  // The journal's own code is a part that the login answers for: no new version, and no reason to reload.
  allowConsole(/^console: Failed to load module script/)
  allowConsole(/A part of the app has not come/)
  const address = `${company.origin}/objects?q=a`
  await page.goto(address)
  await enterAs(page, ANNA)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(address)

  await page.waitForLoadState('networkidle')
  company.expire()
  await page.getByRole('link', { name: 'Journal' }).first().click()
  await expect(page.getByText(EXPIRED, { exact: true })).toHaveCount(1)
  const here = page.url()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await enterAs(page, ANNA)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(here)
  await expect(page.getByText(EXPIRED, { exact: true })).toHaveCount(0)
})

test('sso-expired: what was typed stays, is signed in for in another tab, and is saved', async ({
  page,
  context,
  company,
}) => {
  await page.goto(`${company.origin}/objects`)
  await enterAs(page, ANNA)
  await page.locator('a[data-to="object"]').first().click()
  const option = page.getByRole('checkbox', { name: /gtm$/ })
  await option.click()
  const isOn = await option.isChecked()
  await page.waitForLoadState('networkidle')
  company.expire()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(EXPIRED, { exact: true })).toBeVisible()

  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in in a new tab' }).click()
  const tab = await opening
  await enterAs(tab, ANNA)
  await expect(page.getByText(EXPIRED, { exact: true })).toHaveCount(0)
  expect(await option.isChecked()).toBe(isOn)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('1 change not saved')).toHaveCount(0)
})

test('fault-sso-user-changed: another person signs in with the same browser: the open page says so and shows nothing more', async ({
  page,
  context,
  company,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  await page.goto(`${company.origin}/objects`)
  await enterAs(page, ANNA)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  company.expire()
  const other = await context.newPage()
  await other.goto(`${company.origin}/objects`)
  await enterAs(other, BORIS)
  await expect(other.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  // The page hears of it from the other tab, or from the next answer.
  const changed = page.getByRole('heading', { name: /^Signed in as boris@example.com/ })
  await expect(async () => {
    if (!(await changed.isVisible()))
      await page.getByRole('link', { name: 'Journal' }).first().click({ timeout: 1_000 })
    await expect(changed).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a header that names somebody else is replaced by the proxy, and believed from nobody else', async ({
  page,
  company,
  request,
}) => {
  await page.goto(`${company.origin}/objects`)
  await enterAs(page, ANNA)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  const spoof = {
    'x-requested-by': 'callboard',
    'X-Auth-Request-Email': BORIS,
    X_Auth_Request_Email: BORIS,
  }
  const answered = await page.evaluate(
    async (headers) => (await fetch('/api/session', { headers })).json() as Promise<unknown>,
    spoof,
  )
  expect(answered).toMatchObject({ user: { email: ANNA } })
  const direct = await request.get(`${company.direct}/api/session`, { headers: spoof })
  expect(direct.status()).toBe(401)
})
