import type { Page } from '@playwright/test'
import type { ListedCall } from '#/contract/call.ts'
import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import { contactsOf, findContact, openCall } from './support/calls.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const OBJECT = SAMPLE_STORIES.missedAtLunch.object
const story = (page: Page) => page.getByRole('region', { name: 'This caller' })

/** The contacts of the caller with the most of the last weeks, newest first. */
const longestStory = async (page: Page): Promise<readonly ListedCall[]> => {
  const { contacts } = await contactsOf(page, OBJECT, 'period=month', 15)
  const byCaller = Map.groupBy(
    contacts.filter((call) => call.phone_number_from),
    (call) => call.phone_number_from,
  )
  return [...byCaller.values()].toSorted((a, b) => b.length - a.length)[0]!
}

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

test('one person is one story: newest first, this one marked, a click opens another', async ({ page }) => {
  const [newest, ...older] = await longestStory(page)
  expect(older.length).toBeGreaterThan(0)
  await openCall(page, newest!)
  const items = story(page).getByRole('listitem')
  await expect(items.first()).toHaveAttribute('aria-current', 'true')
  expect(await items.count()).toBeGreaterThanOrEqual(1 + older.length)
  const times = await story(page)
    .locator('time')
    .evaluateAll((all) => all.map((time) => Date.parse((time as HTMLTimeElement).dateTime)))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  await expect(story(page).locator('[aria-current]')).toHaveCount(1)

  const next = older[0]!
  const link = items.nth(1).getByRole('link')
  await expect(link).toContainText(next.source?.title ?? '')
  await expect(link).toHaveAttribute('href', `/objects/${newest!.obj_oid}/calls/${next.id}`)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/calls/${next.id}$`))
  await expect(items.nth(1)).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(items.first()).toHaveAttribute('aria-current', 'true')
})

test('the first contact of all is marked', async ({ page }) => {
  const { contacts } = await contactsOf(page, OBJECT, 'period=month&repeated_filter=1', 1)
  await openCall(
    page,
    contacts.find((call) => call.phone_number_from)!,
  )
  await expect(story(page).locator('[aria-current]')).toContainText('First-time')
  await expect(story(page).getByRole('listitem').filter({ hasText: 'First-time' })).toHaveCount(1)
})

test('all of them open in the journal, with the number kept out of the address', async ({ page }) => {
  const [newest] = await longestStory(page)
  await openCall(page, newest!)
  const link = story(page).getByRole('link', { name: /^All [\d,]+ in the journal$/ })
  const count = /[\d,]+/.exec((await link.textContent())!)![0]
  await link.click()
  await expect(page.getByRole('status').filter({ hasText: /contacts?$/ })).toHaveText(`${count} contacts`)
  await expect(page.getByRole('button', { name: /^Caller \+?\d/ })).toBeVisible()
  const { pathname, search } = new URL(page.url())
  expect(pathname).toBe(`/objects/${newest!.obj_oid}/calls`)
  expect(search).toMatch(/^\?period=custom&date_from=[\d-]+&date_to=[\d-]+$/)
  expect(decodeURIComponent(page.url())).not.toContain(newest!.phone_number_from.slice(-7))
})

test('Back to journal leads to the journal the first contact was opened from', async ({ page }) => {
  const [newest] = await longestStory(page)
  await page.goto('/calls?period=year')
  await page
    .locator(`a[href="/objects/${newest!.obj_oid}/calls/${newest!.id}"]`)
    .or(page.locator('tbody a'))
    .first()
    .click()
  await expect(story(page)).toBeVisible()
  await page.getByRole('link', { name: 'Back to journal' }).click()
  await expect(page).toHaveURL(/\/calls\?period=year$/)
})

test('one contact is printed on one page, without what only a screen needs', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const call = await findContact(
    page,
    OBJECT,
    ({ status, record_url, customer_status }) => status === 2 && record_url && customer_status,
  )
  await openCall(page, call)
  await expect(story(page).getByRole('listitem').first()).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '')

  const ink = () => page.evaluate(() => getComputedStyle(document.querySelector('h1')!).color)
  await page.emulateMedia({ colorScheme: 'light' })
  const onLight = await ink()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ink()).not.toBe(onLight)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const hidden of [
    page.getByRole('navigation'),
    page.getByRole('banner'),
    page.getByRole('button'),
    page.getByRole('region', { name: 'Recording' }),
    page.getByRole('link', { name: 'Back to journal' }),
  ])
    await expect(hidden).toHaveCount(0)
  for (const name of ['Attribution', 'Call', 'CRM deal', 'This caller'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  // Ink on white, whatever the theme.
  expect(await ink()).toBe(onLight)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(
    /\/Type\s*\/Pages[^>]*\/Count\s+(\d+)|\/Count\s+(\d+)[^>]*\/Type\s*\/Pages/.exec(pdf)?.slice(1),
  ).toContain('1')
})
