import type { Page } from '@playwright/test'
import type { Agency } from '#/contract/agency.ts'
import { obj, type Obj } from '#/contract/object.ts'
import { EDGE_CASES_ALIAS, HOSTILE_TITLE_ALIAS } from '#/server/reference/sample/edge-cases/objects.ts'
import { asked } from './support/calls.ts'
import { fault } from './support/fault.ts'
import { OBJECT_FIELDS, ObjectScreen } from './support/object-fields.ts'
import { credentialsOf, signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

const ODD = [EDGE_CASES_ALIAS, HOSTILE_TITLE_ALIAS]
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The object as the service answers it, and its page. */
const open = async (page: Page, oid: string, search = '') => {
  await page.goto(`/objects/${oid}${search}`)
  await expect(region(page, 'Facts')).toBeVisible()
  // Nothing is on its way any more: no skeleton, and the plan was found or not.
  await expect(page.locator('main .animate-appear')).toHaveCount(0)
}
const objectsOf = async (page: Page): Promise<Obj[]> => (await asked<{ objs: Obj[] }>(page, '/objs/')).objs
const oneWith = async (page: Page, test: (object: Obj) => unknown): Promise<Obj> => {
  const found = (await objectsOf(page)).find(test)
  expect(found, 'an object such as the test needs').toBeDefined()
  return found!
}
const toPlans = (page: Page): string[] => {
  const plans: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/payment\/plans\/([^?]+)/.exec(request.url()) ?? []
    if (name !== undefined) plans.push(decodeURIComponent(name))
  })
  return plans
}
/** Pasted elsewhere: our pages may not read the clipboard, and need not. */
const clipboard = async (page: Page) => {
  const paper = await page.context().newPage()
  await paper.setContent('<textarea aria-label="Paper"></textarea>')
  await paper.getByLabel('Paper').focus()
  await paper.keyboard.press('ControlOrMeta+V')
  const text = await paper.getByLabel('Paper').inputValue()
  await paper.close()
  return text
}

test('every documented field of an object stands in its region', async ({ page, allowConsole }) => {
  // A plan that is not offered any more.
  allowConsole(/status of 404/)
  await signInByRequest(page, 'marketer')
  const kinds: ((object: Obj) => unknown)[] = [
    ({ use_sip: isUsed, tariff_items: items }) => isUsed || items !== null,
    ({ client_phone_numbers: numbers }) => numbers.length === 3,
    ({ custom_statuses: statuses, tariff }) => statuses.length === 0 || tariff?.sessions === null,
    ({ needs_renewing, needs_increasing }) => needs_renewing || needs_increasing,
  ]
  const all = await objectsOf(page)
  const chosen = new Set(kinds.flatMap((test) => all.find(test) ?? []))
  expect(chosen.size).toBeGreaterThan(1)
  for (const { oid } of chosen) {
    const { obj: answered } = await asked<{ obj: Obj }>(page, `/objs/${oid}`)
    await open(page, oid)
    const screen = new ObjectScreen(page)
    for (const field of Object.keys(obj.shape) as (keyof Obj)[])
      await test.step(`${answered.title}: ${field}`, () => OBJECT_FIELDS[field](screen, answered))
    await survives(page)
  }
})

test('a client without a site is a number, and its page says so', async ({ page }) => {
  await signInByRequest(page, 'client')
  const { oid } = await oneWith(page, ({ site_url: url }) => url === '')
  const { obj: answered } = await asked<{ obj: Obj }>(page, `/objs/${oid}`)
  await open(page, oid)
  const screen = new ObjectScreen(page)
  for (const field of ['site_url', 'tariff', 'expiration_date', 'sessions_used', 'is_tracking'] as const)
    await OBJECT_FIELDS[field](screen, answered)
  await survives(page)
})

