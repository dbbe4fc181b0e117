import type { Page } from '@playwright/test'
import { asked } from './support/calls.ts'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

const CLIENTS = 24

/** Requests for contacts of any client from now on: client and query. */
const counted = (page: Page) => {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const client = /^\/api\/v2\/clients\/([^/]+)\/calls$/.exec(pathname)
    if (client) requests.push(`${client[1]} ${search}`)
  })
  return requests
}

const open = async (page: Page) => {
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  await expect(table(page, 'Clients').locator.getByText('Sever Group')).toBeVisible()
}

const bar = (page: Page) => page.getByRole('region', { name: 'Roll-up' })
const choose = async (page: Page, pill: RegExp, work: () => Promise<void>) => {
  await bar(page).getByRole('button', { name: pill }).click()
  await work()
  await page.keyboard.press('Escape')
}
const tick = async (page: Page, column: string, isOn: boolean) => {
  const box = page.getByRole('checkbox', { name: column })
  // By key: the bar says what a choice costs, and may grow by a line under the pointer.
  await box.focus()
  await page.keyboard.press('Space')
  await expect(box).toBeChecked({ checked: isOn })
}
const load = (page: Page) => bar(page).getByRole('button', { name: 'Load figures' }).click()
const isLoaded = (page: Page) =>
  expect(bar(page).getByText(`${CLIENTS} of ${CLIENTS} clients loaded`, { exact: true }).first()).toBeVisible(
    {
      timeout: 60_000,
    },
  )

/** What the table says of a client. */
const rowOf = async (page: Page, name: string) =>
  (await table(page, 'Clients').rows()).find((row) => row['Company']?.startsWith(name))!

test('so many requests are made as were said, each once, and none when one comes back', async ({ page }) => {
  await open(page)
  const requests = counted(page)
  await choose(page, /^Period/, () => page.getByRole('button', { name: 'Last month' }).click())
  await choose(page, /^Columns/, async () => {
    await tick(page, 'First-time', true)
    await tick(page, 'Missed rate', false)
    await tick(page, 'Change', true)
  })
  // Contacts, first-time and target ones, in two periods.
  await expect(bar(page)).toContainText('24 clients × 6 requests = 144 requests')
  expect(requests).toEqual([])
  await load(page)
  await isLoaded(page)
  expect(requests).toHaveLength(144)
  expect(new Set(requests).size).toBe(144)
  expect(await table(page, 'Clients').headers()).toEqual([
    'Company',
    'Objects',
    'Calls',
    'Contacts',
    'Change',
    'First-time',
    'Target rate',
  ])

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a client first' })).toBeVisible()
  await page.goBack()
  await isLoaded(page)
  expect((await rowOf(page, 'Sever Group'))['Contacts']).toMatch(/^\d/)
  expect(requests).toHaveLength(144)

  // Another column takes its own requests only, another period all of them.
  await choose(page, /^Columns/, () => tick(page, 'Missed rate', true))
  await expect(bar(page)).toContainText('24 clients × 22 requests = 528 requests, 384 requests still to make')
  await choose(page, /^Period/, () => page.getByRole('button', { name: 'Yesterday' }).click())
  await expect(bar(page)).toContainText('24 clients × 22 requests = 528 requests')
  await expect(bar(page).getByRole('button', { name: 'Load figures' })).toBeVisible()
})

