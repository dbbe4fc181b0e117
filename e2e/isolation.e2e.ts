import type { Page, Route } from '@playwright/test'
import { clientNamed, contactLinks, objectTitles, switcher, switchTo } from './support/agency.ts'
import { fetchJson } from './support/calls.ts'
import { filterBy } from './support/journal.ts'
import { credentialsOf, signIn, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

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
  return objectTitles(page)
}

test('two-clients-two-tabs: each tab keeps its own client while both switch, on every page', async ({
  page,
  context,
}) => {
  await signInByRequest(page, 'manager')
  const [sever, stoma] = [await clientNamed(page, 'Sever Group'), await clientNamed(page, 'Stoma Plus')]
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

  // On every page, and each says which.
  const shown = await Promise.all(
    [
      { tab: page, name: 'Sever Group' },
      { tab: other, name: 'Stoma Plus' },
    ].map(async ({ tab, name }) => {
      const client = await clientNamed(page, name)
      const { calls } = await fetchJson<{ calls: { id: number; obj_oid: string }[] }>(
        page,
        `/clients/${client}/calls?period=year`,
      )
      const { id, obj_oid: oid } = calls[0]!
      return { tab, name, client, object: `/objects/${oid}`, contact: `/objects/${oid}/calls/${id}` }
    }),
  )
  for (const at of ['/objects', 'object', 'contact', '/clients'] as const)
    await Promise.all(
      shown.map(async ({ tab, name, client, ...paths }) => {
        await tab.goto(`${at === 'object' || at === 'contact' ? paths[at] : at}?client=${client}`)
        await expect(switcher(tab, name)).toBeVisible()
        await expect(tab, at).toHaveTitle(new RegExp(` · ${name} · Callboard$`))
      }),
    )
})

test(
  "one client's object and contact are not found under another",
  { tag: '@journey' },
  async ({ page, allowConsole }) => {
    allowConsole(/status of 40[34]/)
    await signInByRequest(page, 'manager')
    const [sever, stoma] = [await clientNamed(page, 'Sever Group'), await clientNamed(page, 'Stoma Plus')]
    const { calls } = await fetchJson<{ calls: { id: number; obj_oid: string }[] }>(
      page,
      `/clients/${sever}/calls?period=year`,
    )
    const { id, obj_oid: oid } = calls[0]!
    for (const path of [`/objects/${oid}`, `/objects/${oid}/calls`, `/objects/${oid}/calls/${id}`]) {
      const refused = page.waitForResponse(
        (response) => response.url().includes(`/clients/${stoma}/`) && response.status() >= 400,
      )
      await page.goto(`${path}?client=${stoma}`)
      await refused
      await expect(switcher(page, 'Stoma Plus')).toBeVisible()
      await expect(page.getByRole('region', { name: /^(Facts|Attribution|Recording)$/ })).toHaveCount(0)
      await expect(contactLinks(page)).toHaveCount(0)
      await expect(page).not.toHaveTitle(/Sever Group/)
    }
  },
)

test('fault-two-people: a second sign-in to the same account disturbs no tab; one as someone else empties it and says so', async ({
  page,
  context,
}) => {
  const same = await context.newPage()
  await same.goto('/sign-in')
  await signInByRequest(page, 'small')
  const open = new Set<object>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  // Background requests after seconds, then once a minute.
  const counted = page.waitForResponse(/\/api\/attention$/)
  await page.goto('/calls?period=year')
  const first = table(page, 'Contacts').locator.getByRole('link').first()
  await expect(first).toBeVisible()
  await counted
  await expect.poll(() => open.size).toBe(0)
  await signIn(same, 'small')
  await page.getByRole('checkbox', { name: 'Target only' }).check()
  await expect(page).toHaveURL(/target_filter=1/)
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()
  await expect(first).toBeVisible()

  await expect.poll(() => open.size).toBe(0)
  await same.close()
  const visit = await context.cookies()
  // What this page asks each minute would meet no session.
  const isBack = Promise.withResolvers<void>()
  const whenBack = async (route: Route) => {
    await isBack.promise
    await route.continue()
  }
  await page.route('**/api/**', whenBack)
  await context.clearCookies()
  const other = await context.newPage()
  await other.goto('/sign-in')
  await context.addCookies(visit)
  isBack.resolve()
  await page.unroute('**/api/**', whenBack)
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await signIn(other, 'client')

  const heading = page.getByRole('heading', { name: /^Signed in as .+ in another tab$/ })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Account' })).toHaveCount(0)
  expect(await page.locator('body').innerText()).not.toContain(credentialsOf('small').email)
  await expect(page).toHaveTitle(/^Signed in as/)
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(page.getByRole('button', { name: 'Reload' })).toBeFocused()
  expect(requestedPaths.filter((path) => path.startsWith('/api/v'))).toEqual([])

  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText(credentialsOf('client').email)).toBeVisible()
})

test('fault-back: a page out of the back/forward cache is unseen until its account is known to be the same', async ({
  page,
  allowConsole,
}) => {
  // What the page asks for by itself as the other account comes is refused.
  allowConsole(/status of 409/)
  await signInByRequest(page, 'small')
  await page.goto('/calls?period=year')
  const first = table(page, 'Contacts').locator.getByRole('link').first()
  await expect(first).toBeVisible()
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

  // After sign-out, Back shows nothing.
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  await page.request.delete('/api/session', {
    headers: { origin, 'x-requested-by': 'callboard' },
  })
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})

test(
  'a caller filter is not for whoever signs in next in the same tab',
  { tag: '@journey' },
  async ({ page, allowConsole }) => {
    allowConsole(/status of 401/)
    await signIn(page, 'small')
    await page.goto('/calls?period=all')
    const number = await filterBy(page, /^\+7 \d{3} /)
    await expect(page.getByRole('button', { name: `Caller ${number}`, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await signIn(page, 'client')
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/calls\?period=all$/)
    await expect(table(page, 'Contacts').locator.getByRole('link').first()).toBeVisible()
    await expect(page.getByText(number)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Caller', exact: true }).first()).toBeVisible()
  },
)
