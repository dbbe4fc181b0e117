import type { BrowserContext, Page } from '@playwright/test'
import { clientSearch, clientsOf, contactLinks, switcher, switchTo } from './support/agency.ts'
import { asked } from './support/calls.ts'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

/** The client that the fault takes away, with one of its objects that has contacts. */
const losable = async (page: Page) => {
  await signInByRequest(page, 'manager')
  const [lost] = await clientsOf(page)
  const { calls } = await asked<{ calls: { id: number; obj_oid: string }[] }>(
    page,
    `/clients/${lost!.client}/calls?period=year`,
  )
  return { client: lost!.client, name: lost!.company_name, contact: calls[0]! }
}

/** From now on the client is not the agency's, and our server knows. */
const withdraw = async (page: Page, context: BrowserContext) => {
  await fault(context, 'agency-loses-client')
  await clientsOf(page)
}

/** Nothing but the reason is left, on the page, in the header and in the title. */
const expectLost = async (page: Page, name: string) => {
  const heading = page.getByRole('heading', { name: `You no longer have access to ${name}`, exact: true })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('region')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(switcher(page, 'none')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Object / })).toHaveCount(0)
  expect(await page.title()).not.toContain(name)
  // The page's own title, the reason, and the ways on.
  expect((await page.getByRole('main').innerText()).split(/\n+/)).toHaveLength(5)
}

interface Place {
  readonly what: string
  readonly path: (oid: string, id: number) => string
  readonly ready: (page: Page) => Promise<void>
}
const PLACES: readonly Place[] = [
  {
    what: 'the journal',
    path: () => '/calls?period=year',
    ready: (page) => expect(contactLinks(page).first()).toBeVisible(),
  },
  {
    what: "an object's journal",
    path: (oid) => `/objects/${oid}/calls?period=year`,
    ready: (page) => expect(contactLinks(page).first()).toBeVisible(),
  },
  {
    what: 'a contact',
    path: (oid, id) => `/objects/${oid}/calls/${id}`,
    ready: (page) => expect(page.getByRole('region', { name: 'CRM deal' })).toBeVisible(),
  },
  {
    what: 'the objects',
    path: () => '/objects',
    ready: (page) => expect(table(page, 'Objects').locator.getByRole('link').first()).toBeVisible(),
  },
  {
    what: 'an object',
    path: (oid) => `/objects/${oid}`,
    ready: (page) => expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Objects'),
  },
]

for (const { what, path, ready } of PLACES)
  test(`a client that the agency has lost is gone from ${what} with what the page asks by itself`, async ({
    page,
    context,
    allowConsole,
  }) => {
    allowConsole(/status of 403/)
    const { client, name, contact } = await losable(page)
    await page.clock.install()
    const address = path(contact.obj_oid, contact.id)
    await page.goto(`${address}${address.includes('?') ? '&' : '?'}client=${client}`)
    await ready(page)
    await expect(switcher(page, name)).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(` · ${name} · Callboard$`))
    await withdraw(page, context)
    // The user comes back to the tab after a while: what it shows is checked again.
    await page.clock.fastForward(90_000)
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await expectLost(page, name)
  })

test('a client that the agency has lost is gone at once, also from the way back, until it is given back', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 403/)
  const { client, name } = await losable(page)
  const [, other] = await clientsOf(page)
  await page.goto(`/calls?client=${client}&period=year`)
  await expect(contactLinks(page).first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Objects' }).click()
  await expect(table(page, 'Objects').locator.getByRole('link').first()).toBeVisible()
  await withdraw(page, context)
  await page.getByRole('link', { name: 'Pending' }).click()
  await expectLost(page, name)
  await expect(page.getByRole('alert')).toBeFocused()
  await page.goBack()
  await expectLost(page, name)
  await page.goBack()
  await expectLost(page, name)

  // It is not among those to choose from, and the way to them leaves it behind.
  await switcher(page).click()
  await clientSearch(page).fill(name)
  await expect(page.getByText('No client with this name or e-mail')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Choose a client' }).click()
  await expect(page).toHaveURL(/\/clients$/)
  await expect(page.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  await switchTo(page, other!.company_name)
  await expect(switcher(page, other!.company_name)).toBeVisible()

  await page.goto(`/calls?client=${client}`)
  const unknown = page.getByRole('heading', { name: 'You do not have access to this client' })
  await expect(unknown).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(unknown).toBeVisible()
  await fault(context)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(contactLinks(page).first()).toBeVisible()
  await expect(switcher(page, name)).toBeVisible()
})

test('what is still being loaded of a lost client is stopped', async ({ page, context, allowConsole }) => {
  allowConsole(/status of 403/)
  const { client, name } = await losable(page)
  await page.goto(`/calls?client=${client}&period=year`)
  await expect(contactLinks(page).first()).toBeVisible()
  await fault(context, 'calls-slow')
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().includes('target_filter=1'))
  await page.getByRole('checkbox', { name: 'Target only' }).click()
  await withdraw(page, context)
  await page.getByRole('button', { name: 'Object all' }).click()
  await expectLost(page, name)
  expect((await stopped).failure()?.errorText).toBe('net::ERR_ABORTED')
})

test('an export that is refused for its client takes the page with it', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 403/)
  const { client, name } = await losable(page)
  await page.goto(`/calls?client=${client}&period=year`)
  await expect(contactLinks(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await withdraw(page, context)
  await page.getByRole('button', { name: 'Start export' }).click()
  await expectLost(page, name)
})
