import type { Page } from '@playwright/test'
import { HELD_BACK } from '#/server/faults/calls.ts'
import { asked } from './support/calls.ts'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

/*
 * What the service may do to a list while the user reads it: new contacts, doubled rows, pages that are empty or do not
 * come, totals that do not hold.
 */

const contacts = (page: Page) => table(page, 'Contacts').locator
const links = (page: Page) => contacts(page).getByRole('link', { name: /, \d\d:\d\d$/ })
const status = (page: Page) => page.getByRole('status').filter({ hasText: /contacts?$/ })
const pill = (page: Page) => page.getByRole('button', { name: /new contacts?$/ })
const totalOf = async (page: Page, query: string) => {
  const answer = await page.request.get(`/api/v2/calls${query}`, {
    headers: { 'x-requested-by': 'callboard' },
  })
  const { meta } = (await answer.json()) as { meta: { pagination: { total_objects: number } } }
  return meta.pagination.total_objects
}
const listRequests = (page: Page) => {
  const queries: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/v2/calls') queries.push(url.search)
  })
  return queries
}
const box = (page: Page) => contacts(page).locator('xpath=..')
const scrollBy = (page: Page, screens: number) =>
  box(page).evaluate((element, by) => (element.scrollTop += element.clientHeight * by), screens)
/** Rows in view that have no contact yet. */
const rowsInViewWaiting = (page: Page) =>
  box(page).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return [...element.querySelectorAll('tbody [aria-rowindex]')].filter((row) => {
      const at = row.getBoundingClientRect()
      return at.bottom > top && at.top < bottom && !row.querySelector('a')
    }).length
  })
/** All contacts of the list, read from its top to its end, a screen at a time. */
const readToEnd = async (page: Page) => {
  const hrefs: string[] = []
  await box(page).evaluate((element) => (element.scrollTop = 0))
  for (let isEnd = false; !isEnd;) {
    await expect.poll(() => rowsInViewWaiting(page)).toBe(0)
    for (const href of await links(page).evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
      if (href !== null && hrefs.at(-1) !== href) hrefs.push(href)
    isEnd = await box(page).evaluate(
      (element) => element.scrollTop + element.clientHeight >= element.scrollHeight - 1,
    )
    if (!isEnd) await scrollBy(page, 0.9)
  }
  return hrefs
}

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

test('new contacts are announced once a minute, and the rows stay where they are', async ({
  page,
  context,
}) => {
  await page.clock.install()
  const requests = listRequests(page)
  const total = await totalOf(page, '?period=all')
  await fault(context, 'calls-before-newest')
  await page.goto('/calls?period=all')
  await expect(links(page).first()).toBeVisible()
  const before = await links(page).first().getAttribute('href')
  await expect(status(page)).toHaveText(`${(total - HELD_BACK).toLocaleString('en')} contacts`)

  await fault(context)
  await page.clock.fastForward(61_000)
  await expect(pill(page)).toHaveText(`${HELD_BACK} new contacts`)
  expect(await links(page).first().getAttribute('href')).toBe(before)

  // Pages asked for now begin five contacts earlier than those that are here: no contact is shown twice.
  await scrollBy(page, 1)
  await expect.poll(() => requests.some((query) => query.includes('page=3'))).toBe(true)
  await expect.poll(() => links(page).count()).toBeGreaterThan(20)
  const shown = await links(page).evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(shown).size).toBe(shown.length)
  await expect(page.getByText('duplicate')).toHaveCount(0)

  await pill(page).click()
  await expect(status(page)).toHaveText(`${total.toLocaleString('en')} contacts`)
  await expect(pill(page)).toHaveCount(0)
  await expect(
    contacts(page)
      .getByRole('row')
      .nth(HELD_BACK + 1)
      .getByRole('link')
      .first(),
  ).toHaveAttribute('href', before!)
})

test('a hidden tab and a range in the past do not look for new contacts', async ({ page }) => {
  await page.clock.install()
  const requests = listRequests(page)
  const looks = () => requests.filter((query) => !query.includes('page=')).length
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await page.goto('/calls?period=all')
  await expect(links(page).first()).toBeVisible()
  expect(looks()).toBe(1)
  await show('hidden')
  await page.clock.runFor(300_000)
  expect(looks()).toBe(1)
  await show('visible')
  await expect.poll(looks).toBe(2)

  await page.goto('/calls?period=custom&date_from=2026-01-01&date_to=2026-03-31')
  await expect(links(page).first()).toBeVisible()
  const past = looks()
  await page.clock.runFor(300_000)
  expect(looks()).toBe(past)
})

