import type { Locator, Page } from '@playwright/test'
import type { ListedCall } from '#/contract/call.ts'
import { asked } from './support/calls.ts'
import { clipboard } from './support/outputs/clipboard.ts'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sources = (page: Page) => table(page, 'Sources')
const row = (page: Page, name: string) =>
  sources(page)
    .locator.getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
const header = (page: Page, name: string) =>
  sources(page).locator.getByRole('columnheader', { name, exact: true })
const number = (text: string) => Number(/[\d,]+/.exec(text)![0].replaceAll(',', ''))
/** `Contacts 1,234` of a row or a region, by its name. */
const figure = async (within: Locator, name: string) => {
  const button = within.getByRole('button', { name: new RegExp(`^${name} [\\d,]+$`) })
  return number((await button.ariaSnapshot()).slice(`- button "${name}`.length))
}

/** Days of their own, long over: the same whatever the hour is. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const DAYS = { date_from: daysAgo(40), date_to: daysAgo(6) }
const query = new URLSearchParams(DAYS).toString()

/** The overview of the days, all of them loaded. */
const open = async (page: Page, address = `/overview?${query}`) => {
  await page.goto(address)
  await expect(sources(page).locator.getByRole('rowheader').first()).toBeVisible()
  const total = (await asked<Answer>(page, `/calls?period=custom&${query}`)).meta.pagination.total_objects
  await expect(page.getByRole('status')).toHaveText(new RegExp(`^${total.toLocaleString('en-US')} contacts`))
}
interface Answer {
  readonly calls: readonly ListedCall[]
  readonly meta: { readonly pagination: { readonly total_objects: number } }
}
const contactsOf = async (page: Page, filter: Record<string, string>) =>
  asked<Answer>(page, `/calls?period=custom&${query}&${new URLSearchParams(filter).toString()}`)

test('a source’s figures are the service’s own, and open to their receipt', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page)
  const total = async (filter: Record<string, string> = {}) =>
    (await contactsOf(page, { source_text_filter: 'Поисковая реклама', ...filter })).meta.pagination
      .total_objects
  // The API finds parts of titles: this one is part of no other.
  const names = await sources(page).locator.getByRole('rowheader').allInnerTexts()
  expect(names.filter((name) => name.includes('Поисковая реклама'))).toEqual(['Поисковая реклама'])
  const source = row(page, 'Поисковая реклама')
  const all = await total()
  expect(all).toBeGreaterThan(15)
  expect(await figure(source, 'Contacts')).toBe(all)
  expect(await figure(source, 'First-time')).toBe(await total({ repeated_filter: '1' }))
  const rate = `${((100 * (await total({ target_filter: '1' }))) / all).toFixed(1)}%`
  await source.getByRole('button', { name: `Target rate ${rate}`, exact: true }).click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt.getByText('Source Поисковая реклама')).toBeVisible()
  await expect(receipt.getByText(`= ${rate}`)).toBeVisible()
})

test('too few to judge come last, the others by the lower end of their range', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await open(page)
  const showAll = region(page, 'Sources').getByRole('button', { name: /^Show all \d+$/ })
  await showAll.click()
  await expect(showAll).toBeHidden()
  const rates = await sources(page).column('Target rate, 95% range')
  const judged = rates.filter((text) => !text.startsWith('Too few'))
  expect(judged.length).toBeGreaterThan(3)
  expect(rates.length).toBeGreaterThan(judged.length)
  expect(rates.slice(0, judged.length)).toEqual(judged)
  const ends = judged.map((text) => Number(/ (\d+)–\d+$/.exec(text)![1]))
  expect(ends).toEqual(ends.toSorted((a, b) => b - a))
  const contacts = (await sources(page).column('Contacts')).map(number)
  for (const [index, count] of contacts.entries())
    expect(count < 15, `row ${index}`).toBe(index >= judged.length)
  const few = contacts.slice(judged.length)
  expect(few).toEqual(few.toSorted((a, b) => b - a))

  await header(page, 'Contacts').getByRole('button').click()
  await expect(header(page, 'Contacts')).toHaveAttribute('aria-sort', 'descending')
  const sorted = (await sources(page).column('Contacts')).map(number)
  expect(sorted).toEqual(contacts.toSorted((a, b) => b - a))
  // The order is remembered for the account: left as it was for the other tests.
  await header(page, 'Target rate, 95% range').getByRole('button').click()
})

