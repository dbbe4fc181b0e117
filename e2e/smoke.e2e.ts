import { credentialsOf, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test(
  'the app opens on its sign-in page, a marketer gets to where a link leads, and out again',
  { tag: '@journey' },
  async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await page.goto('/calls?period=year&target_filter=1')
    await expect(page).toHaveURL(/\/sign-in\?next=/)
    await signIn(page, 'small')
    await expect(page).toHaveURL(/\/calls\?period=year&target_filter=1$/)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  },
)

test('what is bundled comes with its licences', async ({ request }) => {
  const licences = await request.get('/licences.txt')
  expect([licences.status(), licences.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await licences.text()).toMatch(/^## react-dom - \d.+ \(MIT\)$/m)
})

test('the documented API is there for any HTTP client', async ({ playwright, baseURL }) => {
  const vendor = await playwright.request.newContext({ baseURL: baseURL! })
  const signedIn = await vendor.post('/v2/users/sign_in', { data: { user: credentialsOf('client') } })
  const { user } = (await signedIn.json()) as { user: { api_key: string } }
  const headers = { 'x-auth-token': user.api_key }
  const listed = (await (await vendor.get('/v2/objs/?status=3', { headers })).json()) as {
    objs: { oid: string }[]
  }
  const path = `/v2/objs/${listed.objs[0]!.oid}`
  const saved = await vendor.post(`${path}/script_config`, {
    headers,
    data: { script_config: { utm: '3', gtm: '5' } },
  })
  expect(saved.status()).toBe(200)
  const read = (await (await vendor.get(path, { headers })).json()) as { obj: { script_config: string[] } }
  expect(read.obj.script_config.toSorted()).toEqual(['gtm', 'utm'])
  // A real socket adds a body.
  const undocumented = await vendor.delete(path, { headers })
  expect([undocumented.status(), await undocumented.json()]).toEqual([400, { error: 'invalid_request' }])
  await vendor.dispose()
})

for (const [part, address, code] of [
  ['code does', '/sign-in', /\/assets\/[^/]+\.js$/],
  ['pages do', '/objects', /\/assets\/shared-[^/]+\.js$/],
] as const)
  test(`fault-offline: the shell of an app whose ${part} not come says so in the page’s language, and Reload tries again`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/ERR_FAILED|Failed to fetch dynamically imported module/)
    await page.route(code, (route) => route.abort())
    await page.goto(address)
    const line = page.locator('.not-loaded')
    await expect(line).toBeVisible()
    expect(await line.innerText()).toBe('Could not load. Reload')
    const { height } = (await line.getByRole('link', { name: 'Reload' }).boundingBox())!
    expect(height).toBeGreaterThanOrEqual(24)
    await page.unroute(code)
    await page.getByRole('link', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(line).toBeHidden()
  })

test('offline, a page that is opened for the first time can be tried again: the frame stays, and the focus', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|A part of the app has not come/)
  await page.goto('/sign-in')
  await signIn(page, 'small')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Objects' }).click()
  const again = page.getByRole('button', { name: 'Retry' })
  await again.click()
  await expect(again).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
})