test('a contact that the service lists twice is one row, and the page says so', async ({ page, context }) => {
  await fault(context, 'calls-doubled-row')
  await page.goto('/calls?period=all')
  await expect(page.getByText(/\d duplicates? hidden/)).toBeVisible()
  const shown = await links(page).evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(shown.length).toBeGreaterThan(15)
  expect(new Set(shown).size).toBe(shown.length)
})

test('a total that is too big is not believed: the list ends where the contacts do', async ({
  page,
  context,
}) => {
  const query = '?period=all&status_filter=BUSY'
  const total = await totalOf(page, query)
  const requests = listRequests(page)
  await fault(context, 'calls-big-total')
  await page.goto(`/calls${query}`)
  await expect(status(page)).toHaveText(`${(total * 10).toLocaleString('en')} contacts`)
  await expect(async () => {
    await box(page).evaluate((element) => (element.scrollTop = element.scrollHeight))
    await expect(status(page)).toHaveText(`${total.toLocaleString('en')} contacts`, { timeout: 500 })
  }).toPass()
  await expect(contacts(page)).toHaveAttribute('aria-rowcount', String(total + 1))
  await expect(links(page).last()).toBeVisible()
  expect(requests.length).toBeLessThan(40)
})

test('without a total the list says "about" and finds its end', async ({ page, context }) => {
  const query = '?period=all&repeated_filter=1&status_filter=NOANSWER'
  const total = await totalOf(page, query)
  await fault(context, 'calls-no-total')
  await page.goto(`/calls${query}`)
  await expect(status(page)).toHaveText(/^about \d+ contacts$/)
  const read = await readToEnd(page)
  expect(new Set(read).size).toBe(total)
  await expect(status(page)).toHaveText(`${total} contacts`)
})

test('an empty page in the middle is passed over', async ({ page, context }) => {
  const query = '?period=all&repeated_filter=1&status_filter=NOANSWER'
  const pages = Math.ceil((await totalOf(page, query)) / 20)
  expect(pages).toBeGreaterThan(2)
  // Those of the other pages that can be read: where edge cases stand among them depends on the hour.
  const others = new Set<string>()
  for (const number of Array.from({ length: pages }, (_, index) => index + 1).filter((one) => one !== 2)) {
    const { calls } = await asked<{ calls: { id: unknown; obj_oid: string }[] }>(
      page,
      `/calls${query}&page=${number}`,
    )
    for (const { id, obj_oid: oid } of calls)
      if (Number.isSafeInteger(id)) others.add(`/objects/${oid}/calls/${id as number}`)
  }
  await fault(context, 'calls-empty-page')
  await page.goto(`/calls${query}`)
  await expect(links(page).first()).toBeVisible()
  expect(new Set(await readToEnd(page))).toEqual(others)
})

test('a page that does not come leaves the others, and comes when asked again', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await fault(context, 'calls-page-3-fails')
  await page.goto('/calls?period=all')
  await expect(links(page).first()).toBeVisible()
  await scrollBy(page, 1)
  await expect(page.getByText('Some rows could not be loaded; the others stay.')).toBeVisible()
  await expect(contacts(page).getByText('These rows did not come').first()).toBeVisible()
  await expect(contacts(page).locator('tr[aria-rowindex="40"]').getByRole('link').first()).toBeVisible()
  await fault(context)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(contacts(page).locator('tr[aria-rowindex="45"]').getByRole('link').first()).toBeVisible()
  await expect(page.getByText('Some rows could not be loaded; the others stay.')).toBeHidden()
})

test('a refresh that fails keeps the rows, and says how old they are', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await page.goto('/calls?period=all')
  await expect(links(page).first()).toBeVisible()
  const before = await links(page).first().getAttribute('href')
  await fault(context, 'calls-500')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText(/^Updated \d\d:\d\d, could not refresh$/)).toBeVisible()
  expect(await links(page).first().getAttribute('href')).toBe(before)
  await expect(status(page)).toHaveText(/^[\d,]+ contacts$/)
  await fault(context)
  await page.locator('footer').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  await expect(page.getByText('could not refresh')).toHaveCount(0)
})
