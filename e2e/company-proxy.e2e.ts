import { expect, type Page } from '@playwright/test'
import { axe } from './support/look.ts'
import { test } from './support/servers/company-proxy.ts'
import { answered } from './support/test.ts'

const ANNA = 'anna@example.com'
const BORIS = 'boris@example.com'

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
  // The company's login answers instead of a chunk: no new version, no reload.
  allowConsole(/^console: Failed to load module script/)
  allowConsole(/A part of the app has not come/)
  const address = `${company.origin}/objects?q=a`
  await page.goto(address)
  await enterAs(page, ANNA)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(address)

  await answered(page)
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
  await answered(page)
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

/** No recordings there. */
const NO_RECORDING = /status of 404.*\/api\/recordings\//

const writeNote = async (page: Page, origin: string) => {
  await page.goto(`${origin}/calls?period=year`)
  await enterAs(page, ANNA)
  await page.getByRole('table', { name: 'Contacts' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Wants a garage')
  await answered(page)
  return { note, save: page.getByRole('button', { name: 'Save note' }) }
}

test('sso-expired: from within an open dialog one signs in too, and nothing that is missing takes the page away', async ({
  page,
  context,
  company,
  allowConsole,
}) => {
  allowConsole(/^console: Failed to load module script/)
  allowConsole(NO_RECORDING)
  const { note, save } = await writeNote(page, company.origin)
  company.expire()
  await save.click()
  const dialog = page.getByRole('dialog', { name: /^Note/ })
  await expect(dialog.getByText(EXPIRED, { exact: true })).toBeVisible()
  await axe(page, { over: true, rules: 'all' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(note).toHaveValue('Wants a garage')

  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Sign in in a new tab' }).click()
  await enterAs(await opening, ANNA)
  await expect(page.getByText(EXPIRED, { exact: true })).toHaveCount(0)
  await expect(note).toHaveValue('Wants a garage')
  await save.click()
  await expect(note).toBeHidden()
  await expect(page.getByText('Wants a garage')).toBeVisible()
})

test('fault-401-typed: a session that is ended under the proxy begins anew, and what is typed is saved with it', async ({
  page,
  company,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  allowConsole(NO_RECORDING)
  const { note, save } = await writeNote(page, company.origin)
  await page.evaluate(() =>
    fetch('/api/session', { method: 'DELETE', headers: { 'x-requested-by': 'callboard' } }),
  )
  const opening = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/session') && answer.request().method() === 'GET',
  )
  await save.click()
  await opening
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toHaveCount(0)
  await expect(page.getByText('Your session had ended before this was done. Try again.')).toBeVisible()
  await expect(note).toHaveValue('Wants a garage')
  await save.click()
  await expect(note).toBeHidden()
  await expect(page.getByText('Wants a garage')).toBeVisible()
})

test('fault-sso-user-changed: another person signs in with the same browser: the open page says so and shows nothing more', async ({
  page,
  context,
  company,
  allowConsole,
}) => {
  // Idle chunks get the login too.
  allowConsole(/status of 409|behind a redirect|Failed to load module script/)
  await page.goto(`${company.origin}/objects`)
  await enterAs(page, ANNA)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  await answered(page)
  company.expire()
  const other = await context.newPage()
  await other.goto(`${company.origin}/objects`)
  await enterAs(other, BORIS)
  await expect(other.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  const changed = page.getByRole('heading', { name: /^Signed in as boris@example.com/ })
  await expect(async () => {
    if (!(await changed.isVisible()))
      await page.getByRole('link', { name: 'Journal' }).first().click({ timeout: 1_000 })
    await expect(changed).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a header that names another person is replaced by the proxy, and believed only from it', async ({
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
  const session = await page.evaluate(
    async (headers) => (await fetch('/api/session', { headers })).json() as Promise<unknown>,
    spoof,
  )
  expect(session).toMatchObject({ user: { email: ANNA } })
  const direct = await request.get(`${company.direct}/api/session`, { headers: spoof })
  expect(direct.status()).toBe(401)
})
