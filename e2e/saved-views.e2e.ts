import type { Page } from '@playwright/test'
import {
  act,
  actions,
  current,
  dialog,
  putViews,
  saveButton,
  savedViews,
  tab,
  tabs,
  view,
} from './support/saved-views.ts'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

// One account, whose views no other file writes: one test after the other.
test.describe.configure({ mode: 'default' })
test.beforeEach(async ({ page }) => {
  await signInByRequest(page, 'small')
  await putViews(page, [])
})
test.afterEach(({ page }) => putViews(page, []))

const contacts = (page: Page) => table(page, 'Contacts').locator
const targetOnly = (page: Page) => page.getByRole('checkbox', { name: 'Target only' })
/** The queries that reached the service's call list. */
const asked = (page: Page) => {
  const queries: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/v2/calls') queries.push(url.search)
  })
  return queries
}
test('shipped views set their filters in the period in use, by links that are steps of Back', async ({
  page,
}) => {
  const queries = asked(page)
  await page.goto('/calls?period=year')
  await expect(current(page)).toHaveText('All contacts')
  await expect(contacts(page).getByRole('link').first()).toBeVisible()
  const steps = [
    ['No answer, first-time', '?period=year&repeated_filter=1&status_filter=NOANSWER'],
    ['Target', '?period=year&target_filter=1'],
    ['Long calls', '?period=year&duration_filter=gt1m'],
    ['All contacts', '?period=year'],
  ] as const
  for (const [name, query] of steps) {
    await expect(tab(page, name)).toHaveAttribute('href', `/calls${query}`)
    await tab(page, name).click()
    await expect(page).toHaveURL(new RegExp(`/calls\\${query}$`))
    await expect(current(page)).toHaveText(name)
    await expect.poll(() => queries).toContain(query)
  }
  await page.goBack()
  await expect(current(page)).toHaveText('Long calls')
  await page.goBack()
  await expect(current(page)).toHaveText('Target')
  await page.goForward()
  await expect(current(page)).toHaveText('Long calls')
  await page.getByRole('checkbox', { name: 'First-time only' }).check()
  await expect(current(page)).toHaveCount(0)
})

