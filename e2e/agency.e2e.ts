import { axe, bothThemes } from './support/look.ts'
import { signIn, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

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
  await bothThemes(page, () => axe(page))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a client first' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Objects' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a client first' })).toBeVisible()
  await axe(page)
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
  await page.getByRole('searchbox').fill('stoma')
  await expect(page.getByRole('option', { name: /Stoma Plus/ })).toBeVisible()
  await axe(page)
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

test('a client that is not mine shows nothing of it', async ({ page, allowConsole }) => {
  allowConsole(/status of 403/)
  await signInByRequest(page, 'manager')
  await page.goto('/calls?client=999999')
  await expect(page.getByText(/do not have access to this client/)).toBeVisible()
  await expect(page.getByRole('link', { name: /\d\d:\d\d/ })).toHaveCount(0)
})

test('agency settings are saved by the service', async ({ page }) => {
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  const settings = page.getByRole('region', { name: 'Agency settings' })
  const domain = settings.getByLabel('Domain')
  const before = await domain.inputValue()
  await domain.fill(`new.${before}`)
  await settings.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Agency settings saved')).toBeVisible()
  await page.reload()
  await expect(domain).toHaveValue(`new.${before}`)
  await domain.fill(before)
  await settings.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Agency settings saved')).toBeVisible()
})

test('a marketer has no clients', async ({ page }) => {
  await signInByRequest(page, 'small')
  await page.goto('/clients')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Clients' })).toHaveCount(0)
})