test('a source opens to its campaigns and their search requests, which add up', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page)
  const rows = sources(page).locator.getByRole('rowheader')
  const before = await rows.count()
  /** Contacts of the open rows of a level, all of them shown. */
  const countsOf = async (level: string) => {
    const below = sources(page)
      .locator.getByRole('row')
      .filter({ has: page.getByRole('button', { name: new RegExp(`^${level} `), pressed: false }) })
    await expect(below.first()).toBeVisible()
    const more = sources(page).locator.getByRole('button', { name: /^Show all / })
    while ((await more.count()) > 0) await more.first().click()
    const counts = await Promise.all((await below.all()).map((one) => figure(one, 'Contacts')))
    return { below, counts, sum: counts.reduce((sum, count) => sum + count, 0) }
  }
  const source = row(page, 'Поисковая реклама')
  const opener = source.getByRole('button', { name: 'Campaigns of Поисковая реклама', exact: true })
  await opener.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  const campaigns = await countsOf('Campaign')
  expect(campaigns.sum).toBe(await figure(source, 'Contacts'))
  await expect(rows).toHaveCount(before + campaigns.counts.length)

  const biggest = Math.max(...campaigns.counts)
  const campaign = campaigns.below.nth(campaigns.counts.indexOf(biggest))
  await campaign.getByRole('button', { name: /^Search requests of / }).click()
  const requests = await countsOf('Search request')
  expect(requests.sum).toBe(biggest)
  await expect(rows).toHaveCount(before + campaigns.counts.length + requests.counts.length)
  await opener.click()
  await expect(rows).toHaveCount(before)
})

test('a click on a source narrows everything else, and a second one no longer', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page)
  const summary = region(page, 'Summary')
  const all = await figure(summary, 'Contacts')
  const one = await figure(row(page, 'Карты'), 'Contacts')
  expect(one).toBeLessThan(all)
  const others = await sources(page).column('Source')
  await page.getByRole('button', { name: 'Карты', exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('source')).toBe('Карты')
  await expect(page.getByRole('button', { name: 'Карты', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(summary.getByRole('button', { name: `Contacts ${one.toLocaleString('en-US')}` })).toBeVisible()
  // The table keeps its other rows, with their own figures and lists.
  expect(await sources(page).column('Source')).toEqual(others)
  const chip = page.getByRole('button', { name: 'Remove filter: Source Карты' })
  await chip.click()
  await expect(chip).toBeHidden()
  await expect(summary.getByRole('button', { name: `Contacts ${all.toLocaleString('en-US')}` })).toBeVisible()

  await row(page, 'Поисковая реклама').getByRole('button', { name: 'Campaigns of Поисковая реклама' }).click()
  const campaign = page.getByRole('button', { name: /^Campaign / }).first()
  await campaign.click()
  await expect.poll(() => new URL(page.url()).searchParams.get('source')).toBe('Поисковая реклама')
  await expect(page).toHaveURL(/campaign=/)
  await expect(campaign).toHaveAttribute('aria-pressed', 'true')
  await campaign.click()
  await expect(page).not.toHaveURL(/campaign=/)
})

test('who did not get through has a missed call last, is copied and opened', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write'])
  await signInByRequest(page, 'marketer')
  await open(page)
  const panel = region(page, 'Did not get through')
  const item = panel.getByRole('listitem').first()
  await item.getByRole('button', { name: /^Copy / }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const caller = await clipboard(page)
  expect(caller).toMatch(/^\+\d{10,15}$/)
  const { calls } = await contactsOf(page, { from_filter: caller.slice(1) })
  const last = calls.toSorted((a, b) => b.date.slice(0, 19).localeCompare(a.date.slice(0, 19)))[0]!
  expect([1, 3, 4, 5, 6, 7]).toContain(last.status)

  const count = await figure(panel, 'Did not get through')
  expect(count).toBeGreaterThan(5)
  await panel.getByRole('button', { name: `All ${count}` }).click()
  const dialog = page.getByRole('dialog', { name: /^Did not get through/ })
  await expect(dialog.getByRole('listitem')).toHaveCount(count)
  await page.keyboard.press('Escape')
  await item.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/objects/${last.obj_oid}/calls/${last.id}$`))
  await expect(page.getByRole('region', { name: 'CRM deal' })).toBeVisible()
})
