import type { Page } from '@playwright/test'
import { fault } from './support/fault.ts'
import { axe } from './support/look.ts'
import { credentialsOf, signIn, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

/** The address of a client, as the list of clients links to it. */
const clientOf = async (page: Page, name: string) => {
  const href = await page.getByRole('link', { name, exact: true }).getAttribute('href')
  return new URL(href!, page.url()).searchParams.get('client')!
}

/** Address, title, switcher and every row say the same client. */
const expectClient = async (page: Page, name: string, client: string, objects: ReadonlySet<string>) => {
  await expect(page.getByRole('button', { name: `Client ${name}` })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('client')).toBe(client)
  await expect(page).toHaveTitle(new RegExp(`· ${name} ·`))
  const contacts = table(page, 'Contacts')
  await expect(contacts.locator.getByRole('link').first()).toBeVisible()
  expect((await contacts.column('Object')).filter((title) => title && !objects.has(title))).toEqual([])
}

const objectsOf = async (page: Page, client: string) => {
  await page.goto(`/objects?client=${client}`)
  const links = table(page, 'Objects').locator.locator('a[data-to="object"]')
  await expect(links.first()).toBeVisible()
  return new Set((await links.allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim()))
}

const switchTo = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Client / }).click()
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('two-clients-two-tabs: each tab keeps its own client while both switch', async ({ page, context }) => {
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  const [sever, stoma] = [await clientOf(page, 'Sever Group'), await clientOf(page, 'Stoma Plus')]
  const [severs, stomas] = [await objectsOf(page, sever), await objectsOf(page, stoma)]
  expect([...severs].filter((title) => stomas.has(title))).toEqual([])

  const other = await context.newPage()
  await Promise.all([
    page.goto(`/calls?client=${sever}&period=year`),
    other.goto(`/calls?client=${stoma}&period=year`),
  ])
  await expectClient(page, 'Sever Group', sever, severs)
  await expectClient(other, 'Stoma Plus', stoma, stomas)
  await Promise.all([switchTo(page, 'Stoma Plus'), switchTo(other, 'Sever Group')])
  await expectClient(page, 'Stoma Plus', stoma, stomas)
  await expectClient(other, 'Sever Group', sever, severs)
  await Promise.all([page.goBack(), other.reload()])
  await expectClient(page, 'Sever Group', sever, severs)
  await expectClient(other, 'Sever Group', sever, severs)
})

test('when another tab signs in as someone else, this one shows nothing more and says so', async ({
  page,
  context,
}) => {
  await signInByRequest(page, 'small')
  await page.goto('/calls?period=year')
  await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
  const asked: string[] = []
  // The second tab shows the sign-in page since before the first account was there.
  const other = await context.newPage()
  await context.clearCookies()
  await signIn(other, 'client')
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))

  // Told by the other tab: nobody touches this one.
  const heading = page.getByRole('heading', { name: /^Signed in as .+ in another tab$/ })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Account' })).toHaveCount(0)
  expect(await page.locator('body').innerText()).not.toContain(credentialsOf('small').email)
  await expect(page).toHaveTitle(/^Signed in as/)
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(page.getByRole('button', { name: 'Reload' })).toBeFocused()
  await axe(page)
  expect(asked.filter((path) => path.startsWith('/api/v'))).toEqual([])

  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText(credentialsOf('client').email)).toBeVisible()
})

test('a second sign-in to the same account disturbs no tab', async ({ page, context }) => {
  await signInByRequest(page, 'small')
  await page.goto('/calls?period=year')
  await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
  const other = await context.newPage()
  await context.clearCookies()
  await signIn(other, 'small')
  await page.getByRole('checkbox', { name: 'Target only' }).check()
  await expect(page).toHaveURL(/target_filter=1/)
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()
  await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
})

test('Back after sign-out shows nothing, kept by the browser or loaded anew', async ({ page }) => {
  await signInByRequest(page, 'small')
  await page.goto('/calls?period=year')
  await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  await page.request.delete('/api/session', {
    headers: { origin, 'x-requested-by': 'callboard' },
  })
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('a page out of the back/forward cache is unseen until its account is known to be the same', async ({
  page,
}) => {
  await signInByRequest(page, 'small')
  await page.goto('/calls?period=year')
  const first = table(page, 'Contacts').locator.getByRole('link').first()
  await expect(first).toBeVisible()
  // The tests' Chromium has no such cache: its two events are all the page sees of it.
  const happens = (type: 'pagehide' | 'pageshow') =>
    page.evaluate((type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type)
  await happens('pagehide')
  await expect(first).toBeHidden()
  await happens('pageshow')
  await expect(first).toBeVisible()

  await happens('pagehide')
  await signInByRequest(page, 'client')
  await happens('pageshow')
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText(credentialsOf('client').email)).toBeVisible()
})

test('a client that the agency has lost is gone from the page at once, with the reason', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 403/)
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  const client = await clientOf(page, 'Stoma Plus')
  await page.goto(`/calls?client=${client}&period=year`)
  const contacts = table(page, 'Contacts').locator.getByRole('link', { name: /\d\d:\d\d/ })
  await expect(contacts.first()).toBeVisible()
  await fault(context, 'agency-no-clients')
  const other = await context.newPage()
  await other.goto('/clients')
  await expect(other.getByRole('heading', { name: 'No clients yet' })).toBeVisible()

  await page.getByRole('checkbox', { name: 'Target only' }).check()
  await expect(page.getByText(/do not have access to this client/)).toBeVisible()
  await expect(contacts).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText(/do not have access to this client/)).toBeVisible()
  await expect(contacts).toHaveCount(0)
})

test('a caller filter is not for whoever signs in next in the same tab', async ({ page, allowConsole }) => {
  allowConsole(/status of 401/)
  await signIn(page, 'small')
  await page.goto('/calls?period=all')
  const caller = table(page, 'Contacts')
    .locator.getByRole('button', { name: /^\+7 \d{3} / })
    .first()
  const number = (await caller.textContent())!
  await caller.click()
  await expect(page.getByRole('button', { name: `Caller ${number}`, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, 'client')
  await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/calls\?period=all$/)
  await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
  await expect(page.getByText(number)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Caller', exact: true }).first()).toBeVisible()
})
