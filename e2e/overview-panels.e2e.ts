import type { Locator, Page } from '@playwright/test'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const trend = (page: Page) => region(page, 'Trend').getByRole('slider')
const bars = (page: Page, name: string) => region(page, name).getByRole('grid', { name, exact: true })
const number = (text: string | null | undefined) => Number((text ?? '').replace(/\D/g, ''))

/** How many contacts the funnel begins with. */
const contacts = async (page: Page) =>
  number(
    await region(page, 'Funnel')
      .getByRole('button', { name: /^Contacts [\d,]+$/ })
      .textContent(),
  )

/** Opens the overview and waits until everything has come. */
const open = async (page: Page, search = '') => {
  await page.goto(`/overview${search}`)
  await expect(page.getByText(/^All [\d,]+ contacts? loaded/)).toBeVisible()
  await expect(region(page, 'Funnel').getByRole('button').first()).toBeVisible()
}

/** The contacts that the cells of the heat map say, all together. */
const sumOfCells = async (page: Page) => {
  const names = await region(page, 'Heat map')
    .locator('tbody td button')
    .evaluateAll((cells) => cells.map((cell) => cell.ariaLabel ?? ''))
  expect(names).toHaveLength(7 * 24)
  return names.reduce((sum, name) => sum + number(/: ([\d,]+) contacts?$/.exec(name)?.[1]), 0)
}

/** The first two columns of a table of bars. */
const rowsOf = (page: Page, name: string) =>
  bars(page, name)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => ({
        name: row.querySelector('th')?.textContent ?? '',
        contacts: row.querySelector('td')?.textContent ?? '',
      })),
    )

const pressedIn = (within: Locator) => within.locator('button[aria-pressed=true]')

test('the hours of the week add up to all contacts, as do figures and table', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page)
  const all = await contacts(page)
  expect(all).toBeGreaterThan(20)
  expect(await sumOfCells(page)).toBe(all)

  const map = region(page, 'Heat map')
  const asTable = map.getByRole('button', { name: 'Show as a table' })
  await asTable.click()
  await expect(asTable).toHaveAttribute('aria-pressed', 'true')
  const cells = await map.locator('tbody td').allTextContents()
  expect(cells.reduce((sum, cell) => sum + number(cell), 0)).toBe(all)
  await map.getByRole('button', { name: 'Show as a table' }).click()
  await map.getByRole('button', { name: 'Missed rate', exact: true }).click()
  await expect(map.getByRole('grid', { name: 'Missed rate by weekday and hour' })).toBeVisible()
  for (const name of await map
    .locator('tbody td button')
    .evaluateAll((all) => all.map((one) => one.ariaLabel)))
    expect(name).toMatch(/: (no calls|\d+ calls, too few to judge|.* missed ÷ .* calls? = [\d.]+%)$/)
})

test('a region narrows everything else and keeps its own bars', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page)
  const all = await contacts(page)
  const regions = await rowsOf(page, 'Regions')
  const managers = await rowsOf(page, 'Managers')
  const { name, contacts: count } = regions[1]!
  const bar = bars(page, 'Regions').getByRole('button', { name, exact: true })
  await bar.click()
  await expect(bar).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => contacts(page)).toBe(number(count))
  expect(number(count)).toBeLessThan(all)
  expect((await rowsOf(page, 'Regions')).map((row) => row)).toEqual(regions)
  expect(await rowsOf(page, 'Managers')).not.toEqual(managers)
  expect(await sumOfCells(page)).toBe(number(count))
  expect(new URL(page.url()).searchParams.get('region')).toBe(name)

  await page.reload()
  await expect.poll(() => contacts(page)).toBe(number(count))
  await bar.click()
  await expect(bar).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => contacts(page)).toBe(all)
})

test('contacts without a value are a value too, and rows are all there on demand', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page)
  const searches = region(page, 'Search requests')
  const without = searches.getByRole('button', { name: 'Without search request', exact: true })
  const count = number((await rowsOf(page, 'Search requests')).at(-1)?.contacts)
  await without.click()
  await expect.poll(() => contacts(page)).toBe(count)
  await without.click()

  const showAll = searches.getByRole('button', { name: /^Show all \d+$/ })
  const total = number(await showAll.textContent())
  expect(await bars(page, 'Search requests').locator('tbody tr').count()).toBe(9)
  await showAll.click()
  await expect(bars(page, 'Search requests').locator('tbody tr')).toHaveCount(total + 1)
  await searches.getByRole('button', { name: 'Show fewer' }).click()
  await expect(bars(page, 'Search requests').locator('tbody tr')).toHaveCount(9)
})

