import type { Page } from '@playwright/test'
import { asked } from './support/calls.ts'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'
import type { Obj } from '#/contract/object.ts'

const objects = (page: Page) => table(page, 'Objects')
const names = (page: Page) => objects(page).locator.locator('a[data-to="object"]')
const runways = (page: Page) => objects(page).locator.getByRole('button', { name: /^Runway / })
const answered = async (page: Page) => (await asked<{ objs: Obj[] }>(page, '/objs/')).objs

const open = async (page: Page, path = '/objects') => {
  await page.goto(path)
  await expect(names(page).first()).toBeVisible()
}

test('the objects are listed, and lead to their pages and journals', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Objects' }).click()
  await expect(page.getByRole('heading', { name: 'Objects', exact: true })).toBeVisible()
  await expect(names(page).first()).toBeVisible()
  const all = await answered(page)
  await expect(names(page)).toHaveCount(all.length)
  const { scrollWidth, clientWidth } = await objects(page).locator.evaluate((root) => root.parentElement!)
  expect(scrollWidth).toBe(clientWidth)

  const { title, oid } = all.find((one) => one.is_tracking && one.calls_count > 0)!
  await objects(page).locator.getByRole('link', { name: title, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/objects/${oid}$`))
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: `Journal of ${title}`, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/objects/${oid}/calls$`))
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Object ${title}` })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Object' })).toBeHidden()
})

test('a runway opens to its receipt, whose figures are the service’s', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page)
  const all = await answered(page)
  const today = await page.evaluate(() => {
    const now = new Date()
    return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  })
  const day = (utc: number) =>
    new Date(utc).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  const DAY = 86_400_000
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  const row = (title: string) => objects(page).locator.getByRole('row').filter({ hasText: title })

  const bySessions = all.find(({ title }) => title === 'Avtograd Service')!
  const { sessions_used: used, sessions: limit, sessions_reset_date: reset, expiration_date } = bySessions
  const counted = Math.round((today - Date.parse(`${reset!.slice(0, 10)}T00:00:00Z`)) / DAY)
  const left = Math.floor((limit - used!) / (used! / counted))
  const figure = row(bySessions.title).getByRole('button')
  await expect(figure).toHaveAccessibleName(`Runway ${day(today + left * DAY)}, ${left} days, sessions`)
  await figure.click()
  await expect(receipt.getByRole('heading', { name: `Runway ${left} days` })).toBeVisible()
  for (const text of [
    `${used!.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')}`,
    `${day(Date.parse(`${reset!.slice(0, 10)}T00:00:00Z`))}, the last reset`,
    `${(limit - used!).toLocaleString('en-US')} left`,
    expiration_date!,
  ])
    await expect(receipt.getByText(text)).toBeVisible()
  await expect(receipt.getByText(String(counted), { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(receipt).toBeHidden()
  await expect(figure).toBeFocused()

  const byPeriod = all.find(({ title }) => title === 'Hotel Neva 12')!
  const [date, month, year] = byPeriod.expiration_date!.slice(0, 10).split('.').map(Number)
  const end = Date.UTC(year!, month! - 1, date)
  const ahead = Math.round((end - today) / DAY)
  await row(byPeriod.title)
    .getByRole('button', { name: `Runway ${day(end)}, ${ahead} days, paid period` })
    .click()
  await expect(receipt.getByText(`${day(end)} − ${day(today)} = ${ahead} days`)).toBeVisible()
  await expect(receipt.getByText(/^The paid period ends \d+ days before the sessions\.$/)).toBeVisible()
  await receipt.getByRole('button', { name: 'Close' }).click()
  await expect(receipt).toBeHidden()
})

test('the receipt shows a reset to come, and one whose date is unknown', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await open(page)
  const all = await answered(page)
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  const tracked = all.filter((one) => one.is_tracking)
  const ahead = tracked.find((one) => Date.parse(one.sessions_reset_date ?? '') > Date.now())!
  const untold = tracked.find((one) => one.sessions_reset_date === null)!
  for (const [{ title }, text] of [
    [ahead, 'Not before the next reset'],
    [untold, /: the last 30 days, since the service names no reset$/],
  ] as const) {
    await objects(page).locator.getByRole('row').filter({ hasText: title }).getByRole('button').click()
    await expect(receipt.getByText(text)).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

test('“Edge cases” survives, its receipt too', async ({ page }) => {
  await signInByRequest(page, 'edge')
  await open(page)
  await survives(page)
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  const count = await runways(page).count()
  expect(count).toBeGreaterThan(1)
  for (let index = 0; index < count; index++) {
    await runways(page).nth(index).click()
    await expect(receipt).toBeVisible()
    await survives(page)
    await page.keyboard.press('Escape')
    await expect(receipt).toBeHidden()
  }
  const edge = objects(page)
    .locator.getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'Edge cases', exact: true }) })
  await edge.getByRole('button', { name: /^Runway .*, sessions$/ }).click()
  await expect(receipt.getByText('4,999 of 5,000')).toBeVisible()
  await expect(
    receipt.getByText('The paid-until date could not be read: only sessions are counted.'),
  ).toBeVisible()
})

test('by keyboard: / searches, j and k go through the rows, Enter opens', async ({ page }) => {
  await signInByRequest(page, 'client')
  await open(page)
  const titles = await names(page).allTextContents()
  await page.keyboard.press('j')
  await expect(names(page).nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(names(page).nth(1)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toBeVisible()
  // Not while something is open over the page.
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await page.keyboard.press('k')
  await expect(names(page).nth(0)).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('jk')
  await expect(page.getByRole('searchbox')).toHaveValue('jk')
  await page.keyboard.press('Escape')
  await expect(names(page)).toHaveText(titles)
  await page.getByRole('heading', { name: 'Objects', exact: true }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: titles[0]!, level: 1 })).toBeVisible()
})

test('an account without objects and a service that fails look different', async ({
  page,
  context,
  allowConsole,
}) => {
  await signInByRequest(page, 'empty')
  await page.goto('/objects')
  await expect(page.getByRole('heading', { name: /No objects/ })).toBeVisible()
  allowConsole(/status of 500/)
  await fault(context, 'objects-500')
  await page.goto('/objects?status=3')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await fault(context)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
})

test('the object switcher leads from all objects to one and back, filters kept', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/calls?period=year&target_filter=1&source_filter=ORGANIC')
  await page.getByRole('button', { name: 'Object all' }).click()
  await page.getByRole('searchbox').fill('право')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Object Домоград Право' })).toBeVisible()
  await expect(page).toHaveURL(/\/objects\/[^/]+\/calls\?period=year&target_filter=1$/)
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }),
  ).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Object Домоград Право' }).click()
  await page.getByRole('option', { name: 'All objects' }).click()
  await expect(page).toHaveURL(/\/calls\?period=year&target_filter=1$/)
})
