import type { Page } from '@playwright/test'
import { asked } from './support/asked.ts'
import { contacts, filters, pill } from './support/journal.ts'
import { axe } from './support/look.ts'
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
const minutes = (text: string) => {
  const [, hours = '0', minute = '0'] = /(?:(\d+):)?(\d+):\d\d$/.exec(text) ?? []
  return Number(hours) * 60 + Number(minute)
}
const days = async (page: Page) => {
  const links = contacts(page).locator.getByRole('link', { name: /, \d\d:\d\d/ })
  const names = await links.allTextContents()
  expect(names.length).toBeGreaterThan(0)
  return names.map((name) => {
    const day = Date.parse(`${/[A-Z][a-z]{2} \d+, \d{4}/.exec(name)?.[0]} UTC`)
    return new Date(day).toISOString().slice(0, 10)
  })
}

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

test.describe('each parameter, its rows and the query that reached the service:', () => {
  /** Sets a filter as a person does. */
  const choose = async (page: Page, name: string, option: string) => {
    await pill(page, name).click()
    await page.getByRole('combobox', { name, exact: true }).selectOption(option)
  }
  const type = async (page: Page, name: string, text: string) => {
    await pill(page, name).click()
    await page.getByRole('textbox', { name, exact: true }).fill(text)
  }

  test('period', async ({ page }) => {
    const queries = asked(page)
    await page.goto('/calls?period=all')
    await pill(page, 'Period All time').click()
    for (const [word, period, length] of [
      ['Week', 'week', 8],
      ['Year', 'year', 367],
      ['Month', 'month', 32],
      ['Day', 'day', 2],
    ] as const) {
      await page.getByRole('combobox', { name: 'Period' }).selectOption(word)
      await shows(page, queries, `?period=${period}`)
      const first = new Date(Date.now() - length * 86_400_000).toISOString().slice(0, 10)
      for (const day of await days(page)) expect(day >= first).toBe(true)
    }
  })

  test('date_from and date_to', async ({ page }) => {
    const queries = asked(page)
    await page.goto('/calls?period=all')
    await pill(page, 'Period All time').click()
    await page.getByLabel('To', { exact: true }).fill('2026-09-10')
    await shows(page, queries, '?period=custom&date_to=2026-09-10')
    for (const day of await days(page)) expect(day <= '2026-09-10').toBe(true)
    await page.keyboard.press('Escape')
    await expect(pill(page, 'Period Until Sep 10, 2026')).toBeVisible()
    await pill(page, 'Period Until Sep 10, 2026').click()
    await page.getByLabel('From', { exact: true }).fill('2026-09-08')
    await shows(page, queries, '?period=custom&date_from=2026-09-08&date_to=2026-09-10')
    for (const day of await days(page)) expect(day >= '2026-09-08' && day <= '2026-09-10').toBe(true)
  })

  test('source_filter, found by a part of its name', async ({ page }) => {
    const queries = asked(page)
    await page.goto('/calls?period=all')
    await pill(page, 'Source').click()
    const field = page.getByRole('combobox', { name: 'Source', exact: true })
    await expect(field).toBeFocused()
    await expect(page.getByRole('option', { name: 'Органический поиск' })).toBeVisible()
    await field.fill('пОИсковая рекла́м')
    await expect(page.getByRole('option')).toHaveText(['Поисковая реклама'])
    await axe(page, ':popover-open')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/source_filter=/)
    await shows(
      page,
      queries,
      `?period=all&source_filter=${new URL(page.url()).searchParams.get('source_filter')}`,
    )
    for (const source of await column(page, 'Source')) expect(source).toMatch(/^Поисковая реклама/)
    await expect(pill(page, 'Source Поисковая реклама')).toBeFocused()

    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Any', exact: true }).click()
    await expect(page).toHaveURL(/\/calls\?period=all$/)
    await expect(pill(page, 'Source')).toBeFocused()
  })

  test('source_text_filter', async ({ page }) => {
    const queries = asked(page)
    await page.goto('/calls?period=all')
    await type(page, 'Source title', 'organ')
    await shows(page, queries, '?period=all&source_text_filter=organ')
    for (const source of await column(page, 'Source')) expect(source).toMatch(/^Органический поиск/)
  })

  test('uri_filter', async ({ page }) => {
    const queries = asked(page)
    await page.goto('/calls?period=all')
    await type(page, 'Page address', 'price')
    await shows(page, queries, '?period=all&uri_filter=price')
    for (const address of await column(page, 'Page')) expect(address).toContain('price')
  })

  test('from_filter, of which only the digits matter, and never in the address', async ({ page }) => {
    const queries = asked(page)
    await page.goto('/calls?period=all')
    const { calls } = await answer<Answer>(page, '/api/v2/calls?period=all')
    const number = calls.map((call) => call.phone_number_from ?? '').find((one) => /^\+?7\d{10}$/.test(one))!
    const [, code, a, b, c] = /7(\d{3})(\d{3})(\d\d)(\d\d)$/.exec(number)!
    await type(page, 'Caller', `8 (${code}) ${a}-${b} ${c}`)
    await shows(page, queries, `?period=all&from_filter=7${code}${a}${b}${c}`)
    expect(new Set(await column(page, 'Caller'))).toEqual(new Set([`+7 ${code} ${a}-${b}-${c}`]))
    expect(new URL(page.url()).search).toBe('?period=all')
    await page.keyboard.press('Escape')
    await expect(page.getByText('The caller is not part of the link')).toBeVisible()
  })

  test('duration_filter', async ({ page }) => {
    const queries = asked(page)
    await page.goto('/calls?period=all')
    await choose(page, 'Duration', 'Over 10 min')
    await shows(page, queries, '?period=all&duration_filter=gt10m')
    for (const duration of await column(page, 'Duration'))
      expect(minutes(duration)).toBeGreaterThanOrEqual(10)
    await page.getByRole('combobox', { name: 'Duration' }).selectOption('1–5 min')
    await shows(page, queries, '?period=all&duration_filter=f1t5m')
    for (const duration of await column(page, 'Duration')) expect([1, 2, 3, 4]).toContain(minutes(duration))
  })

  test('status_filter, built-in and custom', async ({ page }) => {
    const queries = asked(page)
    await page.goto('/calls?period=all')
    await choose(page, 'Status', 'Busy')
    await shows(page, queries, '?period=all&status_filter=BUSY')
    expect(new Set(await column(page, 'Status'))).toEqual(new Set(['Busy']))
    const custom = page
      .getByRole('combobox', { name: 'Status' })
      .locator('optgroup[label="Custom statuses"] option')
    await expect(custom.first()).toBeAttached()
    const id = (await custom.first().getAttribute('value'))!
    expect(id).toMatch(/^\d+$/)
    const label = (await custom.first().textContent())!
    await page.getByRole('combobox', { name: 'Status' }).selectOption(label)
    await expect.poll(() => queries).toContain(`?period=all&status_filter=${id}`)
    await page.keyboard.press('Escape')
    await expect(pill(page, `Status ${label}`)).toBeVisible()
  })

  test('target_filter and repeated_filter', async ({ page }) => {
    const queries = asked(page)
    await page.goto('/calls?period=all')
    await page.getByRole('checkbox', { name: 'Target only' }).check()
    await shows(page, queries, '?period=all&target_filter=1')
    expect(new Set(await column(page, 'Target'))).toEqual(new Set(['Target']))
    await page.getByRole('checkbox', { name: 'Target only' }).uncheck()
    await page.getByRole('checkbox', { name: 'First-time only' }).check()
    await shows(page, queries, '?period=all&repeated_filter=1')
    expect(new Set(await column(page, 'Kind'))).toEqual(new Set(['First-time']))
  })

  test('order_field and order_way', async ({ page }) => {
    const queries = asked(page)
    await page.goto('/calls?period=all')
    const header = page.getByRole('columnheader', { name: 'Page' }).getByRole('button').first()
    await header.click()
    const isOrdered = (query: string) => /^\?period=all&order_field=uri&order_way=(ASC|DESC)$/.test(query)
    await expect.poll(() => queries.some(isOrdered)).toBe(true)
    const first = queries.find(isOrdered)!
    await shows(page, queries, first)
    await header.click()
    const other = first.endsWith('ASC') ? first.replace('ASC', 'DESC') : first.replace('DESC', 'ASC')
    await shows(page, queries, other)
    const { calls } = await answer<Answer>(page, `/api/v2/calls${other}`)
    const links = await contacts(page).locator.locator('a[href*="/calls/"]').all()
    for (const [index, { id }] of calls.slice(0, 10).entries())
      await expect(links[index]!).toHaveAttribute('href', new RegExp(`/calls/${id}(\\?|$)`))
  })
})