test('a day of the trend is chosen with the pointer and with keys', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page, '?period=last_month&compare=none')
  const all = await contacts(page)
  const { width, height } = (await trend(page).boundingBox())!
  await trend(page).click({ position: { x: width / 2, y: height / 2 } })
  await expect(page).toHaveURL(/days=/)
  const chip = page.getByRole('button', { name: /^Remove filter: / })
  await expect(chip).toHaveCount(1)
  const days = new URL(page.url()).searchParams.get('days')!
  expect(days.slice(0, 10)).toBe(days.slice(12))
  const count = number((await trend(page).getAttribute('aria-valuetext'))?.split(': ').at(-1))
  await expect.poll(() => contacts(page)).toBe(count)
  await chip.click()
  await expect.poll(() => contacts(page)).toBe(all)
  await expect(page).not.toHaveURL(/days=/)

  // The last three days, then Enter, and Enter again.
  await trend(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/days=/)
  const stretch = new URL(page.url()).searchParams.get('days')!.split('..')
  expect((Date.parse(stretch[1]!) - Date.parse(stretch[0]!)) / 86_400_000).toBe(2)
  await expect.poll(() => contacts(page)).toBeLessThan(all)
})

test('the trend shows weeks, another figure, and a table that says the same', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page)
  const all = await contacts(page)
  const panel = region(page, 'Trend')
  await expect(panel.getByText(/^[\d,]+ until \d+:\d\d, was [\d,]+$/)).toBeVisible()
  await panel.getByRole('button', { name: 'Week', exact: true }).click()
  await expect(page).toHaveURL(/bucket=week/)
  await expect(panel.getByText('Contacts by week')).toBeVisible()
  await panel.getByRole('button', { name: 'Show as a table' }).click()
  const rows = table(page, 'Trend')
  await expect(rows.locator).toBeVisible()
  const column = await rows.column('Contacts')
  expect(column.length).toBeGreaterThan(3)
  expect(column.length).toBeLessThan(7)
  expect(column.reduce((sum, cell) => sum + number(cell), 0)).toBe(all)
  await panel.getByRole('button', { name: 'Missed rate', exact: true }).click()
  for (const cell of await rows.column('Missed rate')) expect(cell).toMatch(/^[\d.]+%$|^–/)
  await panel.getByRole('button', { name: 'Day', exact: true }).click()
  await expect(page).not.toHaveURL(/bucket=/)
})

test('the heat map is one stop of the Tab key, and arrows move in it', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page)
  const map = region(page, 'Heat map')
  const cell = (name: RegExp) => map.getByRole('button', { name })
  await expect(map.locator('table button:not([tabindex="-1"])')).toHaveCount(1)
  await map.getByRole('button', { name: 'Average call' }).focus()
  await page.keyboard.press('Tab')
  await expect(cell(/^Mon: /)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(cell(/^Tue: /)).toBeFocused()
  for (let hour = 0; hour <= 10; hour++) await page.keyboard.press('ArrowRight')
  const ten = cell(/^Tue 10:00–11:00: /)
  await expect(ten).toBeFocused()
  const count = number(/: ([\d,]+) contacts?$/.exec((await ten.getAttribute('aria-label'))!)?.[1])
  const all = await contacts(page)
  await page.keyboard.press('Enter')
  await expect(ten).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => contacts(page)).toBe(count)
  // Its own cells stay, and so does the focus.
  expect(await sumOfCells(page)).toBe(all)
  await expect(ten).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/weekday=1/)
  await expect(page).not.toHaveURL(/hour_of_week/)
  await expect(pressedIn(map.locator('table'))).toHaveCount(1)
})

test('the funnel opens to receipts', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page)
  const funnel = region(page, 'Funnel')
  for (const name of [/^Contacts /, /^Answered or received /, /^Target /, /^Deals /])
    await expect(funnel.getByRole('button', { name })).toBeVisible()
  const reached = funnel.getByRole('button', { name: /^Answered or received / })
  expect(number(await reached.textContent())).toBeLessThan(await contacts(page))
  await reached.click()
  await expect(
    page.getByRole('dialog', { name: 'Receipt' }).getByText('Contacts − missed calls'),
  ).toBeVisible()
})

test('a period without contacts says so once', async ({ page }) => {
  await signInByRequest(page, 'client')
  await page.goto('/overview?date_from=2001-01-01&date_to=2001-01-07')
  await expect(region(page, 'Trend').getByText('No contacts in these days')).toBeVisible()
  for (const name of ['Heat map', 'Funnel', 'Regions', 'Pages', 'Channels', 'Managers', 'Search requests'])
    await expect(region(page, name)).toBeHidden()
})

test('names from outside are text, cut where they are long', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/overview')
  await expect(bars(page, 'Pages').getByRole('button').first()).toBeVisible()
  await survives(page)
})
