import type { Locator, Page } from '@playwright/test'
import { addDays } from '#/contract/day.ts'
import { MISSED_STATUSES } from '#/contract/codes.ts'
import { statusFilterCode } from '#/contract/call-filters.ts'
import { clientNamed, switchTo } from './support/agency.ts'
import { asked } from './support/calls.ts'
import { fault } from './support/fault.ts'
import { signIn, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

/** Days that are over wherever the objects are: nothing comes to them while a test looks. */
const TO = addDays(new Date().toISOString().slice(0, 10), -2)
const FROM = addDays(TO, -27)
const DAYS = `date_from=${FROM}&date_to=${TO}`
/** Days enough for some pages of contacts, whatever the sample's hour. */
const MANY_DAYS = `date_from=${addDays(TO, -120)}&date_to=${TO}`
const BEFORE = `date_from=${addDays(FROM, -28)}&date_to=${addDays(TO, -28)}`

/** How many contacts the service itself finds. */
const counted = async (page: Page, days: string, filters = '', path = '/calls'): Promise<number> => {
  const { meta } = await asked<{ meta: { pagination: { total_objects: number } } }>(
    page,
    `${path}?period=custom&${days}${filters}`,
  )
  return meta.pagination.total_objects
}

const countedByStatus = async (page: Page, days: string, codes: readonly string[]) => {
  const counts = await Promise.all(codes.map((code) => counted(page, days, `&status_filter=${code}`)))
  return counts.reduce((sum, count) => sum + count, 0)
}
const MISSED = [...MISSED_STATUSES].map(statusFilterCode)

const shown = (count: number) => count.toLocaleString('en-US')
const percent = (share: number) => `${(share * 100).toFixed(1)}%`
const summary = (page: Page) => page.getByRole('region', { name: 'Summary' })
const figure = (page: Page, name: string): Locator => summary(page).getByRole('button', { name, exact: true })
const receipt = (page: Page) => page.getByRole('dialog', { name: 'Receipt' })
const allLoaded = (page: Page, count: number) =>
  expect(page.getByText(new RegExp(`^All ${shown(count)} contacts? loaded$`))).toBeVisible()

test.describe('one marketer', () => {
  test.beforeEach(({ page }) => signInByRequest(page, 'client'))

  test('the cards say what the service counts, and so does their comparison', async ({ page }) => {
    const [contacts, firstTime, target, missed, answered, before] = await Promise.all([
      counted(page, DAYS),
      counted(page, DAYS, '&repeated_filter=1'),
      counted(page, DAYS, '&target_filter=1'),
      countedByStatus(page, DAYS, MISSED),
      countedByStatus(page, DAYS, ['ANSWER', 'USER_CALL']),
      counted(page, BEFORE),
    ])
    expect(contacts).toBeGreaterThan(0)
    await page.goto(`/overview?${DAYS}`)
    await allLoaded(page, contacts)
    await expect(page.getByRole('status')).toHaveText(`${shown(contacts)} contacts`)
    await expect(figure(page, `Contacts ${shown(contacts)}`)).toBeVisible()
    await expect(figure(page, `Calls ${shown(missed + answered)}`)).toBeVisible()
    await expect(figure(page, `Missed rate ${percent(missed / (missed + answered))}`)).toBeVisible()
    await expect(figure(page, `First-time ${shown(firstTime)}`)).toBeVisible()
    await expect(figure(page, `Target rate ${percent(target / contacts)}`)).toBeVisible()
    await expect(summary(page).getByRole('button', { name: /^Deals [\d,]+$/ })).toBeVisible()

    await figure(page, `Contacts ${shown(contacts)}`).click()
    await expect(receipt(page)).toContainText(`Number of contacts${shown(contacts)}`)
    await expect(receipt(page).getByText(shown(before), { exact: true })).toBeVisible()
  })

  test('a figure opens to its receipt, and the receipt to as many contacts', async ({ page }) => {
    const firstTime = await counted(page, DAYS, '&repeated_filter=1')
    const missed = await countedByStatus(page, DAYS, MISSED)
    await page.goto(`/overview?${DAYS}&compare=none`)
    await allLoaded(page, await counted(page, DAYS))

    // Six statuses are not one filter of the journal: the contacts are listed here.
    await summary(page)
      .getByRole('button', { name: /^Missed rate / })
      .click()
    await expect(receipt(page)).toContainText(`${shown(missed)} missed ÷ `)
    await receipt(page).getByRole('button', { name: 'Open these contacts' }).click()
    const list = page.getByRole('dialog', { name: 'Contacts' })
    await expect(list).toContainText(
      missed > 200 ? `First 200 of ${shown(missed)}` : `All ${shown(missed)}, the newest first`,
    )
    await expect(list.getByRole('listitem')).toHaveCount(Math.min(missed, 200))
    await list.getByRole('button', { name: 'Close' }).click()
    await expect(list).toBeHidden()

    await figure(page, `First-time ${shown(firstTime)}`).press('Enter')
    await expect(receipt(page)).toBeVisible()
    await receipt(page).getByRole('link', { name: 'Open these contacts' }).click()
    await expect(page).toHaveURL(new RegExp(`/calls\\?period=custom&${DAYS}&repeated_filter=1$`))
    await expect(page.getByText(`${shown(firstTime)} contacts`, { exact: true })).toBeVisible()
    await page.goBack()
    await expect(figure(page, `First-time ${shown(firstTime)}`)).toBeVisible()
  })

  test('the period and what it is compared with are chosen, and stay after a reload', async ({ page }) => {
    await page.goto('/overview')
    await page.getByRole('button', { name: 'Period Last 30 days' }).click()
    await page.getByRole('button', { name: 'Last 7 days', exact: true }).click()
    await expect(page).toHaveURL(/\/overview\?period=last_7_days$/)
    await page.getByRole('button', { name: /^Compared with / }).click()
    await page.getByRole('button', { name: /^Year before/ }).click()
    await expect(page).toHaveURL(/compare=year/)
    await page.getByRole('button', { name: 'Period Last 7 days' }).click()
    await page.getByLabel('From', { exact: true }).fill(FROM)
    await page.getByLabel('To', { exact: true }).fill(addDays(FROM, -1))
    await expect(page.getByText('“From” is later than “To”')).toBeVisible()
    await page.getByLabel('To', { exact: true }).fill(TO)
    await page.keyboard.press('Enter')
    const contacts = await counted(page, DAYS)
    await allLoaded(page, contacts)
    const address = page.url()
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      date_from: FROM,
      date_to: TO,
      compare: 'year',
    })
    await page.reload()
    await expect(figure(page, `Contacts ${shown(contacts)}`)).toBeVisible()
    expect(page.url()).toBe(address)
    await page.getByRole('button', { name: /^Compared with / }).click()
    await page.getByRole('button', { name: /^Nothing/ }).click()
    await expect(page.getByRole('button', { name: 'Compared with nothing' })).toBeVisible()
  })

  test('what narrows the report is a chip, and Esc takes back the last one', async ({ page }) => {
    await page.goto(`/overview?${DAYS}&kind=first_time&target=target`)
    const both = await counted(page, DAYS, '&target_filter=1&repeated_filter=1')
    const firstTime = await counted(page, DAYS, '&repeated_filter=1')
    await expect(figure(page, `Contacts ${shown(both)}`)).toBeVisible()
    const remove = (words: string) => page.getByRole('button', { name: `Remove filter: ${words}` })
    await expect(remove('Kind First-time')).toBeVisible()
    await expect(remove('Target Target')).toBeVisible()

    // What is open over the page takes the key first.
    await figure(page, `Contacts ${shown(both)}`).click()
    await page.keyboard.press('Escape')
    await expect(receipt(page)).toBeHidden()
    await expect(remove('Target Target')).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(remove('Target Target')).toBeHidden()
    await expect(figure(page, `Contacts ${shown(firstTime)}`)).toBeVisible()
    await remove('Kind First-time').click()
    await expect(page).toHaveURL(new RegExp(`/overview\\?${DAYS}$`))
  })

  test('loading can be cancelled, what has come counts, and it goes on', async ({ page, context }) => {
    const contacts = await counted(page, MANY_DAYS)
    expect(contacts).toBeGreaterThan(60)
    await fault(context, 'calls-slow-pages')
    await page.goto(`/overview?${MANY_DAYS}&compare=none`)
    await expect(page.getByRole('progressbar', { name: 'Loading contacts' })).toBeVisible()
    await expect(figure(page, 'Contacts 40')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(`Stopped: first 40 of ${shown(contacts)}`)).toBeVisible()
    await figure(page, 'Contacts 40').click()
    await expect(receipt(page)).toContainText('Not everything is loaded')
    // The journal would show all of them.
    await expect(receipt(page).getByRole('link')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await fault(context)
    await page.getByRole('button', { name: 'Go on' }).click()
    await allLoaded(page, contacts)
    await expect(figure(page, `Contacts ${shown(contacts)}`)).toBeVisible()
  })

  test('a page that fails is reported, and asked for again', async ({ page, context, allowConsole }) => {
    allowConsole(/status of 500/)
    const contacts = await counted(page, MANY_DAYS)
    await fault(context, 'calls-page-3-fails')
    await page.goto(`/overview?${MANY_DAYS}&compare=none`)
    await expect(
      page.getByText(`First ${shown(contacts - 20)} of ${shown(contacts)}. The service failed`),
    ).toBeVisible()
    await fault(context)
    const pages: (string | null)[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/v2/calls') pages.push(url.searchParams.get('page'))
    })
    await page.getByRole('button', { name: 'Go on' }).click()
    await allLoaded(page, contacts)
    expect(pages).toEqual(['3'])
  })

  test('nothing at all is an error with a way on', async ({ page, context, allowConsole }) => {
    allowConsole(/status of 500/)
    await fault(context, 'calls-500')
    await page.goto(`/overview?${DAYS}`)
    await expect(page.getByRole('heading', { name: 'Could not load the contacts' })).toBeVisible()
    await fault(context)
    await page.getByRole('button', { name: 'Try again' }).click()
    await allLoaded(page, await counted(page, DAYS))
  })

  test('a refresh asks only for the last day that has come', async ({ page }) => {
    await page.goto(`/overview?${DAYS}&compare=none`)
    const contacts = await counted(page, DAYS)
    await allLoaded(page, contacts)
    const from: (string | null)[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/v2/calls') from.push(url.searchParams.get('date_from'))
    })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect.poll(() => from.length).toBeGreaterThan(0)
    await allLoaded(page, contacts)
    expect(from.every((day) => day! > FROM)).toBe(true)
    await expect(figure(page, `Contacts ${shown(contacts)}`)).toBeVisible()
  })

  test('values that mean nothing are dropped and named', async ({ page }) => {
    await page.goto('/overview?period=century&days=x&kind=first_time')
    await expect(page.getByText('Not understood and left out of the address: Period, Days')).toBeVisible()
    await expect(page).toHaveURL(/\/overview\?kind=first_time$/)
  })

  test('one object: by the switcher, from the list and from its page', async ({ page }) => {
    const { objs } = await asked<{ objs: { oid: string; title: string; calls_count: number }[] }>(
      page,
      '/objs/',
    )
    const object = objs.find((one) => one.calls_count > 0)!
    const contacts = await counted(page, DAYS, '', `/objs/${object.oid}/calls`)
    await page.goto(`/overview?${DAYS}`)
    await page.getByRole('button', { name: 'Object all' }).click()
    await page.getByRole('option', { name: object.title }).first().click()
    await expect(page).toHaveURL(new RegExp(`object=${object.oid}`))
    await expect(figure(page, `Contacts ${shown(contacts)}`)).toBeVisible()
    await figure(page, `Contacts ${shown(contacts)}`).click()
    await receipt(page).getByRole('link', { name: 'Open these contacts' }).click()
    await expect(page).toHaveURL(new RegExp(`/objects/${object.oid}/calls\\?period=custom`))
    await expect(page.getByText(`${shown(contacts)} contacts`, { exact: true })).toBeVisible()

    await page.goto('/objects')
    await page.getByRole('link', { name: `Overview of ${object.title}`, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/overview\\?object=${object.oid}$`))
    await page.goto(`/objects/${object.oid}`)
    await page.getByRole('link', { name: 'Open overview' }).click()
    await expect(page).toHaveURL(new RegExp(`/overview\\?object=${object.oid}$`))
    await expect(page.getByRole('button', { name: `Object ${object.title}` })).toBeVisible()
  })
})

test('a worker that cannot start is an error, and is started again', async ({ page, allowConsole }) => {
  allowConsole(/./)
  await signInByRequest(page, 'small')
  // The script, not the API: there is no fault of the service that would do this.
  const scripts = /\/assets\/worker[^/]*\.js$/
  await page.route(scripts, (route) => route.abort())
  await page.goto(`/overview?${DAYS}`)
  await expect(page.getByRole('heading', { name: /could not start/ })).toBeVisible()
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Try again' }).click()
  await allLoaded(page, await counted(page, DAYS))
})

test('sign-in leads to the overview', async ({ page }) => {
  await signIn(page, 'small')
  await expect(page).toHaveURL(/\/overview$/)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/^Overview · All objects/)
})

test('another client: the days and what every client has stay, the rest is named', async ({ page }) => {
  await signInByRequest(page, 'manager')
  await page.goto('/')
  await expect(page).toHaveURL(/\/clients$/)
  await page.goto('/overview')
  await expect(page.getByRole('heading', { name: 'Choose a client first' })).toBeVisible()
  const client = await clientNamed(page, 'Sever Group')
  await page.goto(`/overview?client=${client}&period=last_7_days&kind=first_time&source=Direct`)
  await expect(summary(page).getByRole('button', { name: /^Contacts / })).toBeVisible()
  await switchTo(page, 'Motor Servis')
  await expect(page.getByText(/Source/).first()).toBeVisible()
  const next = await clientNamed(page, 'Motor Servis')
  await expect(page).toHaveURL(new RegExp(`/overview\\?client=${next}&period=last_7_days&kind=first_time$`))
  await expect(page).toHaveTitle(/Motor Servis/)
  await expect(table(page, 'Clients').locator).toHaveCount(0)
})