test('quick chips combine, mirror the filters, and each is one click on and off', async ({ page }) => {
  const queries = asked(page)
  await page.goto('/calls?period=all')
  await pill(page, 'No answer').click()
  await shows(page, queries, '?period=all&status_filter=NOANSWER')
  await pill(page, 'First-time').click()
  await shows(page, queries, '?period=all&repeated_filter=1&status_filter=NOANSWER')
  await expect(page.getByRole('checkbox', { name: 'First-time only' })).toBeChecked()
  expect(new Set(await column(page, 'Status'))).toEqual(new Set(['No answer']))
  expect(new Set(await column(page, 'Kind'))).toEqual(new Set(['First-time']))

  await pill(page, 'No answer').click()
  await expect(pill(page, 'No answer')).toHaveAttribute('aria-pressed', 'false')
  await pill(page, 'Target').click()
  await pill(page, 'Long (over 1 min)').click()
  await shows(page, queries, '?period=all&target_filter=1&repeated_filter=1&duration_filter=gt1m')
  for (const duration of await column(page, 'Duration')) expect(minutes(duration)).toBeGreaterThanOrEqual(1)
  await page.getByRole('checkbox', { name: 'Target only' }).uncheck()
  await expect(pill(page, 'Target')).toHaveAttribute('aria-pressed', 'false')

  await page.goto('/calls?period=all&status_filter=BUSY')
  await pill(page, 'No answer').click()
  await expect(page).toHaveURL(/\?period=all&status_filter=NOANSWER$/)
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

test('a link gives back what it says; a source that nobody knows stays shown', async ({ page }) => {
  const link =
    '/calls?period=custom&date_from=2026-09-01&date_to=2026-09-30&source_filter=GONE&target_filter=1&repeated_filter=1&duration_filter=gt1m&status_filter=ANSWER&order_field=uri&order_way=ASC'
  const queries = asked(page)
  await page.goto(link)
  for (const name of ['Period Sep 1 – 30, 2026', 'Source GONE', 'Duration Over 1 min', 'Status Answered'])
    await expect(pill(page, name)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Target only' })).toBeChecked()
  expect(queries[0]).toBe(link.replace('/calls', ''))
  await page.getByRole('button', { name: 'Remove “Status”' }).click()
  await expect(page).not.toHaveURL(/status_filter/)
  await page.context().grantPermissions(['clipboard-write'])
  const address = page.url()
  await filters(page).getByRole('button', { name: 'Copy link' }).click()
  await expect(filters(page).getByText('Copied', { exact: true })).toBeAttached()
  await pill(page, 'Page address').click()
  await page.keyboard.press('Control+V')
  await expect(page.getByRole('textbox', { name: 'Page address' })).toHaveValue(address)
})