test('a view is saved without the caller, opened, changed, discarded, updated and taken back', async ({
  page,
}) => {
  const queries = asked(page)
  await page.goto('/calls?period=year&status_filter=BUSY&order_field=duration&order_way=DESC&from_filter=79')
  await saveButton(page).click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Busy')
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await expect(dialog(page).getByText('Year, moves by itself')).toBeVisible()
  await expect(dialog(page).getByText('Duration, descending')).toBeVisible()
  await expect(dialog(page).getByText(/^The caller is left out/)).toBeVisible()
  await dialog(page).getByLabel('Name').fill('target')
  await expect(dialog(page).getByText('There is a view of this name already')).toBeVisible()
  await dialog(page).getByLabel('Name').fill('  ')
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(dialog(page).getByText('Give the view a name')).toBeVisible()
  await dialog(page).getByLabel('Name').fill('Busy lines')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(current(page)).toHaveText('Busy lines')
  await expect(tab(page, 'Busy lines')).toBeFocused()
  await expect
    .poll(async () => (await savedViews(page)).map(({ name, filters }) => ({ name, filters })))
    .toEqual([
      {
        name: 'Busy lines',
        filters: { period: 'year', status_filter: 'BUSY', order_field: 'duration', order_way: 'DESC' },
      },
    ])

  await tab(page, 'All contacts').click()
  await expect(page).toHaveURL(/\/calls\?period=year$/)
  await tab(page, 'Busy lines').click()
  const query = '?period=year&status_filter=BUSY&order_field=duration&order_way=DESC'
  await expect.poll(() => queries).toContain(query)
  await expect(page.getByRole('button', { name: /^Caller .*79/ })).toHaveCount(0)

  await targetOnly(page).check()
  await expect(current(page)).toHaveAccessibleName('Busy lines changed')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(current(page)).toHaveAccessibleName('Busy lines')
  await expect(current(page)).toBeFocused()
  await expect(targetOnly(page)).not.toBeChecked()
  await page.goBack()
  await expect(current(page)).toHaveAccessibleName('Busy lines changed')

  await page.getByRole('button', { name: 'Update view' }).click()
  await expect(current(page)).toHaveAccessibleName('Busy lines')
  await expect(page.getByText('“Busy lines” updated')).toBeVisible()
  await expect.poll(async () => (await savedViews(page))[0]?.filters.target_filter).toBe('1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(current(page)).toHaveAccessibleName('Busy lines changed')
  await expect.poll(async () => (await savedViews(page))[0]?.filters).not.toHaveProperty('target_filter')

  await act(page, 'Busy lines', 'Save as new')
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Target only, Busy')
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(current(page)).toHaveAccessibleName('Target only, Busy')
  await tab(page, 'Busy lines').click()
  await expect(targetOnly(page)).not.toBeChecked()
})

test('views are renamed, ordered by keyboard, deleted and brought back', async ({ page }) => {
  await putViews(page, [
    view('One', { period: 'week', uri_filter: '/1' }),
    view('Two', { period: 'week', uri_filter: '/2' }),
    view('Three', { period: 'week', uri_filter: '/3' }),
  ])
  await page.goto('/calls')
  await tab(page, 'Three').click()
  await expect(current(page)).toHaveText('Three')
  await act(page, 'Three', 'Rename')
  const rename = page.getByRole('dialog', { name: 'Rename view' })
  await expect(rename.getByLabel('Name')).toHaveValue('Three')
  await rename.getByLabel('Name').fill('Third')
  await page.keyboard.press('Enter')
  await expect(current(page)).toHaveText('Third')

  const own = () => tabs(page).getByRole('link').allTextContents()
  await actions(page, 'Third').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('m')
  await expect(page.getByRole('menuitem', { name: 'Move left' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await own()).slice(4)).toEqual(['One', 'Third', 'Two'])
  await expect(page.getByText('“Third” is number 2 of 3')).toBeAttached()
  await expect(actions(page, 'Third')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Move right' })).toBeFocused()
  // Escape gives the focus back to a button with a tooltip.
  await page.keyboard.press('Escape')
  await expect(actions(page, 'Third')).toBeFocused()

  await act(page, 'Third', 'Delete')
  await expect.poll(async () => (await own()).slice(4)).toEqual(['One', 'Two'])
  await expect(page).toHaveURL(/uri_filter=%2F3/)
  await expect(tab(page, 'All contacts')).toBeFocused()
  await expect.poll(async () => (await savedViews(page)).length).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await own()).slice(4)).toEqual(['One', 'Third', 'Two'])
  await expect(current(page)).toHaveText('Third')
  await expect
    .poll(async () => (await savedViews(page)).map(({ name }) => name))
    .toEqual(['One', 'Third', 'Two'])
})

test('the link of a view is copied without the caller, and opens it', async ({ page }) => {
  await putViews(page, [view('Mine', { period: 'year', status_filter: 'ANSWER' })])
  await page.goto('/calls')
  await tab(page, 'Mine').click()
  const caller = contacts(page).getByRole('button', { name: /^\+7 \d{3} / })
  await caller.first().click()
  await expect(page.getByRole('button', { name: /^Caller \+7/ })).toBeVisible()
  await page.context().grantPermissions(['clipboard-write'])
  await act(page, 'Mine', 'Copy link')
  await expect(page.getByText('Link copied, without the caller')).toBeVisible()
  await act(page, 'Mine', 'Rename')
  // The page's policy forbids reading the clipboard: what is pasted is what was copied.
  const field = page.getByRole('dialog', { name: 'Rename view' }).getByLabel('Name')
  await field.fill('')
  await field.press('ControlOrMeta+v')
  const link = await field.inputValue()
  expect(new URL(link).pathname + new URL(link).search).toBe('/calls?period=year&status_filter=ANSWER')

  const other = await page.context().newPage()
  await other.goto(link)
  await expect(current(other)).toHaveText('Mine')
  await targetOnly(other).check()
  await expect(current(other)).toHaveAccessibleName('Mine changed')
  await other.close()
})

test('a rolling period moves with the calendar, a fixed one stays', async ({ page, context }) => {
  await page.goto('/calls?period=all')
  await expect(contacts(page).getByRole('link').first()).toBeVisible()
  const date = await page.evaluate(async () => {
    const answer = (await (await fetch('/api/v2/calls?period=year')).json()) as { calls: { date: string }[] }
    return answer.calls[0]!.date
  })
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(date)!
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const day = (shift: number) =>
    new Date(Date.now() + offset * 60_000 + shift * 86_400_000).toISOString().slice(0, 10)
  const days = (from: number, to: number) => `?period=custom&date_from=${day(from)}&date_to=${day(to)}`

  await page.goto(`/calls${days(-6, 0)}`)
  for (const [name, choice] of [
    ['Moving', /^Rolling: Last 7 days$/],
    ['Staying', /^Fixed: /],
  ] as const) {
    await tab(page, 'All contacts').click()
    await saveButton(page).click()
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByRole('radio', { name: choice }).check()
    await dialog(page).getByRole('button', { name: 'Save view' }).click()
    await expect(current(page)).toHaveText(name)
  }
  await expect
    .poll(async () => (await savedViews(page)).map(({ name, rolling }) => [name, rolling]))
    .toEqual([
      ['Moving', 'last_7_days'],
      ['Staying', undefined],
    ])
  await expect(tab(page, 'Moving')).toHaveAttribute('href', `/calls${days(-6, 0)}`)

  const later = await context.newPage()
  await later.clock.setFixedTime(Date.now() + 3 * 86_400_000)
  await later.goto('/calls?period=year')
  await expect(tab(later, 'Moving')).toHaveAttribute('href', `/calls${days(-3, 3)}`)
  await expect(tab(later, 'Staying')).toHaveAttribute('href', `/calls${days(-6, 0)}`)
  const queries = asked(later)
  await tab(later, 'Moving').click()
  await expect.poll(() => queries).toContain(days(-3, 3))
  await expect(current(later)).toHaveAccessibleName('Moving')
  await later.close()
})

test('columns belong to the view that keeps them, and are changed in it alone', async ({ page }) => {
  await putViews(page, [view('Narrow', { period: 'year' }, { columns: ['date', 'status', 'page'] })])
  const headers = () => table(page, 'Contacts').headers()
  await page.goto('/calls?period=year&target_filter=1')
  await expect(contacts(page).getByRole('link').first()).toBeVisible()
  const usual = await headers()
  await tab(page, 'Narrow').click()
  await expect.poll(headers).toEqual(['Date', 'Status', 'Page'])
  await page.getByRole('button', { name: /^Columns 3 of/ }).click()
  await page.getByRole('checkbox', { name: 'Page', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect.poll(headers).toEqual(['Date', 'Status'])
  await expect(current(page)).toHaveAccessibleName('Narrow changed')

  // The way to a contact and back loses nothing.
  await contacts(page).getByRole('link').first().click()
  await expect(contacts(page)).toBeHidden()
  await page.goBack()
  await expect.poll(headers).toEqual(['Date', 'Status'])
  await page.getByRole('button', { name: 'Update view' }).click()
  await expect.poll(async () => (await savedViews(page))[0]?.columns).toEqual(['date', 'status'])
  await tab(page, 'Target').click()
  await expect.poll(headers).toEqual(usual)
})

test('views are there on the second computer, and for no other account', async ({ page, browser }) => {
  await page.goto('/calls?period=year&uri_filter=%2Fprice')
  await saveButton(page).click()
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(current(page)).toHaveText('/price')
  await expect.poll(async () => (await savedViews(page)).length).toBe(1)
  for (const [who, seen] of [
    ['small', 1],
    ['marketer', 0],
  ] as const) {
    const other = await (await browser.newContext()).newPage()
    await signInByRequest(other, who, { own: true })
    await other.goto('/calls')
    await expect(contacts(other).getByRole('link').first()).toBeVisible()
    await expect(tab(other, '/price')).toHaveCount(seen)
    await other.context().close()
  }
})
