import type { Page } from '@playwright/test'
import { addDays } from '#/contract/day.ts'
import { clientNamed, clientsOf, switcher } from './support/agency.ts'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const figures = (page: Page) => region(page, 'Summary').getByRole('button', { name: /^Contacts [\d,]+$/ })
const allLoaded = (page: Page) => expect(page.getByText(/^All [\d,]+ contacts? loaded/)).toBeVisible()

test('a client that is withdrawn while its overview is open goes from the screen and from memory', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 403/)
  await signInByRequest(page, 'manager')
  const [lost] = await clientsOf(page)
  await page.goto(`/overview?client=${lost!.client}`)
  await allLoaded(page)
  await expect(figures(page)).toBeVisible()
  expect(page.workers()).toHaveLength(1)

  await fault(context, 'agency-loses-client')
  await clientsOf(page)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  const gone = page.getByRole('heading', {
    name: `You no longer have access to ${lost!.company_name}`,
    exact: true,
  })
  await expect(gone).toBeVisible()
  await expect(page.getByRole('region')).toHaveCount(0)
  await expect(switcher(page, 'none')).toBeVisible()
  // The columns were in the worker, and nowhere else.
  await expect.poll(() => page.workers().length).toBe(0)
  expect(await page.title()).not.toContain(lost!.company_name)
})

test('what is still being loaded of a withdrawn client stops, also when the user has gone on to another page', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 403/)
  await signInByRequest(page, 'manager')
  const [lost] = await clientsOf(page)
  await fault(context, 'calls-slow-pages')
  await page.goto(`/overview?client=${lost!.client}`)
  await expect(figures(page)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click()
  await expect(page.getByRole('table', { name: 'Clients' })).toBeVisible()
  expect(page.workers()).toHaveLength(1)
  await fault(context, 'agency-loses-client')
  await clientsOf(page)
  await expect.poll(() => page.workers().length).toBe(0)
})

test('fields that a client is not to show are in no panel', async ({ page, context }) => {
  await signInByRequest(page, 'manager')
  const plus = await clientNamed(page, 'Stoma Plus')
  await page.goto(`/overview?client=${plus}&bucket=day`)
  await allLoaded(page)
  await expect(region(page, 'Pages')).toBeVisible()
  for (const name of ['Managers', 'Regions']) await expect(region(page, name)).toHaveCount(0)

  const other = await clientNamed(page, 'Sever Group')
  await fault(context, 'agency-hides-fields')
  await page.goto(`/overview?client=${other}&trend_metric=target_rate&heat_metric=mean_duration`)
  await allLoaded(page)
  const notThrough = region(page, 'Did not get through')
  await expect(notThrough.getByText(/numbers are not shown/)).toBeVisible()
  await expect(notThrough.getByRole('listitem')).toHaveCount(0)
  await expect(notThrough.getByRole('button', { name: /^(Copy|All)/ })).toHaveCount(0)
  expect(await page.getByRole('main').innerText()).not.toMatch(/\+7 \d{3} \d{3}-\d\d-\d\d/)
  await expect(region(page, 'Summary').getByText('Target rate')).toHaveCount(0)
  await expect(region(page, 'Summary').getByText('Average call')).toHaveCount(0)
  await expect(region(page, 'Funnel').getByText('Target', { exact: true })).toHaveCount(0)
  await expect(region(page, 'Trend').getByRole('button', { name: 'Target rate' })).toHaveCount(0)
  await expect(region(page, 'Trend').getByText('Contacts by day')).toBeVisible()
  await expect(region(page, 'Heat map').getByRole('button', { name: 'Average call' })).toHaveCount(0)
})

test('a level of the sources that cannot be counted says so, and the others stay', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./)
  await signInByRequest(page, 'client')
  await page.goto('/overview')
  await allLoaded(page)
  const sources = region(page, 'Sources')
  const rows = await sources.getByRole('row').count()
  // The worker, not the API: no answer of the service makes it refuse.
  const [worker] = page.workers()
  await worker!.evaluate(() => {
    const post = self.postMessage.bind(self)
    self.postMessage = (message: { type: string; id: number }) =>
      post(message.type === 'answer' ? { type: 'error', id: message.id, error: null } : message)
    Object.assign(self, { mend: () => (self.postMessage = post) })
  })
  await sources
    .getByRole('button', { name: /^Campaigns of / })
    .first()
    .click()
  await expect(sources.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(await sources.getByRole('row').count()).toBeGreaterThanOrEqual(rows)
  await expect(figures(page)).toBeVisible()
  await worker!.evaluate(() => (self as unknown as { mend: () => void }).mend())
  await sources.getByRole('button', { name: 'Try again' }).click()
  await expect(sources.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  expect(await sources.getByRole('row').count()).toBeGreaterThan(rows)
})

/** A zone where it is another day than at UTC+3 and UTC+5, whenever the test runs. */
const farZone = () => {
  const hour = new Date().getUTCHours()
  return hour >= 10 && hour < 19 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'
}

test.describe('a reader in another zone', () => {
  test.use({ timezoneId: farZone() })

  test('sees the days of the contacts’ own clock', async ({ page }) => {
    await signInByRequest(page, 'client')
    await page.goto('/overview?period=last_7_days')
    await allLoaded(page)
    // All objects of this client are at UTC+3.
    const there = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
    const here = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
    expect(here).not.toBe(there)
    const words = (day: string) =>
      new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
        weekday: 'long',
        month: 'long',
        day: 'numeric',
        timeZone: 'UTC',
      })
    const trend = region(page, 'Trend').getByRole('slider')
    await trend.focus()
    expect(await trend.getAttribute('aria-valuetext')).toMatch(
      new RegExp(`^${words(there)} until \\d+:\\d\\d: `),
    )
    await page.keyboard.press('Home')
    expect(await trend.getAttribute('aria-valuetext')).toMatch(
      new RegExp(`^${words(addDays(there, -6))}: .*, was `),
    )
    await figures(page).click()
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    const short = (day: string) => Number(day.slice(8)).toString()
    await expect(receipt).toContainText(short(addDays(there, -6)))
    await receipt.getByRole('link', { name: 'Open these contacts' }).click()
    await expect(page).toHaveURL(new RegExp(`date_from=${addDays(there, -6)}&date_to=${there}`))
  })
})
