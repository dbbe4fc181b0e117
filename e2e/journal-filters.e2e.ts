import type { Page } from '@playwright/test'
import { asked } from './support/asked.ts'
import { contacts, filters, pill } from './support/journal.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

interface Answer {
  readonly calls: readonly { readonly id: number; readonly phone_number_from: string | null }[]
  readonly meta: { readonly pagination: { readonly total_objects: number } }
}
/** What the service itself answers, asked by the page as the app asks. */
const answer = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (url) => (await fetch(url)).json(), path) as Promise<T>

/** Just this query has reached the service, the count is the service's own, and its first rows are there. */
const shows = async (page: Page, queries: readonly string[], query: string) => {
  await expect.poll(() => queries).toContain(query)
  const { meta } = await answer<Answer>(page, `/api/v2/calls${query}`)
  const total = meta.pagination.total_objects
  expect(total, `contacts of ${query}`).toBeGreaterThan(0)
  await expect(page.getByRole('status').filter({ hasText: /contacts?$/ })).toHaveText(
    `${total.toLocaleString('en')} contact${total === 1 ? '' : 's'}`,
  )
  await expect(contacts(page).locator.locator('xpath=..')).toHaveAttribute('aria-busy', 'false')
}
/** The texts of a column in the rows that have come. */
const column = async (page: Page, name: string) => {
  const texts = (await contacts(page).rows()).filter((row) => row['Status']).map((row) => row[name] ?? '')
  expect(texts.length).toBeGreaterThan(0)
  return texts
}

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

test('source_filter, found by a part of its name', async ({ page }) => {
  const queries = asked(page)
  await page.goto('/calls?period=all')
  await pill(page, 'Source').click()
  const field = page.getByRole('combobox', { name: 'Source', exact: true })
  await expect(field).toBeFocused()
  await expect(page.getByRole('option', { name: 'Органический поиск' })).toBeVisible()
  await field.fill('пОИсковая рЕклам')
  await expect(page.getByRole('option')).toHaveText(['Поисковая реклама'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/source_filter=/)
  await shows(
    page,
    queries,
    `?period=all&source_filter=${new URL(page.url()).searchParams.get('source_filter')}`,
  )
  // One source, which each object names in its own language.
  for (const source of await column(page, 'Source'))
    expect(source).toMatch(/^(Поисковая реклама|Paid search)/)
  await expect(pill(page, 'Source Поисковая реклама')).toBeFocused()

  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Any', exact: true }).click()
  await expect(page).toHaveURL(/\/calls\?period=all$/)
  await expect(pill(page, 'Source')).toBeFocused()
})

test('typing is one step, is never lost, and Back is never undone by what still waits', async ({ page }) => {
  const queries = asked(page)
  await page.goto('/calls?period=all')
  await pill(page, 'Page address').click()
  const field = page.getByRole('textbox', { name: 'Page address' })
  await field.pressSequentially('pri', { delay: 20 })
  await expect(page).toHaveURL(/uri_filter=pri$/)
  await field.pressSequentially('ce', { delay: 20 })
  await expect(page).toHaveURL(/uri_filter=price$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/calls\?period=all$/)
  await expect(field).toHaveValue('')

  // Left before the pause is over, by a press on another filter: both apply.
  await field.fill('sofa')
  await page.getByRole('checkbox', { name: 'First-time only' }).click()
  await expect(page).toHaveURL(/\?period=all&repeated_filter=1&uri_filter=sofa$/)
  await expect.poll(() => queries).toContain('?period=all&repeated_filter=1&uri_filter=sofa')

  await filters(page).getByRole('button', { name: 'Page address sofa', exact: true }).click()
  await field.fill('soft')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/uri_filter=soft$/)
  expect(queries.filter((query) => query.includes('uri_filter=sof')).at(-1)).toContain('soft')
})

test('Copy link copies the address', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-write'])
  await page.goto('/calls?period=all&status_filter=ANSWER')
  await filters(page).getByRole('button', { name: 'Copy link' }).click()
  await expect(filters(page).getByText('Copied', { exact: true })).toBeAttached()
  await pill(page, 'Page address').click()
  await page.keyboard.press('Control+V')
  await expect(page.getByRole('textbox', { name: 'Page address' })).toHaveValue(page.url())
})
