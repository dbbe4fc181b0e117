import type { Page } from '@playwright/test'
import { clientNamed, clientsOf, contactLinks, switcher } from './support/agency.ts'
import { asked } from './support/calls.ts'
import { signIn, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

const NAME = 'Sever Group'

/** Links to our own pages, each with its text; what the server gives as a file is none. */
const links = (page: Page) =>
  page.locator('a[href^="/"]:not([href^="/api/"])').evaluateAll((anchors) =>
    anchors.map((anchor) => {
      const { pathname, searchParams } = new URL((anchor as HTMLAnchorElement).href)
      return {
        path: pathname,
        client: searchParams.get('client'),
        isRow: anchor.closest('table[aria-label="Clients"]') !== null,
        says: (anchor.textContent ?? '').trim(),
      }
    }),
  )

test('every link of every page keeps the client, and those of the clients lead to their own', async ({
  page,
}) => {
  await signInByRequest(page, 'manager')
  const client = await clientNamed(page, NAME)
  const { calls } = await asked<{ calls: { id: number; obj_oid: string }[] }>(
    page,
    `/clients/${client}/calls?period=year`,
  )
  const { id, obj_oid: oid } = calls[0]!
  const objects = table(page, 'Objects').locator.getByRole('link').first()
  const pages = [
    { path: '/calls?period=year', ready: contactLinks(page).first(), least: 20 },
    { path: `/objects/${oid}/calls?period=year`, ready: contactLinks(page).first(), least: 10 },
    {
      path: `/objects/${oid}/calls/${id}`,
      ready: page.getByRole('region', { name: 'This caller' }),
      least: 5,
    },
    { path: '/objects', ready: objects, least: 12 },
    { path: '/objects?status=5', ready: page.getByRole('heading', { name: /^No / }).or(objects), least: 8 },
    { path: `/objects/${oid}`, ready: page.getByRole('heading', { level: 1 }), least: 4 },
    { path: '/clients', ready: table(page, 'Clients').locator.getByRole('link').first(), least: 10 },
    { path: '/no-such-page', ready: page.getByRole('heading', { name: /no such page/ }), least: 4 },
  ]
  for (const { path, ready, least } of pages) {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}client=${client}`)
    await expect(ready.first()).toBeVisible()
    const found = await links(page)
    expect(found.length, path).toBeGreaterThanOrEqual(least)
    expect(found.filter((link) => !link.isRow && link.client !== client)).toEqual([])
    const own = found.filter(({ isRow }) => isRow)
    if (path !== '/clients') continue
    const clients = await clientsOf(page)
    expect(own.length).toBeGreaterThan(5)
    for (const { says, client } of own)
      expect(client, says).toBe(clients.find(({ company_name }) => company_name === says)?.client)
  }
})

test('the client goes along into a new tab, through the start page and through sign-in', async ({
  page,
  context,
}) => {
  await signInByRequest(page, 'manager')
  const client = await clientNamed(page, NAME)
  await page.goto(`/calls?client=${client}&period=year`)
  await expect(contactLinks(page).first()).toBeVisible()
  const opened = context.waitForEvent('page')
  await contactLinks(page)
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await expect(tab.getByRole('region', { name: 'CRM deal' })).toBeVisible()
  await expect(switcher(tab, NAME)).toBeVisible()
  await expect(tab).toHaveTitle(new RegExp(` · ${NAME} · Callboard$`))

  await page.goto(`/?client=${client}`)
  await expect(page).toHaveURL(`/overview?client=${client}`)
  await page.getByRole('link', { name: 'Callboard' }).first().click()
  await expect(page).toHaveURL(`/overview?client=${client}`)

  await tab.close()
  await context.clearCookies()
  await page.goto(`/objects?client=${client}&status=1`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, 'manager')
  await expect(switcher(page, NAME)).toBeVisible()
  await expect(page).toHaveURL(
    (url) =>
      url.pathname === '/objects' &&
      url.searchParams.get('client') === client &&
      url.searchParams.get('status') === '1',
  )
})

test('who has no clients is not led astray by a client in the address', async ({ page }) => {
  await signInByRequest(page, 'small')
  await page.goto('/calls?client=2&period=year')
  await expect(contactLinks(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Client / })).toHaveCount(0)
})
