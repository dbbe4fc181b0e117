import { clientSearch, contactLinks, switcher, switchTo } from './support/agency.ts'
import { asked } from './support/calls.ts'
import { test } from './support/servers/real-api.ts'
import { signIn, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect } from './support/test.ts'

test('a manager starts with the clients, and nothing is asked before one is chosen', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/v[12]\//.test(pathname) && !/(sign_in|\/agency)$/.test(pathname)) asked.push(pathname)
  })
  await signIn(page, 'manager')
  await expect(page).toHaveURL(/\/clients$/)
  await expect(page.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible()
  const clients = table(page, 'Clients')
  await expect(clients.locator.getByText('Sever Group')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a client first' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Objects' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a client first' })).toBeVisible()
  expect(asked).toEqual([])
})

test('a client is switched by name; page and filters stay, the address holds the choice', async ({
  page,
}) => {
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  await page.getByRole('link', { name: 'Sever Group' }).click()
  await expect(page.getByRole('button', { name: 'Client Sever Group' })).toBeVisible()
  await expect(page).toHaveURL(/\/calls\?client=/)
  const first = new URL(page.url()).searchParams.get('client')
  const objects = table(page, 'Contacts')
  await expect(objects.locator.getByRole('link').first()).toBeVisible()

  await page.getByRole('checkbox', { name: 'Target only' }).check()
  await expect(page).toHaveURL(/target_filter=1/)
  await page.getByRole('button', { name: 'Client Sever Group' }).click()
  await clientSearch(page).fill('stoma')
  await expect(page.getByRole('option', { name: /Stoma Plus/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Client Stoma Plus' })).toBeVisible()
  await expect(page).toHaveURL(/target_filter=1/)
  expect(new URL(page.url()).searchParams.get('client')).not.toBe(first)
  await expect
    .poll(async () =>
      (await objects.column('Object')).filter((title) => title && !title.startsWith('Stoma Plus')),
    )
    .toEqual([])
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Client Sever Group' })).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Objects' }).click()
  await expect(page).toHaveURL(/client=/)
  await expect(table(page, 'Objects').locator.getByText('Dentika Tverskaya')).toBeVisible()
})

test('the switcher finds by company and e-mail, and gives the focus back', async ({ page }) => {
  await signInByRequest(page, 'manager')
  await page.goto('/objects')
  await expect(page.getByRole('heading', { name: 'Choose a client first' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(clientSearch(page)).toBeFocused()
  const found = page.getByRole('option')
  await page.keyboard.type('sever g')
  await expect(found).toHaveText([/^Sever Group.*9 objects$/])
  await expect(found.locator('mark')).toHaveText(['Sever', 'G'])
  // By a word of the e-mail, which is shown because it is what was found.
  await clientSearch(page).fill('info@sev')
  await expect(found).toHaveText([/^Sever Group.*info@severgroup\.ru$/])
  await expect(found.locator('mark')).toHaveText('info@sev')
  await clientSearch(page).fill('nobody')
  await expect(page.getByText('No client with this name or e-mail')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(clientSearch(page)).toBeHidden()
  await expect(switcher(page, 'none')).toBeFocused()
})

// On a server of its own: pins belong to the account.
test('the switcher offers pinned and recent clients before the others', async ({ page, second }) => {
  await page.goto(`${second.origin}/sign-in`)
  await signIn(page, 'manager')
  await page.getByRole('button', { name: 'Pin Okna Profi', exact: true }).click()
  for (const name of ['Sever Group', 'Stoma Plus', 'Motor Servis']) {
    await switchTo(page, name)
    await expect(switcher(page, name)).toBeVisible()
  }
  await page.keyboard.press('Control+k')
  const groups = page.getByRole('listbox', { name: 'Clients' }).getByRole('group')
  await expect(groups.first()).toHaveAccessibleName('Pinned')
  await expect(groups.first().getByRole('option')).toHaveText([/^Okna Profi/])
  await expect(groups.nth(1)).toHaveAccessibleName('Recent')
  await expect(groups.nth(1).getByRole('option')).toHaveText([/^Stoma Plus/, /^Sever Group/])
  await expect(groups.last()).toHaveAccessibleName('Other clients')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Motor Servis/)
})

test('a switch from one object or contact opens the list it is in', async ({ page }) => {
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  await page.getByRole('link', { name: 'Sever Group', exact: true }).click()
  await contactLinks(page).first().click()
  await expect(page.getByRole('region', { name: 'CRM deal' })).toBeVisible()
  await switchTo(page, 'Stoma Plus')
  await expect(page).toHaveURL(/\/calls\?client=/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Objects' }).click()
  const links = table(page, 'Objects').locator.getByRole('link')
  await expect(links.first()).toBeVisible()
  const client = new URL(page.url()).searchParams.get('client')
  const { objs } = await asked<{ objs: { oid: string }[] }>(page, `/clients/${client}/objs/`)
  await page.goto(`/objects/${objs[0]!.oid}?client=${client}`)
  await switchTo(page, 'Sever Group')
  await expect(page).toHaveURL(/\/objects\?client=/)
  await expect(table(page, 'Objects').locator.getByText('Dentika Tverskaya')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click()
  await switchTo(page, 'Stoma Plus')
  await expect(page).toHaveURL(/\/clients\?client=/)
})

test('a client that is not mine shows nothing of it', async ({ page, allowConsole }) => {
  allowConsole(/status of 403/)
  await signInByRequest(page, 'manager')
  for (const path of ['/calls', '/objects', '/objects/o1', '/objects/o1/calls', '/objects/o1/calls/1']) {
    await page.goto(`${path}?client=999999`)
    await expect(
      page.getByRole('heading', { name: 'You do not have access to this client' }),
      path,
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Client none' })).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
  }
})