test('a link by alias becomes the link by oid: one entry, one request', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  const { oid, alias, title } = await oneWith(page, ({ calls_count: count }) => count > 0)
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/v2\/objs\/[^/]+$/.test(pathname)) requests.push(pathname)
  })
  await page.goto('/objects?status=3')
  await page.goto(`/objects/${alias}?kept=1#plan`)
  await expect(page).toHaveURL(new RegExp(`/objects/${oid}\\b.*#plan$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle(`${title} · Callboard`)
  expect(requests).toEqual([`/api/v2/objs/${alias}`])
  await page.goBack()
  await expect(page).toHaveURL(/\/objects\?status=3$/)
})

test('a journal by alias becomes the journal by oid, its filters kept', async ({ page, allowConsole }) => {
  // The service knows no alias there (API document 2.2).
  allowConsole(/status of 404/)
  await signInByRequest(page, 'marketer')
  const { oid, alias, title } = await oneWith(page, ({ calls_count: count }) => count > 0)
  await page.goto(`/objects/${alias}/calls?period=year&target_filter=1`)
  await expect(page).toHaveURL(new RegExp(`/objects/${oid}/calls\\?period=year&target_filter=1$`))
  await expect(page.getByRole('button', { name: `Object ${title}` })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Contacts' }).getByRole('link').first()).toBeVisible()
})

test('the plan is looked up by the tariff’s name', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  const plans = toPlans(page)
  const { oid, tariff } = await oneWith(page, (one) =>
    ['Start', 'Business', 'Clinic plus'].includes(one.tariff?.name ?? ''),
  )
  const response = page.waitForResponse(/\/payment\/plans\//)
  await open(page, oid)
  const plan = (await (await response).json()) as Record<'title' | 'name' | 'price', string>
  const screen = new ObjectScreen(page)
  await screen.says('On the price list now', 'Title', plan.title)
  await screen.says('On the price list now', 'Plan name', plan.name)
  await screen.says('On the price list now', 'Price', plan.price)
  expect(plan.price).toMatch(/^\D/)
  expect(plans).toEqual([tariff?.name])
})

test('a plan that is no longer offered, and one that cannot be looked up, are shown differently', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of (404|500)/)
  await signInByRequest(page, 'marketer')
  const gone = await oneWith(page, ({ tariff }) => tariff?.name === 'Plus' || tariff?.name === 'Unlimited')
  await open(page, gone.oid)
  await expect(
    region(page, 'Plan').getByRole('heading', { name: 'This plan is no longer offered' }),
  ).toBeVisible()

  const plans = toPlans(page)
  await signInByRequest(page, 'edge')
  await open(page, EDGE_CASES_ALIAS)
  await expect(region(page, 'Plan')).toContainText('A plan of this name cannot be looked up.')
  expect(plans).toEqual([])

  await signInByRequest(page, 'marketer')
  const found = await oneWith(
    page,
    ({ tariff }) => tariff?.name === 'Start' || tariff?.name === 'Clinic plus',
  )
  await fault(context, 'plan-500')
  await page.goto(`/objects/${found.oid}`)
  const failed = region(page, 'Plan').getByRole('heading', { name: 'Could not look the plan up' })
  await expect(failed).toBeVisible()
  await new ObjectScreen(page).says('Plan', 'Tariff', found.tariff!.name)
  await fault(context)
  await region(page, 'Plan').getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toBeHidden()
  await new ObjectScreen(page).says('Plan', 'Plan name', found.tariff!.name)
})

test('a client that sees statistics only has no settings, not even for a moment', async ({
  page,
  context,
}) => {
  await signInByRequest(page, 'manager')
  const [{ agency } = { agency: undefined }] = await asked<{ agency: Agency }[]>(page, '/agency')
  const clientOf = (email: string) =>
    (agency!.clients.find((one) => one.email === email) as unknown as { client: string }).client
  const statistics = clientOf(credentialsOf('statisticsOnly').email)
  const ordinaryClient = clientOf(credentialsOf('client').email)
  const firstOf = async (client: string) =>
    (await asked<{ objs: Obj[] }>(page, `/clients/${client}/objs/`)).objs[0]!.oid

  const settings = ['Tracking script', 'Notifications', 'Forwarding numbers', 'Blocked addresses']
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await open(page, await firstOf(ordinaryClient), `?client=${ordinaryClient}`)
  for (const name of settings) await expect(region(page, name)).toBeVisible()
  await expect(contents.getByRole('link')).toHaveCount(7)

  const flashed: string[] = []
  await page.exposeFunction('reportHeading', (text: string) => flashed.push(text))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('h2'))
        (globalThis as unknown as { reportHeading: (text: string) => void }).reportHeading(textContent)
    }).observe(document, { childList: true, subtree: true })
  })
  await fault(context, 'agency-slow')
  await page.goto(`/objects/${await firstOf(statistics)}?client=${statistics}`)
  await expect(page.getByRole('button', { name: /^Client Orlov/ })).toBeVisible()
  for (const name of ['Facts', 'Plan', 'Custom statuses']) await expect(region(page, name)).toBeVisible()
  await expect(contents.getByRole('link')).toHaveText(['Facts', 'Plan', 'Custom statuses'])
  for (const name of settings) {
    await expect(region(page, name)).toHaveCount(0)
    expect(flashed).not.toContain(name)
  }
  expect(flashed).toContain('Facts')
})

test('the snippet is copied to the letter, and only shown', async ({ page, context, allowConsole }) => {
  allowConsole(/status of 404/)
  await context.grantPermissions(['clipboard-write'])
  for (const who of ['marketer', 'edge'] as const) {
    await signInByRequest(page, who)
    const alias = who === 'edge' ? HOSTILE_TITLE_ALIAS : (await oneWith(page, () => true)).alias
    const { obj: answered } = await asked<{ obj: Obj }>(page, `/objs/${alias}`)
    await open(page, alias)
    const snippet = region(page, 'Tracking script').locator('pre')
    await expect(snippet.locator('span').first()).toBeVisible()
    expect(await snippet.textContent()).toBe(answered.js_code)
    await page.getByRole('button', { name: 'Copy snippet' }).click()
    expect(await clipboard(page)).toBe(answered.js_code)
    const warning = page.getByText('The snippet holds characters that cannot be seen')
    await expect(warning).toHaveCount(who === 'edge' ? 1 : 0)
  }
})

for (const alias of ODD)
  test(`the page of ${alias} survives`, async ({ page }) => {
    await signInByRequest(page, 'edge')
    await open(page, alias)
    await survives(page)
    const showAll = page.getByRole('button', { name: 'Show all' })
    while ((await showAll.count()) > 0) await showAll.first().click()
    await survives(page)
  })

test('the contents lead to the regions and mark what is read and what is not saved', async ({ page }) => {
  await signInByRequest(page, 'client')
  const { oid } = await oneWith(page, ({ is_tracking: isTracking }) => isTracking)
  await open(page, oid)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  const link = (name: string) => contents.getByRole('link', { name: new RegExp(`^${name}`) })
  await expect(link('Facts')).toHaveAttribute('aria-current', 'true')
  const entries = await page.evaluate(() => history.length)
  for (const name of ['Notifications', 'Plan', 'Custom statuses', 'Tracking script']) {
    await link(name).click()
    await expect(region(page, name)).toBeInViewport()
    await expect(link(name)).toHaveAttribute('aria-current', 'true')
    await expect(contents.locator('[aria-current]')).toHaveCount(1)
  }
  await expect(page).toHaveURL(/#tracking-script$/)
  expect(await page.evaluate(() => history.length)).toBe(entries)
  // The next Tab goes on inside of the region.
  await page.keyboard.press('Tab')
  const box = region(page, 'Tracking script').getByRole('checkbox').first()
  await expect(box).toBeFocused()
  await expect(contents.getByText('Unsaved changes')).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(link('Tracking script').getByText('Unsaved changes')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(contents.getByText('Unsaved changes')).toHaveCount(0)
})

test('Esc leads back to the list, buttons to the journal and to another object', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  await signInByRequest(page, 'marketer')
  const [one, other] = await objectsOf(page)
  await open(page, one!.oid)
  await page.getByRole('button', { name: `Object ${one!.title}` }).click()
  await page.getByRole('option', { name: other!.title }).click()
  await expect(page).toHaveURL(new RegExp(`/objects/${other!.oid}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(other!.title)
  await page.getByRole('link', { name: 'Open journal' }).click()
  await expect(page).toHaveURL(new RegExp(`/objects/${other!.oid}/calls$`))
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(other!.title)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/objects$/)
})

test('an object that is not there, a service that fails, and data that grow old', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of (404|500)/)
  await signInByRequest(page, 'marketer')
  for (const oid of ['no-such-object', 'x'.repeat(129), '%5C']) {
    await page.goto(`/objects/${oid}`)
    await expect(page.getByRole('heading', { name: 'There is no such object', level: 1 })).toBeVisible()
  }
  await page.getByRole('link', { name: 'All objects' }).click()
  await expect(page).toHaveURL(/\/objects$/)

  const { oid, title } = (await objectsOf(page))[0]!
  await fault(context, 'object-500')
  await page.clock.install()
  await page.goto(`/objects/${oid}`)
  await page.clock.runFor(5000)
  await expect(page.getByRole('heading', { name: 'Could not load this page', level: 1 })).toBeVisible()
  await fault(context)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

  await fault(context, 'object-500')
  await page.clock.runFor(60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await page.clock.runFor(5000)
  await expect(page.getByText(/could not refresh/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(region(page, 'Facts')).toBeVisible()
})