test("a client's figures are its journal's counts, and their receipts say of what", async ({ page }) => {
  await open(page)
  await load(page)
  await isLoaded(page)
  const client = new URL(
    (await page.getByRole('link', { name: 'Sever Group', exact: true }).getAttribute('href'))!,
    page.url(),
  ).searchParams.get('client')!
  const row = await rowOf(page, 'Sever Group')

  const contacts = page.getByRole('button', { name: `Contacts ${row['Contacts']}`, exact: true }).first()
  await contacts.click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  const link = receipt.getByRole('link', { name: 'Open these contacts' })
  const days = new URL((await link.getAttribute('href'))!, page.url()).searchParams
  const count = async (filters: string) => {
    const { meta } = await asked<{ meta: { pagination: { total_objects: number } } }>(
      page,
      `/clients/${client}/calls?period=custom&date_from=${days.get('date_from')}&date_to=${days.get('date_to')}${filters}`,
    )
    return meta.pagination.total_objects
  }
  const [all, target] = [await count(''), await count('&target_filter=1')]
  const missed = await Promise.all(
    ['CANCEL', 'NOANSWER', 'BUSY', 'CONGESTION', 'CHANUNAVAIL', 'TMP_UNAVAILABLE'].map((status) =>
      count(`&status_filter=${status}`),
    ),
  )
  const answered = (await count('&status_filter=ANSWER')) + (await count('&status_filter=USER_CALL'))
  const sum = missed.reduce((one, other) => one + other, 0)
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)}%`
  expect(all).toBeGreaterThan(0)
  expect(row['Contacts']).toBe(all.toLocaleString('en'))
  expect(row['Target rate']).toBe(percent(target, all))
  expect(row['Missed rate']).toBe(percent(sum, sum + answered))
  await page.keyboard.press('Escape')

  await page
    .getByRole('button', { name: `Missed rate ${row['Missed rate']}`, exact: true })
    .first()
    .click()
  await expect(receipt).toContainText(`${sum} ÷ ${sum + answered} = ${row['Missed rate']}`)
  await page.keyboard.press('Escape')
  await contacts.click()
  await link.click()
  await expect(page.getByRole('status').first()).toHaveText(new RegExp(`^${row['Contacts']} contacts?$`))
})

test('totals are sums over the clients, shares of the sums', async ({ page }) => {
  await open(page)
  await choose(page, /^Columns/, () => tick(page, 'Missed rate', false))
  await load(page)
  await isLoaded(page)
  const rows = await table(page, 'Clients').rows()
  const total = rows.find((row) => row['Company'] === 'All clients')!
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await page
    .getByRole('button', { name: `Target rate ${total['Target rate']}`, exact: true })
    .last()
    .click()
  const [, part, whole] = /([\d,]+) ÷ ([\d,]+)/.exec((await receipt.textContent())!)!
  const number = (text: string | undefined) => Number(text!.replaceAll(',', ''))
  expect(whole).toBe(total['Contacts'])
  expect(`${((number(part) / number(whole)) * 100).toFixed(1)}%`).toBe(total['Target rate'])
  await page.keyboard.press('Escape')
  // Twelve at a time, sorted both ways, are all of the 24.
  await page.getByRole('button', { name: 'Contacts', exact: true }).click()
  const most = (await table(page, 'Clients').column('Contacts')).slice(0, 12).map(number)
  expect(most).toEqual(most.toSorted((a, b) => b - a))
  await page.getByRole('button', { name: 'Contacts', exact: true }).click()
  const least = (await table(page, 'Clients').column('Contacts')).slice(0, 12).map(number)
  expect([...most, ...least].reduce((a, b) => a + b, 0)).toBe(number(total['Contacts']))
})

test('cancelled, what has come stays and is marked partial; the rest can be loaded', async ({ page }) => {
  await open(page)
  const requests = counted(page)
  await load(page)
  await expect(
    bar(page)
      .getByText(/^[1-9]\d* of 24 clients loaded$/)
      .first(),
  ).toBeVisible()
  await bar(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(page).getByRole('progressbar')).toHaveCount(0)
  const partial = bar(page)
    .getByText(/^\d+ of 24 clients loaded$/)
    .first()
  const done = /^\d+/.exec((await partial.textContent())!)![0]
  expect(Number(done)).toBeGreaterThan(0)
  expect(Number(done)).toBeLessThan(CLIENTS)
  const made = requests.length
  const total = (await table(page, 'Clients').rows()).find((row) =>
    row['Company']?.startsWith('All clients'),
  )!
  expect(total['Company']).toBe(`All clients ${done} of 24 clients loaded`)
  expect(total['Contacts']).toMatch(/^\d/)
  await bar(page).getByRole('button', { name: 'Load the rest' }).click()
  await isLoaded(page)
  // What was under way when it was cancelled is asked for again, nothing else.
  expect(requests.length).toBeGreaterThan(made)
  expect(requests.length).toBeLessThanOrEqual(24 * 10 + 4)
  expect(new Set(requests).size).toBe(24 * 10)
})

test('a client that fails says why, the others go on, and it alone is tried again', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await open(page)
  await fault(context, 'calls-one-client-500')
  await choose(page, /^Columns/, () => tick(page, 'Missed rate', false))
  await load(page)
  await expect(bar(page).getByText('23 of 24 clients loaded', { exact: true }).first()).toBeVisible({
    timeout: 60_000,
  })
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Motor Servis' }) })
  await expect(row).toContainText('The service failed with status 500.')
  await fault(context)
  const requests = counted(page)
  await row.getByRole('button', { name: 'Try again' }).click()
  await isLoaded(page)
  expect((await rowOf(page, 'Motor Servis'))['Contacts']).toMatch(/^\d/)
  expect(new Set(requests.map((request) => request.split(' ')[0]))).toEqual(new Set(['8']))
})

test('a total that the service does not give is absent, never 0', async ({ page, context }) => {
  await open(page)
  await fault(context, 'calls-no-total')
  await choose(page, /^Columns/, async () => {
    await tick(page, 'Missed rate', false)
  })
  await load(page)
  await isLoaded(page)
  expect((await rowOf(page, 'Sever Group'))['Contacts']).toMatch(/^–/)
  await survives(page)
})

test('an opened client shows its days, for as many requests as the button says', async ({ page }) => {
  await open(page)
  const requests = counted(page)
  await page
    .getByRole('button', { name: /Sever Group/ })
    .and(page.locator('[aria-expanded]'))
    .click()
  await page.getByRole('button', { name: 'Contacts by day: 30 requests' }).click()
  await expect(page.getByRole('img', { name: /^Contacts by day, .+: from \d+ to \d+$/ })).toBeVisible()
  expect(requests).toHaveLength(30)
})

test('clients stand side by side on one chart, and in a table', async ({ page }) => {
  await open(page)
  await choose(page, /^Period/, () => page.getByRole('button', { name: 'Last week' }).click())
  await choose(page, /^Columns/, async () => {
    await tick(page, 'Missed rate', false)
    await tick(page, 'Change', true)
  })
  await load(page)
  await isLoaded(page)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await bar(page).getByRole('button', { name: 'Side by side' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clients side by side' })
  await expect(dialog.getByRole('img', { name: /^Contacts, / })).toBeVisible()
  // Charts are not loaded before the user asks for one.
  expect(scripts.length).toBeGreaterThan(0)

  await dialog.getByRole('searchbox').fill('sever group')
  await dialog.getByRole('checkbox', { name: 'Sever Group' }).check()
  await dialog.getByLabel('Figure').selectOption('Target rate')
  await expect(dialog.getByRole('img', { name: /Sever Group: \d+\.\d%/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Table' }).click()
  const figures = dialog.getByRole('table', { name: /^Target rate, / })
  await expect(figures.getByRole('row').filter({ hasText: 'Sever Group' })).toContainText(/\d+\.\d%/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
